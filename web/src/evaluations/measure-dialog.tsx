import { useMutation, useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { begun } from '@touchstone/client';
import { benchmarkFacts } from '@touchstone/client/benchmarks';
import { benchmarkName } from '@touchstone/report';
import { count, plural, usd } from '@touchstone/report/figures';
import { useMemo, useState } from 'react';
import { api, type Evaluation, type NewEvaluation, type Source, type Stack } from '../api/api.ts';
import { queries } from '../api/queries.ts';
import { Dialog } from '../ui/dialog.tsx';
import { Fact } from '../ui/fact.tsx';
import { PlainTable } from '../ui/plain-table.tsx';
import { Problem } from '../ui/problem.tsx';
import { Warnings } from '../ui/warnings.tsx';
import { toEvaluationBody } from './new/draft/evaluation-body.ts';
import { neededMeasurementsOf } from './new/draft/needs.ts';
import { addsNeededMeasurements, draftFromEvaluation, enlargeEvaluation } from './new/draft/start-draft.ts';
import { estimateQuery } from './new/estimate-query.ts';
import { costText, durationText } from './new/estimate-words.ts';
import { countCalls } from './new/smallest-differences.tsx';

interface MeasureDialogProps {
  title: string;
  evaluation: Pick<Evaluation, 'id' | 'workspace_id'>;
  /** The benchmark that gets more items, or `load`, and how many in all: undefined where something was not measured. */
  more: string;
  size: number | undefined;
  /** The scenario whose requirements are open, by its label; null where it is about scores. */
  scenario: string | null;
  onClose: () => void;
}

/**
 * What decides an open question, at once: what is measured, how much of it, its price and duration, and the button that
 * does it. A verdict is of one evaluation, so it is a new one by the same plan, whose known answers are taken over.
 */
export function MeasureDialog({
  title,
  evaluation: { id, workspace_id },
  more,
  size,
  scenario,
  onClose,
}: MeasureDialogProps) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const stacks = useQuery(queries.stacks(workspace_id));
  const scenarios = useQuery(queries.scenarios(workspace_id));
  const sources = useQuery(queries.sources(workspace_id));
  const earlier = useQuery(queries.evaluation(workspace_id, id));
  const under = earlier.data?.targets.find(
    ({ target_type, target_id, label }) =>
      target_type === 'scenario' &&
      scenario !== null &&
      (label ?? scenarios.data?.find((one) => one.id === target_id)?.name) === scenario,
  )?.target_id;
  const [withAll, setWithAll] = useState(false);
  const rejected = stacks.data && earlier.data ? rejectedIn(earlier.data, stacks.data, scenario) : [];
  const without = withAll ? '' : rejected.map(({ id }) => id).join();
  const body = useMemo(() => {
    if (!stacks.data || !scenarios.data || !sources.data || !earlier.data) return undefined;
    const [known, limits, texts] = [stacks.data, scenarios.data, sources.data];
    const needed = (draft: Parameters<typeof neededMeasurementsOf>[0]) =>
      neededMeasurementsOf(draft, known, limits, texts);
    const asIt = enlargeEvaluation(earlier.data, more, size, under, without.split(','));
    const draft = draftFromEvaluation(asIt, needed, texts, addsNeededMeasurements(more, size));
    return toEvaluationBody(draft, needed(draft).measurements, [...known, ...limits]);
  }, [stacks.data, scenarios.data, sources.data, earlier.data, more, size, under, without]);
  const estimate = useQuery({ ...estimateQuery(workspace_id, body), enabled: body !== undefined });
  const run = useMutation({
    mutationFn: async () => {
      if (body === undefined) throw new Error('There is nothing to measure.');
      const params = { path: { workspace_id } };
      return begun(api.POST('/workspaces/{workspace_id}/evaluations', { params, body }));
    },
    onSuccess: async (made) => {
      await client.invalidateQueries({ queryKey: queries.evaluations(workspace_id).queryKey, exact: true });
      await navigate({
        to: '/workspaces/$workspaceId/evaluations/$evaluationId/run',
        params: { workspaceId: workspace_id, evaluationId: made.id },
      });
    },
  });
  const error = estimate.error ?? stacks.error ?? scenarios.error ?? sources.error ?? earlier.error;
  const waiting = error === null ? 'Calculating…' : 'not known';
  const { data } = estimate;
  const plan = body && earlier.data ? planOf(body, earlier.data, sources.data ?? []) : undefined;
  return (
    <Dialog title={title} isOpen onClose={onClose}>
      <ul aria-label="Measurements">
        {plan?.changed.map((says) => (
          <li key={says}>{says}</li>
        ))}
      </ul>
      {plan && <Who scenario={under === undefined ? null : scenario} left={plan.left} />}
      {rejected.length > 0 && (
        <label className="check">
          <input type="checkbox" checked={withAll} onChange={() => setWithAll(!withAll)} />
          <span>
            Include {rejected.map(({ label }) => label).join(', ')}{' '}
            <span className="quiet">
              Already rejected; more data does not change that. If not included, the new verdict omits{' '}
              {rejected.length === 1 ? 'it' : 'them'}.
            </span>
          </span>
        </label>
      )}
      {plan && plan.kept.length > 0 && (
        <p className="quiet">
          Also as before: {plan.kept.join(', ')}. Stored responses are reused at no cost.
        </p>
      )}
      {body && <Each workspaceId={workspace_id} body={body} named={stacks.data ?? []} />}
      <dl className="facts" aria-live="polite">
        <Fact name="Maximum cost">{data ? costText(data) : waiting}</Fact>
        <Fact name="Duration">{data ? durationText(data) : waiting}</Fact>
        <Fact name="Model calls">{data ? count(countCalls(data)) : waiting}</Fact>
      </dl>
      {data && <Warnings warnings={data.warnings} />}
      <Problem error={run.error ?? error} />
      <div className="buttons">
        <button
          type="button"
          className="primary"
          disabled={run.isPending || data === undefined}
          onClick={() => run.mutate()}
        >
          Start measuring
        </button>
        <Link
          className="button"
          to="/workspaces/$workspaceId/evaluations/new"
          params={{ workspaceId: workspace_id }}
          search={{
            from: id,
            step: 2,
            more,
            ...(size !== undefined && { size }),
            ...(under !== undefined && { under }),
            ...(without !== '' && { without }),
          }}
        >
          Edit first
        </Link>
        <button type="button" className="subtle" onClick={onClose}>
          Cancel
        </button>
      </div>
    </Dialog>
  );
}

