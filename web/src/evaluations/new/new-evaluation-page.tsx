import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { begun } from '@touchstone/client';
import { type FormEvent, useEffect, useMemo, useRef, useState } from 'react';
import { api, type Scenario, type Source, type Stack } from '../../api/api.ts';
import { queries } from '../../api/queries.ts';
import { Page } from '../../ui/page.tsx';
import { Problem } from '../../ui/problem.tsx';
import type { EvaluationDraft } from './draft/draft.ts';
import { defaultName, toEvaluationBody } from './draft/evaluation-body.ts';
import { neededMeasurementsOf } from './draft/needs.ts';
import {
  addsNeededMeasurements,
  draftFromEvaluation,
  enlargeEvaluation,
  firstDraft,
  migrationDraft,
} from './draft/start-draft.ts';
import { EstimatePanel } from './estimate-panel.tsx';
import { QuestionsStep } from './questions-step.tsx';
import { SizeStep } from './size-step.tsx';
import { storedDraft, useDraft } from './use-draft.ts';
import { WhoStep } from './who-step.tsx';

const route = getRouteApi('/workspaces/$workspaceId/evaluations/new');

const STEPS = ['Candidates', 'Benchmarks', 'Size and cost'] as const;

/** A new evaluation in three steps; it begins empty, as it was left, or as another one was. */
export function NewEvaluationPage() {
  const { workspaceId } = route.useParams();
  const { from, under, asks, load, more, size, without, moving } = route.useSearch();
  const stacks = useQuery(queries.stacks(workspaceId));
  const scenarios = useQuery(queries.scenarios(workspaceId));
  const sources = useQuery(queries.sources(workspaceId));
  const earlier = useQuery({ ...queries.evaluation(workspaceId, from ?? ''), enabled: from !== undefined });
  const isReady = stacks.data && scenarios.data && sources.data && (from === undefined || earlier.data);
  const above = (
    <Link to="/workspaces/$workspaceId/evaluations" params={{ workspaceId }}>
      Evaluations
    </Link>
  );
  if (!isReady) {
    return (
      <Page title="New evaluation" above={above}>
        <Problem error={stacks.error ?? scenarios.error ?? sources.error ?? earlier.error} />
      </Page>
    );
  }
  const { data: known = [] } = stacks;
  const { data: limits = [] } = scenarios;
  const begunAs =
    from !== undefined
      ? [from, more, size, under, without].filter(Boolean).join(' ')
      : moving !== undefined
        ? `moving ${moving}`
        : undefined;
  const original = earlier.data
    ? draftFromEvaluation(
        enlargeEvaluation(earlier.data, more, size, under, without?.split(',')),
        (draft) => neededMeasurementsOf(draft, known, limits, sources.data ?? []),
        sources.data ?? [],
        addsNeededMeasurements(more, size),
      )
    : moving !== undefined
      ? migrationDraft(moving, known, limits)
      : firstDraft(known, limits);
  const kept = storedDraft(workspaceId, begunAs) ?? original;
  const initial = begunAs === undefined ? withLoad(withItems(withScenario(kept, under), asks), load) : kept;
  return (
    <Page title="New evaluation" above={above}>
      <Steps
        key={begunAs ?? 'new'}
        begunAs={begunAs}
        initial={initial}
        original={original}
        workspaceId={workspaceId}
        stacks={known}
        scenarios={limits}
        sources={sources.data ?? []}
      />
    </Page>
  );
}

function withScenario(draft: EvaluationDraft, id: string | undefined): EvaluationDraft {
  if (id === undefined || draft.scenarios.includes(id)) return draft;
  return { ...draft, scenarios: [...draft.scenarios, id] };
}

/** The items of a source are asked, beside what is asked already. */
function withItems(draft: EvaluationDraft, source: string | undefined): EvaluationDraft {
  if (source === undefined || draft.questions.some(({ subset }) => subset === source)) return draft;
  return { ...draft, questions: [...draft.questions, { type: 'dataset', subset: source, size: '' }] };
}

/** Recorded traffic is sent as load, in the place of the load that requirements would ask for. */
function withLoad(draft: EvaluationDraft, source: string | undefined): EvaluationDraft {
  if (source === undefined || draft.questions.some(({ arrivals }) => arrivals?.trace?.source === source))
    return draft;
  const row = { type: 'load', subset: '', size: '', arrivals: { trace: { source } } };
  return { ...draft, questions: [...draft.questions, row], left: [...new Set([...draft.left, 'load'])] };
}

