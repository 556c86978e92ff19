import { useQuery } from '@tanstack/react-query';
import { answer } from '@touchstone/client';
import { useState } from 'react';
import { api, type Estimate, type Evaluation, type NewEvaluation } from '../api/api.ts';
import { queries } from '../api/queries.ts';
import { Field } from '../ui/field.tsx';
import { type Filled, Form, present } from '../ui/form.tsx';
import { Problem } from '../ui/problem.tsx';
import { useAction } from '../use-action.ts';
import { BenchmarkPicker } from './benchmark-picker.tsx';
import { EstimateView } from './estimate-view.tsx';
import { TargetPicker } from './target-picker.tsx';

interface EvaluationFormProps {
  workspaceId: string;
  onCreated: (evaluation: Evaluation) => void;
}

type Benchmarks = NonNullable<NewEvaluation['benchmarks']>;

/** The value of the form's field `by` where the button for an estimate was pressed. */
const ESTIMATE = 'estimate';

/** Chooses candidates, benchmarks and method; an estimate runs nothing and costs nothing. */
export function EvaluationForm({ workspaceId, onCreated }: EvaluationFormProps) {
  const stacks = useQuery(queries.stacks(workspaceId));
  const scenarios = useQuery(queries.scenarios(workspaceId));
  const sources = useQuery(queries.sources(workspaceId));
  const benchmarks = useQuery(queries.benchmarks);
  const [picked, setPicked] = useState<string[]>([]);
  const [required, setRequired] = useState<string[]>([]);
  const [chosen, setChosen] = useState<Benchmarks>([{ benchmark_type: 'arithmetic' }]);
  const [estimate, setEstimate] = useState<Estimate>();

  const params = { path: { workspace_id: workspaceId } };
  const submit = useAction(async (form: Filled) => {
    const body = evaluationOf(form, targetsOf(picked, required), chosen);
    if (form.text('by') === ESTIMATE) {
      setEstimate(
        await answer(api.POST('/workspaces/{workspace_id}/evaluations/estimate', { params, body })),
      );
    } else {
      onCreated(await answer(api.POST('/workspaces/{workspace_id}/evaluations', { params, body })));
    }
  });
  return (
    <section aria-label="New evaluation">
      <h2>New evaluation</h2>
      <Problem error={stacks.error ?? scenarios.error ?? benchmarks.error} />
      <Form
        label="New evaluation"
        submit="Run"
        orElse={{ label: 'Estimate first', value: ESTIMATE }}
        action={submit}
        keep
      >
        <Field label="Name" name="name" required maxLength={200} />
        <TargetPicker
          legend="Stacks to compare"
          empty="There is no stack yet; describe two under “stacks”."
          options={(stacks.data ?? []).map(({ id, name, model }) => ({
            id,
            name,
            about: `${model.provider} / ${model.model_id}`,
          }))}
          picked={picked}
          onPick={setPicked}
        />
        <TargetPicker
          legend="Scenarios whose requirements they must meet"
          empty="There is no scenario; with one, each stack gets a verdict."
          options={(scenarios.data ?? []).map(({ id, name, workload_type }) => ({
            id,
            name,
            about: workload_type,
          }))}
          picked={required}
          onPick={setRequired}
        />
        <BenchmarkPicker
          benchmarks={benchmarks.data ?? []}
          sources={sources.data ?? []}
          chosen={chosen}
          onChoose={setChosen}
        />
        <Field label="Items of each benchmark" name="sample_size" type="number" min={1} placeholder="100" />
        <Field
          label="Difference that matters"
          name="margin"
          type="number"
          step="any"
          min={0}
          placeholder="0.05"
        />
        <Field label="Confidence" name="confidence_level" type="number" step="any" placeholder="0.95" />
        <Field label="Seed" name="random_seed" type="number" placeholder="0" />
        <Field label="Calls at once, at most" name="max_concurrency" type="number" min={1} />
        <Field label="Most to spend, USD" name="max_cost_usd" type="number" step="any" min={0} />
      </Form>
      {estimate && <EstimateView estimate={estimate} />}
    </section>
  );
}

function targetsOf(stackIds: string[], scenarioIds: string[]): NewEvaluation['targets'] {
  return [
    ...stackIds.map((target_id) => ({ target_type: 'stack' as const, target_id })),
    ...scenarioIds.map((target_id) => ({ target_type: 'scenario' as const, target_id })),
  ];
}

function evaluationOf(
  form: Filled,
  targets: NewEvaluation['targets'],
  benchmarks: Benchmarks,
): NewEvaluation {
  return {
    name: form.text('name') ?? '',
    targets,
    benchmarks,
    methodology: present({
      sample_size: form.number('sample_size'),
      margin: form.number('margin'),
      confidence_level: form.number('confidence_level'),
      random_seed: form.number('random_seed'),
      max_concurrency: form.number('max_concurrency'),
      max_cost_usd: form.number('max_cost_usd'),
    }),
  };
}
