import { useQuery } from '@tanstack/react-query';
import { benchmarkName } from '@touchstone/report';
import { compactNumber, compactTime, count } from '@touchstone/report/figures';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { SampleCounts } from '../../api/api.ts';
import { Choice } from '../../ui/field.tsx';
import { Problem } from '../../ui/problem.tsx';
import { Warnings } from '../../ui/warnings.tsx';
import { CandidateMark } from './candidate-mark.tsx';
import { countsQuery, type Place } from './sample-queries.ts';
import { type SamplesSearch, toSampleFilter } from './samples-search.ts';
import { type Candidate, useCandidates } from './use-candidates.ts';

/** So long a text may still be typed before it is looked for. */
const TYPING_MS = 300;

interface FacetsProps {
  place: Place;
  search: SamplesSearch;
  onChange: (search: SamplesSearch) => void;
}

/** What the questions can be narrowed to, and how many each choice would leave. */
export function Facets({ place, search, onChange }: FacetsProps) {
  const { data: counts, error } = useQuery(countsQuery(place, toSampleFilter(search)));
  const change = (part: SamplesSearch) => onChange({ ...search, at: undefined, ...part });
  return (
    <form className="facets" aria-label="Filters" onSubmit={(event) => event.preventDefault()}>
      <Problem error={error} />
      <TextFacet text={search.text} onChange={(text) => change({ text })} />
      {counts && <Counted counts={counts} search={search} change={change} />}
    </form>
  );
}

interface CountedProps {
  counts: SampleCounts;
  search: SamplesSearch;
  change: (part: SamplesSearch) => void;
}

function Counted({ counts, search, change }: CountedProps) {
  const labels = [...new Set(counts.pairs.map(({ a }) => a))];
  const candidates = useCandidates(useStable(labels));
  const set = (name: keyof SamplesSearch) => (value: string | undefined) => change({ [name]: value });
  return (
    <>
      {counts.partial && (
        <p className="quiet" role="status">
          Counting: {Math.floor((100 * counts.looked_at) / Math.max(1, counts.rows))} % done.
        </p>
      )}
      <Warnings warnings={counts.warnings} />
      {counts.pairs.length > 0 && (
        <PairFacet counts={counts} candidates={candidates} search={search} change={change} />
      )}
      {counts.benchmarks.length > 1 && (
        <Facet title="Benchmark">
          {counts.benchmarks.map(({ benchmark, rows }) => (
            <Pick
              key={benchmark}
              value={benchmark}
              name={benchmarkName(benchmark)}
              rows={rows}
              chosen={search.benchmark}
              set={set('benchmark')}
            />
          ))}
        </Facet>
      )}
      <Facet title="Outcome">
        {candidates.length > 0 && (
          <Choice
            label="Candidate"
            value={search.target ?? ''}
            onPick={(value) => set('target')(value || undefined)}
          >
            <option value="">Any candidate</option>
            {candidates.map(({ label, letter }) => (
              <option key={label} value={label}>
                {letter} {label}
              </option>
            ))}
          </Choice>
        )}
        {counts.outcomes.map(({ outcome, rows }) => (
          <Pick key={outcome} value={outcome} rows={rows} chosen={search.outcome} set={set('outcome')} />
        ))}
      </Facet>
      {counts.reasons.length > 0 && (
        <Facet title="Failure">
          {counts.reasons.map(({ reason, rows }) => (
            <Pick key={reason} value={reason} rows={rows} chosen={search.reason} set={set('reason')} />
          ))}
        </Facet>
      )}
      {counts.latencies.length > 0 && <TimeFacet counts={counts} search={search} change={change} />}
      {counts.clusters.length > 0 && (
        <Facet title="Cluster">
          {counts.clusters.slice(0, 20).map(({ cluster, rows }) => (
            <Pick key={cluster} value={cluster} rows={rows} chosen={search.cluster} set={set('cluster')} />
          ))}
        </Facet>
      )}
    </>
  );
}

/** Returns the same array as long as its content is the same. */
function useStable(labels: string[]): string[] {
  const kept = useRef(labels);
  if (kept.current.join('\n') !== labels.join('\n')) kept.current = labels;
  return kept.current;
}

function Facet({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className="facet">
      <legend>{title}</legend>
      {children}
    </fieldset>
  );
}

interface PickProps {
  value: string;
  name?: string;
  rows: number;
  chosen: string | undefined;
  set: (value: string | undefined) => void;
}

