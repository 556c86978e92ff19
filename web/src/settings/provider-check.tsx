import { useMutation } from '@tanstack/react-query';
import { answer, type Schemas } from '@touchstone/client';
import { usd } from '@touchstone/report/figures';
import { api } from '../api/api.ts';
import { Fact } from '../ui/fact.tsx';
import { Field } from '../ui/field.tsx';
import { type FilledFields, Form, filledFields } from '../ui/form.tsx';

type Check = Schemas['ProviderCheck'];

/** Asks a provider for its models, and a model for what it can do. */
export function ProviderCheck({ name }: { name: string }) {
  const check = useMutation({
    mutationFn: (form: FilledFields) =>
      answer(
        api.POST('/providers/{provider_name}/check', {
          params: { path: { provider_name: name } },
          body: filledFields({ model_id: form.text('model_id') }),
        }),
      ),
  });
  return (
    <>
      <Form label={`Check ${name}`} submit="Check" keep change={check}>
        <Field
          label="Model"
          name="model_id"
          wide
          maxLength={300}
          hint="The check sends the model up to 4 short requests, which may cost money. Without a model, it only lists the models."
        />
      </Form>
      {check.data && <Findings check={check.data} />}
    </>
  );
}

function Findings({ check: { models, model } }: { check: Check }) {
  return (
    <dl className="facts" aria-label="Findings">
      <Fact name="Lists its models">
        {said(
          models.listed,
          models.count === null ? '' : `${models.has_more ? 'at least ' : ''}${models.count} models`,
        )}
      </Fact>
      {models.ids.length > 0 && <Fact name="Models">{models.ids.join(', ')}</Fact>}
      {model && (
        <>
          <Fact name="Responds">{said(model.responds, after(model.latency_ms))}</Fact>
          <Fact name="Streams">{said(model.streams, after(model.first_token_ms))}</Fact>
          <Fact name="Seed">{said(model.seed)}</Fact>
          <Fact name="JSON schema">{said(model.json_schema)}</Fact>
          <Fact name="Tools">{said(model.tools)}</Fact>
          <Fact name="Price per million tokens">
            {model.price === null
              ? 'unknown'
              : `${usd(model.price.input_usd_per_million)} input, ${usd(model.price.output_usd_per_million)} output`}
          </Fact>
          <Fact name="Cost of this check">{usd(model.cost_usd)}</Fact>
        </>
      )}
    </dl>
  );
}

const after = (ms: number | null) => (ms === null ? '' : `after ${Math.round(ms)} ms`);

const said = ({ works, detail }: Check['models']['listed'], more = '') =>
  [works, more, detail ?? ''].filter((part) => part !== '').join(', ');
