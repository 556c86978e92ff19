import { useQuery } from '@tanstack/react-query';
import { answer } from '@touchstone/client';
import { useId, useState } from 'react';
import { api } from '../api/api.ts';
import { queries } from '../api/queries.ts';
import { Field } from '../ui/field.tsx';
import { type Filled, Form, present } from '../ui/form.tsx';
import { Problem } from '../ui/problem.tsx';
import { Fold } from '../ui/section.tsx';
import { useAction } from '../use-action.ts';

/** Describes a candidate; providers and models that are configured are offered, others may be written. */
export function StackForm({ workspaceId, onCreated }: { workspaceId: string; onCreated: () => void }) {
  const id = useId();
  const providers = useQuery(queries.providers);
  const [chosen, setChosen] = useState('');
  const models = providers.data?.find(({ name }) => name === chosen)?.models ?? [];
  const create = useAction(async (form: Filled) => {
    const params = { path: { workspace_id: workspaceId } };
    await answer(api.POST('/workspaces/{workspace_id}/stacks', { params, body: stackOf(form) }));
    setChosen('');
    onCreated();
  });
  return (
    <section aria-label="New stack">
      <h2>New stack</h2>
      <Problem error={providers.error} />
      <Form label="New stack" submit="Make stack" action={create}>
        <Field label="Name" name="name" required maxLength={200} />
        <Field
          label="Provider"
          name="provider"
          list={`${id}-providers`}
          value={chosen}
          onChange={(event) => setChosen(event.currentTarget.value)}
        />
        <Field label="Model" name="model_id" list={`${id}-models`} />
        <Field label="Temperature" name="temperature" type="number" step="any" min={0} max={2} />
        <Field label="Most tokens" name="max_tokens" type="number" min={1} />
        <datalist id={`${id}-providers`}>
          {providers.data?.map(({ name }) => (
            <option key={name} value={name} />
          ))}
        </datalist>
        <datalist id={`${id}-models`}>
          {models.map((model) => (
            <option key={model.id} value={model.id} />
          ))}
        </datalist>
        <Fold title="Framework and hardware">
          <div className="fields">
            <Field label="Orchestration" name="orchestration" />
            <Field label="Observability" name="observability" />
            <Field label="Cloud provider" name="cloud_provider" />
            <Field label="Region" name="region" />
            <Field label="GPU" name="gpu_type" />
            <Field label="Instance family" name="instance_family" />
          </div>
        </Fold>
      </Form>
    </section>
  );
}

function stackOf(form: Filled) {
  const texts = <K extends string>(...names: K[]) =>
    present(
      Object.fromEntries(names.map((name) => [name, form.text(name)])) as Record<K, string | undefined>,
    );
  return {
    name: form.text('name') ?? '',
    model: {
      ...texts('provider', 'model_id'),
      ...present({ temperature: form.number('temperature'), max_tokens: form.number('max_tokens') }),
    },
    framework: texts('orchestration', 'observability'),
    hardware: texts('cloud_provider', 'region', 'gpu_type', 'instance_family'),
  };
}