/** One choice of a filter with what it would leave; choosing it again takes it back. */
function Pick({ value, name = value, rows, chosen, set }: PickProps) {
  const isChosen = chosen === value;
  return (
    <button
      type="button"
      className="pick"
      aria-pressed={isChosen}
      disabled={rows === 0 && !isChosen}
      onClick={() => set(isChosen ? undefined : value)}
    >
      <span>{name}</span> <span className="number">{count(rows)}</span>
    </button>
  );
}

function TextFacet({ text, onChange }: { text: string | undefined; onChange: (text?: string) => void }) {
  const [typed, setTyped] = useState(text ?? '');
  const sent = useRef(text ?? '');
  const tell = useRef(onChange);
  useEffect(() => {
    tell.current = onChange;
  });
  // The address changed otherwise: by the way back, or by taking all filters away.
  useEffect(() => {
    if ((text ?? '') === sent.current) return;
    sent.current = text ?? '';
    setTyped(text ?? '');
  }, [text]);
  useEffect(() => {
    if (typed === sent.current) return;
    const timer = setTimeout(() => {
      sent.current = typed;
      tell.current(typed === '' ? undefined : typed);
    }, TYPING_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  return (
    <div className="field">
      <label htmlFor="samples-text">Text in questions and responses</label>
      <input
        id="samples-text"
        type="search"
        maxLength={200}
        value={typed}
        autoComplete="off"
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
    </div>
  );
}

function TimeFacet({ counts, search, change }: CountedProps) {
  const chosen = search.from_ms === undefined ? undefined : String(search.from_ms);
  return (
    <Facet title="Time">
      {counts.latencies.map(({ from_ms, to_ms, rows }) => (
        <Pick
          key={from_ms}
          value={String(from_ms)}
          name={
            to_ms === null
              ? `${compactTime(from_ms)} and more`
              : `${compactTime(from_ms)} to ${compactTime(to_ms)}`
          }
          rows={rows}
          chosen={chosen}
          set={(value) =>
            change(
              value === undefined
                ? { from_ms: undefined, to_ms: undefined }
                : { from_ms, to_ms: to_ms ?? undefined },
            )
          }
        />
      ))}
    </Facet>
  );
}

/** Every two candidates: on how many questions the one of the row is right, or better, where that of the column is not. */
function PairFacet({
  counts,
  candidates,
  search,
  change,
}: CountedProps & { candidates: readonly Candidate[] }) {
  const rowsOf = new Map(counts.pairs.map(({ a, b, a_higher }) => [JSON.stringify([a, b]), a_higher]));
  return (
    <Facet title="Right where another candidate is wrong">
      <div className="pairs">
        <table>
          <thead>
            <tr>
              <td />
              {candidates.map((candidate) => (
                <th key={candidate.label} scope="col" title={candidate.label}>
                  <CandidateMark candidate={candidate} />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {candidates.map((a) => (
              <tr key={a.label}>
                <th scope="row" title={a.label}>
                  <CandidateMark candidate={a} />
                </th>
                {candidates.map((b) => (
                  <td key={b.label}>
                    {a !== b && (
                      <PairPick
                        a={a}
                        b={b}
                        rows={rowsOf.get(JSON.stringify([a.label, b.label])) ?? 0}
                        search={search}
                        change={change}
                      />
                    )}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <Pick
        value="true"
        name="any two differ"
        rows={counts.disagree}
        chosen={search.disagree && 'true'}
        set={(value) => change({ disagree: value === undefined ? undefined : true })}
      />
    </Facet>
  );
}

interface PairPickProps {
  a: Candidate;
  b: Candidate;
  rows: number;
  search: SamplesSearch;
  change: (part: SamplesSearch) => void;
}

function PairPick({ a, b, rows, search, change }: PairPickProps) {
  const isChosen = search.a === a.label && search.b === b.label && search.relation === 'a_higher';
  const part: SamplesSearch = isChosen
    ? { a: undefined, b: undefined, relation: undefined }
    : { a: a.label, b: b.label, relation: 'a_higher' };
  return (
    <button
      type="button"
      className="pick"
      aria-pressed={isChosen}
      aria-label={`${a.letter} right, ${b.letter} wrong: ${rows}`}
      title={`${a.label} right, ${b.label} wrong`}
      onClick={() => change(part)}
    >
      {/* Five digits would not fit beside each other; the button's name says them all. */}
      {compactNumber(rows, 2)}
    </button>
  );
}