/** The candidates that every scenario in question rejects: more of anything does not change that. A baseline stays. */
function rejectedIn(
  { targets, results, methodology }: Evaluation,
  stacks: readonly Stack[],
  scenario: string | null,
): { id: string; label: string }[] {
  const verdicts = (results?.verdict ?? []).filter(
    ({ scenario_label }) => scenario === null || scenario_label === scenario,
  );
  if (verdicts.length === 0) return [];
  return targets.flatMap(({ target_type, target_id: id, label: own }) => {
    const label = own ?? stacks.find((one) => one.id === id)?.name;
    const isRejected =
      target_type === 'stack' &&
      label !== methodology?.baseline &&
      verdicts.every(({ rejected }) => rejected.some((one) => one.label === label));
    return isRejected && id !== undefined && label !== undefined ? [{ id, label }] : [];
  });
}

/** What each candidate takes by itself: its calls, its price, its time. */
function Each({
  workspaceId,
  body,
  named,
}: {
  workspaceId: string;
  body: NewEvaluation;
  named: readonly Stack[];
}) {
  const candidates = body.targets.filter(({ target_type }) => target_type !== 'scenario');
  const alone = useQueries({
    queries: candidates.map((candidate) =>
      estimateQuery(workspaceId, {
        ...body,
        targets: body.targets.filter((one) => one === candidate || one.target_type === 'scenario'),
      }),
    ),
  });
  return (
    <PlainTable
      head={['Candidate', 'Calls', 'Maximum cost', 'Duration alone']}
      rows={candidates.map(({ label, target_id, model_id }, i) => {
        const found = alone[i]?.data;
        const waiting = alone[i]?.error ? 'not known' : '…';
        return [
          label ?? named.find(({ id }) => id === target_id)?.name ?? model_id ?? '',
          found ? count(countCalls(found)) : waiting,
          found ? usd(found.cost_usd) : waiting,
          found ? durationText(found) : waiting,
        ];
      })}
    />
  );
}

/** Under which scenario is measured, and what of the others. */
function Who({ scenario, left }: { scenario: string | null; left: number }) {
  if (scenario === null) return null;
  return (
    <p className="quiet">
      For {scenario}.
      {left > 0 &&
        ` ${plural(left, 'other scenario')} ${left === 1 ? 'is' : 'are'} not measured again and ${left === 1 ? 'keeps its verdict' : 'keep their verdicts'}.`}
    </p>
  );
}

type Choice = NonNullable<NewEvaluation['benchmarks']>[number];

/** What is measured that was not, or more of, in a sentence each; and the names of what is measured as before. */
function planOf(
  body: NewEvaluation,
  earlier: Evaluation,
  sources: readonly Source[],
): { changed: string[]; kept: string[]; left: number } {
  const titleOf = (subset: string) => sources.find(({ id }) => id === subset)?.title ?? subset;
  const keyOf = ({ benchmark_type: type, subset }: Pick<Choice, 'benchmark_type' | 'subset'>) =>
    subset == null ? type : `${type}/${titleOf(subset)}`;
  const changed: string[] = [];
  const kept: string[] = [];
  for (const one of body.benchmarks ?? []) {
    const before = earlier.benchmarks.find((other) => keyOf(other) === keyOf(one));
    const name = benchmarkName(keyOf(one));
    const noun = benchmarkFacts(one.benchmark_type)?.counts === 'requests' ? 'request' : 'question';
    const size = one.num_samples == null ? '' : `: ${plural(one.num_samples, noun)} per candidate`;
    if (before && (before.num_samples ?? null) === (one.num_samples ?? null)) kept.push(name);
    else if (before?.num_samples == null) changed.push(`${name}${size}`);
    else changed.push(`${name}${size} (was ${count(before.num_samples)})`);
  }
  const scenariosOf = ({ targets }: Pick<NewEvaluation, 'targets'>) =>
    targets.filter(({ target_type }) => target_type === 'scenario').length;
  return { changed, kept, left: scenariosOf(earlier) - scenariosOf(body) };
}
