// biome-ignore-all lint/a11y/useSemanticElements: rows stand at places of their own, which those of a table cannot
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has the focus and says which row is active
import { useQueries, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
import { benchmarkName } from '@touchstone/report';
import { memo, useEffect, useMemo, useRef, useState } from 'react';
import type { SampleMatrix } from '../../api/api.ts';
import { Problem } from '../../ui/problem.tsx';
import { CandidateMark } from './candidate-mark.tsx';
import { shownCell, shownWins } from './outcomes.ts';
import { neighboursQuery, type Place, WINDOW_ROWS, windowQuery } from './sample-queries.ts';
import { type SamplesFilter, type SamplesSearch, toSampleFilter } from './samples-search.ts';
import { type Candidate, useCandidates } from './use-candidates.ts';
import { useKeys } from './use-keys.ts';

/** The height of a row in CSS pixels; the style sheet has the same. */
const ROW_PX = 34;
/** Browsers cut higher elements off: Firefox at 17.8 million CSS pixels, Chromium at 33.5 million. */
const MAX_PX = 15_000_000;
const OVERSCAN = 8;

type Row = SampleMatrix['data'][number];

interface MatrixProps {
  place: Place;
  search: SamplesSearch;
}

/** All questions that the filter lets through as rows, candidates as columns; only what is in view is there. */
export function Matrix({ place, search }: MatrixProps) {
  const filter = useMemo(() => toSampleFilter(search), [search]);
  const frame = useRef<HTMLDivElement>(null);
  const { table, rowAt, siblingsOf, error, show } = useRows(place, filter);
  const total = table?.total ?? 0;
  // The observer below is made once, before the first answer says how many rows there are.
  const scale = useRef(1);
  const virtualizer = useVirtualizer({
    count: total,
    getScrollElement: () => frame.current,
    estimateSize: () => ROW_PX,
    overscan: OVERSCAN,
    observeElementOffset: (instance, tell) => observeScaled(instance, () => scale.current, tell),
    scrollToFn: (offset, _, { scrollElement }) => scrollElement?.scrollTo({ top: offset / scale.current }),
  });
  scale.current = scaleOf(total, frame.current);
  const items = virtualizer.getVirtualItems();
  const [first, last] = [items[0]?.index ?? 0, items.at(-1)?.index ?? 0];
  useEffect(() => show(first, last), [show, first, last]);

  const { picked, pick, open } = usePicked(place, search, virtualizer, rowAt, total);
  const step = (by: number) => {
    // Enter belongs to what has the focus, such as the filter that was chosen last.
    frame.current?.focus({ preventScroll: true });
    pick(picked + by);
  };
  useKeys({
    j: () => step(1),
    k: () => step(-1),
    ArrowDown: () => step(1),
    ArrowUp: () => step(-1),
    Enter: () => open(picked),
  });

  const candidates = useCandidates(table?.targets ?? NONE);
  const columns = { '--columns': candidates.length } as React.CSSProperties;
  // What stands at a place of the scaled height is shown where the frame is scrolled to.
  const shift = (virtualizer.scrollOffset ?? 0) * (1 / scale.current - 1);
  return (
    <>
      <Problem error={error} />
      {table && total === 0 && !table.partial && <p className="empty">No question matches these filters.</p>}
      <div
        ref={frame}
        className="item-matrix"
        style={columns}
        role="grid"
        aria-label="Questions and candidates"
        aria-rowcount={total + 1}
        aria-colcount={candidates.length + 2}
        aria-activedescendant={picked >= 0 ? `row-${picked}` : undefined}
        tabIndex={0}
        hidden={total === 0}
      >
        <Head candidates={candidates} />
        <div className="matrix-rows" role="rowgroup" style={{ height: Math.min(total * ROW_PX, MAX_PX) }}>
          {items.map(({ index, start }) => (
            <MatrixRow
              key={index}
              index={index}
              top={start + shift}
              row={rowAt(index)}
              siblings={siblingsOf(index)}
              pairs={table?.pairs ?? NONE}
              candidates={candidates}
              isPicked={index === picked}
              onOpen={open}
            />
          ))}
        </div>
      </div>
    </>
  );
}

const NONE: never[] = [];

/** The rows around those in view, fetched by windows; the others are dropped again. */
function useRows(place: Place, filter: SamplesFilter) {
  const [shown, setShown] = useState({ first: 0, last: 0 });
  const [from, to] = [Math.floor(shown.first / WINDOW_ROWS), Math.floor(shown.last / WINDOW_ROWS)];
  const numbers = Array.from({ length: to - from + 1 }, (_, i) => from + i);
  const windows = useQueries({ queries: numbers.map((number) => windowQuery(place, filter, number)) });
  const key = JSON.stringify(filter);
  const latest = useRef<{ key: string; table: SampleMatrix }>(undefined);
  for (const { data } of windows) {
    const before = latest.current?.key === key ? latest.current.table : undefined;
    if (data && (before === undefined || data !== before)) latest.current = { key, table: data };
  }
  const show = useMemo(
    () => (first: number, last: number) =>
      setShown((before) => (before.first === first && before.last === last ? before : { first, last })),
    [],
  );
  return {
    table: latest.current?.key === key ? latest.current.table : undefined,
    rowAt: (index: number): Row | undefined =>
      windows[Math.floor(index / WINDOW_ROWS) - from]?.data?.data[index % WINDOW_ROWS],
    siblingsOf: (index: number): Row[] => windows[Math.floor(index / WINDOW_ROWS) - from]?.data?.data ?? NONE,
    error: windows.find(({ error }) => error)?.error,
    show,
  };
}

/** How many pixels of all rows one of the frame stands for, so that the last row is in view at its end. */
function scaleOf(rows: number, frame: HTMLElement | null): number {
  const height = rows * ROW_PX;
  if (height <= MAX_PX || frame === null) return 1;
  const inView = frame.clientHeight - (frame.firstElementChild?.clientHeight ?? 0);
  return (height - inView) / (MAX_PX - inView);
}

/** Tells where the table is scrolled to, in the height that it would have without a limit. */
function observeScaled(
  { scrollElement }: Virtualizer<HTMLDivElement, Element>,
  scale: () => number,
  tell: (offset: number, isScrolling: boolean) => void,
): (() => void) | undefined {
  if (!scrollElement) return undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const scrolled = () => {
    tell(scrollElement.scrollTop * scale(), true);
    clearTimeout(timer);
    timer = setTimeout(() => tell(scrollElement.scrollTop * scale(), false), 150);
  };
  tell(scrollElement.scrollTop * scale(), false);
  scrollElement.addEventListener('scroll', scrolled, { passive: true });
  return () => {
    clearTimeout(timer);
    scrollElement.removeEventListener('scroll', scrolled);
  };
}

/** The row that keys move, and where it leads. The address keeps it, so that the way back ends there. */
function usePicked(
  place: Place,
  search: SamplesSearch,
  virtualizer: Virtualizer<HTMLDivElement, Element>,
  rowAt: (index: number) => Row | undefined,
  total: number,
) {
  const navigate = useNavigate();
  const [picked, setPicked] = useState(-1);
  const { at } = search;
  const begin = useQuery({
    ...neighboursQuery(place, toSampleFilter(search), at ?? 0),
    enabled: at !== undefined && picked === -1,
  });
  const startsAt = at === undefined || !begin.data ? undefined : startOf(begin.data, at);
  const isThere = total > 0;
  useEffect(() => {
    if (startsAt === undefined || !isThere) return;
    setPicked((before) => (before === -1 ? startsAt : before));
    virtualizer.scrollToIndex(startsAt, { align: 'center' });
  }, [startsAt, isThere, virtualizer]);

  const pick = (wanted: number) => {
    const index = Math.max(0, Math.min(total - 1, wanted));
    setPicked(index);
    virtualizer.scrollToIndex(index);
  };
  const open = async (index: number) => {
    const row = rowAt(index);
    if (!row?.sample_id) return;
    const to = '/workspaces/$workspaceId/evaluations/$evaluationId/samples';
    const params = { workspaceId: place.workspace_id, evaluationId: place.evaluation_id };
    await navigate({ to, params, search: { ...search, at: row.unit }, replace: true });
    const { at: _, ...kept } = search;
    await navigate({ to: `${to}/$sampleId`, params: { ...params, sampleId: row.sample_id }, search: kept });
  };
  return { picked, pick, open };
}

/** The place of the first row at a unit or after it, of three around it. */
function startOf({ offset, data }: SampleMatrix, unit: number): number {
  const at = data.findIndex((row, i) => row.unit <= unit && (data[i + 1]?.unit ?? Infinity) > unit);
  return offset + Math.max(0, at);
}

/** Shorter beginnings that prompts share are shown. */
const WORTH_CUTTING = 24;
const beginnings = new WeakMap<readonly Row[], Map<string, number>>();

/** A prompt without what all questions of its benchmark in the window begin with, and how they go on then. */
function ownPart({ benchmark, prompt }: Row, siblings: readonly Row[]): string {
  let known = beginnings.get(siblings);
  if (!known) {
    known = new Map();
    beginnings.set(siblings, known);
  }
  let shared = known.get(benchmark);
  if (shared === undefined) {
    shared = sharedBeginning(siblings.filter((row) => row.benchmark === benchmark));
    known.set(benchmark, shared);
  }
  return shared < WORTH_CUTTING ? prompt : `… ${prompt.slice(shared)}`;
}

function sharedBeginning(rows: readonly Row[]): number {
  const [first, ...others] = new Set(rows.map(({ prompt }) => prompt));
  if (first === undefined || others.length === 0) return 0;
  let shared = first.length;
  for (const prompt of others) {
    let same = 0;
    while (same < shared && prompt[same] === first[same]) same += 1;
    shared = same;
  }
  return first.lastIndexOf(' ', shared) + 1;
}

function Head({ candidates }: { candidates: readonly Candidate[] }) {
  return (
    <div role="rowgroup" className="matrix-head">
      <div role="row" aria-rowindex={1} className="matrix-row">
        <span role="columnheader">Question</span>
        <span role="columnheader" className="prompt-head">
          {' '}
          Prompt{' '}
        </span>
        {candidates.map((candidate) => (
          <span key={candidate.label} role="columnheader" title={candidate.label} className="candidate-head">
            <CandidateMark candidate={candidate} />
            <span className="clip">{candidate.label}</span>
          </span>
        ))}
      </div>
    </div>
  );
}

interface MatrixRowProps {
  index: number;
  top: number;
  row: Row | undefined;
  /** The rows of its window. */
  siblings: readonly Row[];
  pairs: readonly (readonly string[])[];
  candidates: readonly Candidate[];
  isPicked: boolean;
  onOpen: (index: number) => Promise<void>;
}

const MatrixRow = memo(
  function MatrixRow({ index, top, row, siblings, pairs, candidates, isPicked, onOpen }: MatrixRowProps) {
    const isCompared = row?.outcomes.includes('C');
    return (
      // biome-ignore lint/a11y/useKeyWithClickEvents: the grid has the keys, and Enter opens the picked row
      <div
        id={`row-${index}`}
        role="row"
        tabIndex={-1}
        aria-rowindex={index + 2}
        aria-selected={isPicked}
        className="matrix-row"
        style={{ transform: `translateY(${top}px)` }}
        onClick={() => void onOpen(index)}
      >
        <span role="rowheader" className="question">
          <span className="clip">{row ? benchmarkName(row.benchmark) : '…'}</span>
          {row && (
            <b>
              {row.item}
              {row.epoch > 0 && ` (${row.epoch + 1})`}
            </b>
          )}
        </span>
        <span role="gridcell" className="prompt">
          {row && ownPart(row, siblings)}
        </span>
        {candidates.map(({ label }, i) => {
          if (!row) return <span key={label} role="gridcell" className="graded none" />;
          const { sign, word, tone } = isCompared
            ? shownWins(label, pairs, row.scores)
            : shownCell(row.outcomes[i] ?? '-', row.scores[i] ?? null);
          return (
            <span
              key={label}
              role="gridcell"
              className={`graded ${tone}`}
              aria-label={`${label}: ${word}`}
              title={word}
            >
              {sign}
            </span>
          );
        })}
      </div>
    );
  },
  (before, after) =>
    before.row === after.row &&
    before.top === after.top &&
    before.isPicked === after.isPicked &&
    before.candidates === after.candidates &&
    before.index === after.index,
);
