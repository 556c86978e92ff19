import { useQueries, useQuery } from '@tanstack/react-query';
import {
  benchmarkName,
  type DetectableCurve,
  loadDurationSentence,
  minimumSentence,
  type NeededMeasurement,
  noWorsePowerSentence,
} from '@touchstone/report';
import { count, duration, usd } from '@touchstone/report/figures';
import { lazy, Suspense, useRef } from 'react';
import type { Estimate } from '../../api/api.ts';
import { Problem } from '../../ui/problem.tsx';
import { Fold } from '../../ui/section.tsx';
import { Warnings } from '../../ui/warnings.tsx';
import { DEFAULT_MARGIN, type EvaluationDraft, type NamedParts } from './draft/draft.ts';
import { withQuestionsOnly } from './draft/evaluation-body.ts';
import { asksForMinimums, asksNothing, isMeasurement } from './draft/needs.ts';
import { estimateQuery, readOrNull, useSettledBody } from './estimate-query.ts';
import { costText, durationText } from './estimate-words.ts';
import { countCalls, SmallestDifferences } from './smallest-differences.tsx';

const DetectablePlot = lazy(async () => ({
  default: (await import('./detectable-plot.tsx')).DetectablePlot,
}));

/** The sizes whose estimates make the curve. */
const SIZES = [25, 50, 100, 200, 400, 800, 1600, 3200, 6400];

interface EstimatePanelProps {
  workspaceId: string;
  draft: EvaluationDraft;
  needed: readonly NeededMeasurement[];
  /** What may be chosen, for the labels. */
  named: readonly NamedParts[];
}

/**
 * What a run would cost, how long it would take, and what it could show. A figure belongs to the form as it is now: while
 * a new one is worked out, none is shown.
 */
export function EstimatePanel({ workspaceId, draft, needed, named }: EstimatePanelProps) {
  const { body, error } = useSettledBody(draft, needed, named);
  const isEmpty = asksNothing(draft, needed);
  const estimate = useQuery({
    ...estimateQuery(workspaceId, body),
    enabled: body !== undefined && !isEmpty,
  });
  const shown = body === undefined ? undefined : estimate.data;
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <aside className="panel estimate" aria-label="Estimate">
      {shown && (
        <button
          type="button"
          className="estimate-line"
          onClick={() => heading.current?.scrollIntoView({ block: 'start' })}
        >
          {usd(shown.cost_usd)} · {durationText(shown)} · {count(countCalls(shown))} calls
        </button>
      )}
      <h2 ref={heading}>Estimate</h2>
      {isEmpty && (
        <p className="quiet">
          {draft.stacks.length + draft.models.length === 0
            ? 'Select candidates to see the cost.'
            : 'Select a benchmark to see the cost.'}
        </p>
      )}
      {!isEmpty && (
        <>
          <Problem error={error ?? (body === undefined ? null : estimate.error)} />
          <dl className="facts" aria-live="polite" aria-busy={shown === undefined}>
            <Figure name="Cost" says={shown && costText(shown)} />
            <Figure name="Duration" says={shown && durationText(shown)} />
            {shown?.load && <Figure name="Load" says={duration(shown.load.duration_seconds)} />}
            <Figure name="Model calls" says={shown && count(countCalls(shown))} />
          </dl>
          {shown && (
            <>
              <Warnings warnings={shown.warnings} />
              <Minimums benchmarks={shown.benchmarks} />
              <NoWorsePower planned={shown.no_worse ?? []} />
              <Curve {...{ workspaceId, draft, needed, named }} estimate={shown} />
              <Fold title="Assumptions">
                {shown.load && <p>{loadDurationSentence(shown)}</p>}
                <SmallestDifferences benchmarks={shown.benchmarks} />
                <ul className="quiet">
                  {shown.assumptions.map((assumption) => (
                    <li key={assumption}>{assumption}</li>
                  ))}
                </ul>
              </Fold>
            </>
          )}
        </>
      )}
    </aside>
  );
}

