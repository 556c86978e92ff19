import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { count, plural } from '@touchstone/report/figures';
import { X } from 'lucide-react';
import type { SampleCounts, SampleMatrix } from '../../api/api.ts';
import '../../style/samples.css';
import { Facets } from './facets.tsx';
import { Matrix } from './matrix.tsx';
import { countsQuery, windowQuery } from './sample-queries.ts';
import { type SamplesSearch, toSampleFilter } from './samples-search.ts';

const route = getRouteApi('/workspaces/$workspaceId/evaluations/$evaluationId/samples');

/** Every question to every candidate: a table that is narrowed by filters, each with what it would leave. */
export function SamplesPage() {
  const { workspaceId, evaluationId } = route.useParams();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const place = { workspace_id: workspaceId, evaluation_id: evaluationId };
  const onChange = (next: SamplesSearch) => void navigate({ search: next, replace: true });
  return (
    <div className="samples-page">
      <details className="facets-fold" open={window.innerWidth > 900}>
        <summary>Filters</summary>
        <Facets place={place} search={search} onChange={onChange} />
      </details>
      <section aria-label="Samples" className="samples-table">
        <Chosen place={place} search={search} onChange={onChange} />
        <Matrix key={JSON.stringify(toSampleFilter(search))} place={place} search={search} />
        <p className="quiet key-hint">
          <kbd>j</kbd> <kbd>k</kbd> move, <kbd>Enter</kbd> opens
        </p>
      </section>
    </div>
  );
}

interface ChosenProps {
  place: { workspace_id: string; evaluation_id: string };
  search: SamplesSearch;
  onChange: (search: SamplesSearch) => void;
}

/** What is filtered for, in words, each with a button that takes it back; and how many questions that leaves. */
function Chosen({ place, search, onChange }: ChosenProps) {
  const { data } = useQuery(windowQuery(place, toSampleFilter(search), 0));
  const { data: counts } = useQuery(countsQuery(place, toSampleFilter(search)));
  const { data: all } = useQuery(countsQuery(place, NO_FILTER));
  const chosen = describeFilters(search);
  const without = (names: readonly (keyof SamplesSearch)[]) =>
    onChange(Object.fromEntries(Object.entries(search).filter(([name]) => !names.includes(name as never))));
  return (
    <div className="chosen">
      <strong role="status">
        {data === undefined || counts === undefined || all === undefined
          ? 'Loading…'
          : shownRows(data, counts, all, search.benchmark)}
      </strong>
      {chosen.map(({ words, names }) => (
        <button key={words} type="button" className="chip" onClick={() => without(names)}>
          {words} <X size={14} aria-label="remove this filter" />
        </button>
      ))}
      {data?.partial && (
        <span className="quiet">
          {Math.floor((100 * data.looked_at) / Math.max(1, data.rows))} % searched
        </span>
      )}
    </div>
  );
}

const NO_FILTER = toSampleFilter({});
/** Benchmarks whose rows are runs of requests, a row each, and no questions. */
const isRun = (benchmark: string) => /^(?:load|availability|latency)(?:\/|$)/.test(benchmark);

const runsIn = ({ benchmarks }: SampleCounts) =>
  benchmarks.reduce((sum, { benchmark, rows }) => sum + (isRun(benchmark) ? rows : 0), 0);

/** How many questions, and how many runs of load, are shown of how many. */
function shownRows(
  { total, rows, partial }: SampleMatrix,
  counts: SampleCounts,
  all: SampleCounts,
  benchmark: string | undefined,
): string {
  // The counts of benchmarks say what choosing another one would leave.
  const runs = benchmark === undefined ? runsIn(counts) : isRun(benchmark) ? total : 0;
  const allRuns = runsIn(all);
  const said = (shown: number, of: number, one: string) =>
    shown === of ? plural(of, one) : `${count(shown)}${partial ? ' so far' : ''} of ${plural(of, one)}`;
  const parts = [
    ...(rows > allRuns && (total > runs || runs === 0)
      ? [said(total - runs, rows - allRuns, 'question')]
      : []),
    ...(allRuns > 0 && runs > 0 ? [`${said(runs, allRuns, 'measurement')} under load`] : []),
  ];
  return parts.join(', ');
}

/** Each filter as people say it, with the parts of the address that it is. */
export function describeFilters(search: SamplesSearch): { words: string; names: (keyof SamplesSearch)[] }[] {
  const {
    a,
    b,
    relation = 'differ',
    benchmark,
    target,
    outcome,
    reason,
    cluster,
    text,
    from_ms,
    to_ms,
  } = search;
  const said: [words: string | false | undefined, names: (keyof SamplesSearch)[]][] = [
    [a !== undefined && b !== undefined && pairWords(a, b, relation), ['a', 'b', 'relation']],
    [search.disagree && 'candidates differ', ['disagree']],
    [benchmark, ['benchmark']],
    [target, ['target']],
    [outcome, ['outcome']],
    [reason, ['reason']],
    [cluster !== undefined && `cluster ${cluster}`, ['cluster']],
    [text !== undefined && `“${text}”`, ['text']],
    [
      (from_ms !== undefined || to_ms !== undefined) &&
        `${from_ms ?? 0} ms${to_ms === undefined ? ' or more' : ` to ${to_ms} ms`}`,
      ['from_ms', 'to_ms'],
    ],
  ];
  return said.flatMap(([words, names]) => (words ? [{ words, names: [...names, 'at' as const] }] : []));
}

function pairWords(a: string, b: string, relation: NonNullable<SamplesSearch['relation']>): string {
  return {
    differ: `${a} and ${b} differ`,
    a_higher: `${a} right, ${b} wrong`,
    b_higher: `${b} right, ${a} wrong`,
    same: `${a} and ${b} same score`,
  }[relation];
}
