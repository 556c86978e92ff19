import { useMutation, useQueryClient } from '@tanstack/react-query';
import { answer, type Schemas } from '@touchstone/client';
import { api } from '../api/api.ts';
import { Choice, Field } from '../ui/field.tsx';
import { type FilledFields, Form, filledFields } from '../ui/form.tsx';

export type PriceScope = Schemas['CataloguePrice']['scope'];

interface PriceFormProps {
  workspaceId: string;
  /** Whose prices may be set; not empty. */
  scopes: readonly PriceScope[];
  /** The model whose price is set, with its price today; null for one that is named here. */
  model: {
    provider: string;
    model_id: string;
    price: Schemas['ModelPrice'] | undefined;
  } | null;
  onSet: () => void;
}

/** What the form does not ask for, and a new price takes from the one before. */
const KEPT = {
  cache_write_usd_per_million: 'cache writes',
  cache_write_1h_usd_per_million: 'cache writes for an hour',
  request_usd: 'the price of a request',
  context_tiers: 'the rates of long inputs',
  service_tiers: 'the rates of service tiers',
};

/** Sets the price of a model, with its source and date. */
export function PriceForm({ workspaceId, scopes, model, onSet }: PriceFormProps) {
  const price = model?.price;
  const kept = filledFields({
    cache_write_usd_per_million: price?.cache_write_usd_per_million,
    cache_write_1h_usd_per_million: price?.cache_write_1h_usd_per_million,
    request_usd: price?.request_usd,
    context_tiers: price?.context_tiers,
    service_tiers: price?.service_tiers,
  });
  const unchanged = (Object.keys(kept) as (keyof typeof KEPT)[]).map((field) => KEPT[field]);
  const client = useQueryClient();
  const set = useMutation({
    mutationFn: (form: FilledFields) => {
      const body = {
        ...kept,
        provider: form.text('provider') ?? '',
        model_id: form.text('model_id') ?? '',
        input_usd_per_million: form.number('input') ?? 0,
        source: form.text('source') ?? '',
        as_of: form.text('as_of') ?? '',
        ...filledFields({
          output_usd_per_million: form.number('output'),
          cached_input_usd_per_million: form.number('cached_input'),
          from: form.text('from'),
          until: form.text('until'),
        }),
      };
      return answer(
        form.text('scope') === 'service'
          ? api.POST('/catalog/prices', { body })
          : api.POST('/workspaces/{workspace_id}/prices', {
              params: { path: { workspace_id: workspaceId } },
              body,
            }),
      );
    },
    async onSuccess() {
      await client.invalidateQueries({ queryKey: ['workspace', workspaceId, 'prices'] });
      onSet();
    },
  });
  return (
    <Form label="Set a price" submit="Set price" keep change={set}>
      <Field
        label="Provider"
        name="provider"
        required
        maxLength={200}
        readOnly={model !== null}
        defaultValue={model?.provider}
      />
      <Field
        label="Model"
        name="model_id"
        required
        maxLength={200}
        readOnly={model !== null}
        defaultValue={model?.model_id}
      />
      <Usd label="Input" name="input" value={price?.input_usd_per_million} required />
      <Usd label="Output" name="output" value={price?.output_usd_per_million} />
      <Usd label="Cached input" name="cached_input" value={price?.cached_input_usd_per_million} />
      {unchanged.length > 0 && <p className="quiet">Kept from the price before: {unchanged.join(', ')}.</p>}
      <Choice label="Applies to" name="scope" initial="workspace">
        <option value="workspace">this workspace</option>
        {scopes.includes('service') && <option value="service">all workspaces</option>}
      </Choice>
      <Field label="From" name="from" type="date" hint="The first UTC day. Empty: always." />
      <Field label="Until" name="until" type="date" hint="The first day without it. Empty: no end." />
      <Field
        label="Source"
        name="source"
        required
        wide
        maxLength={900}
        placeholder="contract 4711"
        hint="Where the price is from. Verdicts repeat it."
      />
      <Field
        label="Date of the source"
        name="as_of"
        type="date"
        required
        defaultValue={new Date().toISOString().slice(0, 10)}
      />
    </Form>
  );
}

function Usd({
  label,
  name,
  value,
  required,
}: {
  label: string;
  name: string;
  value: number | undefined;
  required?: boolean;
}) {
  return (
    <Field
      label={`${label}, USD per million tokens`}
      name={name}
      type="number"
      min={0}
      step="any"
      required={required}
      defaultValue={value}
    />
  );
}