interface StepsProps {
  workspaceId: string;
  /** The earlier evaluation and how much more of it, or the candidate that is moved from; undefined where it is plain new. */
  begunAs: string | undefined;
  initial: EvaluationDraft;
  /** What it began as: with what there is just enough of, or an earlier evaluation. */
  original: EvaluationDraft;
  stacks: Stack[];
  scenarios: Scenario[];
  sources: Source[];
}

function Steps({ workspaceId, begunAs, initial, original, stacks, scenarios, sources }: StepsProps) {
  const { step = 1 } = route.useSearch();
  const heading = useRef<HTMLHeadingElement>(null);
  const shownStep = useRef(step);
  // A step is a page of its own: a screen reader says which one it is.
  useEffect(() => {
    if (shownStep.current !== step) heading.current?.focus();
    shownStep.current = step;
  }, [step]);
  const navigate = useNavigate({ from: route.id });
  const client = useQueryClient();
  const { draft, change, forget, reset } = useDraft(workspaceId, begunAs, initial);
  const { measurements: needed, gaps } = useMemo(
    () => neededMeasurementsOf(draft, stacks, scenarios, sources),
    [draft, stacks, scenarios, sources],
  );
  const goTo = (next: number) => void navigate({ search: (now) => ({ ...now, step: next }) });
  const run = useMutation({
    mutationFn: async () =>
      begun(
        api.POST('/workspaces/{workspace_id}/evaluations', {
          params: { path: { workspace_id: workspaceId } },
          body: toEvaluationBody(draft, needed, [...stacks, ...scenarios], defaultName(draft, stacks)),
        }),
      ),
    onSuccess: async ({ id }) => {
      forget();
      await client.invalidateQueries({ queryKey: queries.evaluations(workspaceId).queryKey, exact: true });
      await navigate({
        to: '/workspaces/$workspaceId/evaluations/$evaluationId',
        params: { workspaceId, evaluationId: id },
      });
    },
  });
  const isNobody = draft.stacks.length === 0 && draft.models.length === 0;
  const [wasStopped, setWasStopped] = useState(false);
  const send = (event: FormEvent) => {
    event.preventDefault();
    setWasStopped(isNobody);
    if (isNobody) goTo(1);
    else if (step < STEPS.length) goTo(step + 1);
    else run.mutate();
  };
  const clear = () => {
    reset(original);
    void navigate({ search: ({ step: _, ...kept }) => (begunAs === undefined ? {} : kept) });
  };
  return (
    <div className="making">
      <form aria-label="New evaluation" onSubmit={send} className="making-form">
        <nav className="tabs" aria-label="Steps">
          {STEPS.map((name, i) => (
            <Link
              key={name}
              to="."
              search={(now) => ({ ...now, step: i + 1 })}
              aria-current={step === i + 1 ? 'step' : undefined}
            >
              {i + 1}. {name}
            </Link>
          ))}
        </nav>
        <h2 ref={heading} tabIndex={-1}>
          {STEPS[step - 1]}
        </h2>
        {step === 1 && <WhoStep {...{ workspaceId, draft, stacks, scenarios }} onChange={change} />}
        {step === 2 && <QuestionsStep {...{ workspaceId, draft, needed, gaps, sources }} onChange={change} />}
        {step === 3 && (
          <SizeStep
            {...{ workspaceId, draft, needed, sources }}
            named={[...stacks, ...scenarios]}
            onChange={change}
          />
        )}
        {step === 1 && isNobody && wasStopped && (
          <p className="problem" role="alert">
            Select at least one candidate.
          </p>
        )}
        <Problem error={run.error} />
        <div className="buttons">
          {step > 1 && (
            <button type="button" onClick={() => goTo(step - 1)}>
              Back
            </button>
          )}
          <button type="submit" className="primary" disabled={run.isPending}>
            {step < STEPS.length ? 'Next' : 'Run evaluation'}
          </button>
          <button type="button" className="subtle" onClick={clear}>
            {begunAs === undefined ? 'Reset form' : 'Undo changes'}
          </button>
        </div>
      </form>
      <EstimatePanel {...{ workspaceId, draft, needed }} named={[...stacks, ...scenarios]} />
    </div>
  );
}