function Figure({ name, says }: { name: string; says: string | undefined }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{says ?? <span className="quiet">Calculating…</span>}</dd>
    </div>
  );
}

/** What the planned questions can show of each minimum quality. */
function Minimums({ benchmarks }: Pick<Estimate, 'benchmarks'>) {
  const rows = benchmarks.flatMap((one) => (one.minimums ?? []).map((minimum) => ({ ...one, ...minimum })));
  if (rows.length === 0) return null;
  return (
    <section aria-label="Minimum scores">
      <h3>Minimum scores</h3>
      <ul>
        {rows.map((row) => (
          <li key={`${row.scenario_label} ${row.benchmark}`}>{minimumSentence(row)}</li>
        ))}
      </ul>
    </section>
  );
}

/** What the plan can show of each thing that candidates are to be no worse in. */
function NoWorsePower({ planned }: { planned: NonNullable<Estimate['no_worse']> }) {
  if (planned.length === 0) return null;
  return (
    <section aria-label="No worse">
      <h3>No worse</h3>
      <ul>
        {planned.map((one) => (
          <li key={`${one.measure} ${one.benchmark}`}>{noWorsePowerSentence(one)}</li>
        ))}
      </ul>
    </section>
  );
}

function Curve({ workspaceId, draft, needed, named, estimate }: EstimatePanelProps & { estimate: Estimate }) {
  const scored =
    draft.questions.some(({ type }) => !isMeasurement(type)) ||
    draft.custom !== null ||
    asksForMinimums(draft, needed);
  const isCompared = draft.stacks.length + draft.models.length > 1;
  const sizes = useQueries({
    queries: SIZES.map((size) => ({
      ...estimateQuery(workspaceId, readOrNull(() => withQuestionsOnly(draft, needed, size, named)).body),
      enabled: scored && isCompared,
    })),
  });
  if (!scored) return <p className="quiet">Add a benchmark to compare quality.</p>;
  if (!isCompared) return <p className="quiet">Select a second candidate to compare quality.</p>;
  if (sizes.some(({ isPending, error }) => isPending && error === null)) return null;
  const margin = Number(draft.method.margin || DEFAULT_MARGIN) / 100;
  const curves = curvesOf(
    sizes.flatMap(({ data }) => (data ? [data] : [])),
    estimate,
  );
  if (curves.length === 0) return null;
  return (
    <Suspense fallback={null}>
      <DetectablePlot curves={curves} margin={margin} />
    </Suspense>
  );
}

/** A curve for each benchmark: one point for each number of questions that it has. */
function curvesOf(estimates: readonly Estimate[], planned: Estimate): DetectableCurve[] {
  const all = estimates.flatMap(({ benchmarks }) => benchmarks);
  return [...Map.groupBy(all, ({ benchmark }) => benchmark)].flatMap(([benchmark, sizes]) => {
    const byItems = new Map(sizes.map((one) => [one.items, differenceOf(one)]));
    const points = [...byItems].flatMap(([items, difference]) =>
      difference === null ? [] : [{ items, difference }],
    );
    if (points.length === 0) return [];
    const now = planned.benchmarks.find((one) => one.benchmark === benchmark);
    const difference = now ? differenceOf(now) : null;
    const foundBy = now?.as_found_before?.evaluation_name;
    return [
      {
        ...{ benchmark: benchmarkName(benchmark), points },
        ...(now && difference !== null && { planned: { items: now.items, difference } }),
        ...(foundBy !== undefined && { foundBy }),
      },
    ];
  });
}

/** What was found of the same questions before tells more than the worst that they could be. */
const differenceOf = ({ as_found_before, smallest_detectable_difference }: Estimate['benchmarks'][number]) =>
  as_found_before === undefined
    ? smallest_detectable_difference
    : as_found_before.smallest_detectable_difference;
