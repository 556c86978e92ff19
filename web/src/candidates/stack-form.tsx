import { useState } from 'react';
import type { Scenario } from '../api/api.ts';
import { Combo } from '../ui/combo.tsx';
import { Choice, Field, TextField } from '../ui/field.tsx';
import { Fold } from '../ui/section.tsx';
import { contradictions } from './contradictions.ts';
import { jsonProblem } from './endpoint-draft.ts';
import { EndpointForm } from './endpoint-form.tsx';
import { STACK_FIELDS, type StackDraft, type StackField } from './stack-draft.ts';
import {
  cloudOptions,
  type FieldMistake,
  familyOptions,
  frameworkOptions,
  gpuOptions,
  modelMistake,
  modelOptions,
  providerMistake,
  providerOptions,
  regionOptions,
  useFacts,
} from './use-facts.ts';

interface StackFormProps {
  draft: StackDraft;
  onChange: (draft: StackDraft) => void;
  scenarios: readonly Scenario[];
  /** Whether another candidate has this name. */
  isTaken: boolean;
}

const labels = Object.fromEntries(STACK_FIELDS.map(({ key, label }) => [key, label])) as Record<
  StackField,
  string
>;

/** The fields of a candidate: models, hardware and frameworks with what is known of them; anything else may be written. */
export function StackForm({ draft, onChange, scenarios, isTaken }: StackFormProps) {
  const facts = useFacts();
  // As it was when the form opened: it does not close while its address is rewritten.
  const [isApplication] = useState(draft.endpoint.url !== '');
  const set = (key: keyof StackDraft) => (value: string) => onChange({ ...draft, [key]: value });
  const input = (key: StackField | 'name' | 'description') => ({
    value: draft[key],
    onChange: (event: { currentTarget: { value: string } }) => set(key)(event.currentTarget.value),
  });
  const json = (key: StackField | 'retrieval') => ({
    value: draft[key],
    spellCheck: false,
    className: 'code',
    onChange: ({ currentTarget: area }: { currentTarget: HTMLTextAreaElement }) => {
      area.setCustomValidity(jsonProblem(area.value));
      set(key)(area.value);
    },
  });
  const pick = (key: StackField) => ({ label: labels[key], value: draft[key], onChange: set(key) });
  const providerNote = providerMistake(facts, draft.provider);
  const modelNote = modelMistake(facts, draft.provider, draft.model_id);
  const ruledOut = contradictions(facts, draft, scenarios);
  return (
    <>
      <div className="fields">
        <Field
          label="Name"
          required
          maxLength={200}
          wide
          {...(isTaken && {
            hint: `Another candidate has this name. In evaluations of both, one is shown as “${draft.name.trim()} (2)”.`,
          })}
          {...input('name')}
        />
      </div>
      <fieldset className="wide plain">
        <legend>Model</legend>
        <div className="fields">
          <Combo
            {...pick('provider')}
            options={providerOptions(facts)}
            hint={
              providerNote ? (
                <SlipNote slip={providerNote} onTake={set('provider')} />
              ) : (
                'The service that runs the model.'
              )
            }
          />
          <Combo
            {...pick('model_id')}
            options={modelOptions(facts, draft.provider.trim())}
            hint={
              modelNote ? <SlipNote slip={modelNote} onTake={set('model_id')} /> : modelHint(facts, draft)
            }
          />
          <Field
            label={labels.temperature}
            type="number"
            step="any"
            min={0}
            max={2}
            hint="Leave empty for the provider’s default."
            {...input('temperature')}
          />
          <Field
            label={labels.max_tokens}
            type="number"
            min={1}
            hint="Per response."
            {...input('max_tokens')}
          />
        </div>
        <details>
          <summary>More parameters</summary>
          <p className="quiet">Parameters that the provider does not support are reported before a run.</p>
          <div className="fields">
            <Choice
              label={labels.reasoning_effort}
              value={draft.reasoning_effort}
              onPick={set('reasoning_effort')}
              hint="Leave empty for the provider’s default."
            >
              <option value="" />
              {['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'].map((effort) => (
                <option key={effort}>{effort}</option>
              ))}
            </Choice>
            <Field label={labels.top_p} type="number" step="any" min={0} max={1} {...input('top_p')} />
            <Field
              label={labels.seed}
              type="number"
              min={0}
              hint="For the first repetition. Each repetition adds 1."
              {...input('seed')}
            />
            <Field
              label={labels.provider_route}
              hint="Providers behind a router, in order of preference: one, two"
              {...input('provider_route')}
            />
            <Field
              label={labels.service_tier}
              hint="By the provider’s name for it, such as flex or priority."
              {...input('service_tier')}
            />
            <Field
              label={labels.prompt_cache_key}
              hint="Requests with the same key use the same prompt cache."
              {...input('prompt_cache_key')}
            />
            <Field
              label={labels.prompt_cache_retention}
              hint="in_memory or 24h with OpenAI, 5m or 1h with Anthropic and Bedrock."
              {...input('prompt_cache_retention')}
            />
            <TextField label={labels.stop} rows={1} placeholder='["END", "\n"]' {...json('stop')} />
            <TextField
              label={labels.response_format}
              rows={3}
              placeholder='{"type": "json_schema", "schema": {"type": "object"}}'
              {...json('response_format')}
            />
            <TextField label={labels.system} rows={3} {...input('system')} />
            <TextField
              label="Retrieval from this workspace, as JSON"
              rows={1}
              placeholder='{"k": 5, "mode": "hybrid"}'
              {...json('retrieval')}
            />
          </div>
        </details>
      </fieldset>
      <Fold title="Application" open={isApplication}>
        <p className="quiet">
          Enter an address to evaluate a running application with its own prompt, retrieval and tools.
        </p>
        <EndpointForm draft={draft.endpoint} onChange={(endpoint) => onChange({ ...draft, endpoint })} />
      </Fold>
      <fieldset className="wide plain">
        <legend>Where it runs</legend>
        <p className="quiet">
          Select an instance family or GPU if you host the model. Otherwise the provider’s token prices apply.
        </p>
        <div className="fields">
          <Combo {...pick('cloud_provider')} options={cloudOptions(facts)} />
          <Combo {...pick('region')} options={regionOptions(facts, draft)} />
          <Combo {...pick('instance_family')} options={familyOptions(facts, draft)} />
          <Combo {...pick('gpu_type')} options={gpuOptions(facts)} />
          <Field
            label={labels.replicas}
            type="number"
            min={1}
            hint="Leave empty for as many as the load needs."
            {...input('replicas')}
          />
          <Field label={labels.engine} maxLength={200} hint="Include the version." {...input('engine')} />
          <Field label={labels.engine_args} maxLength={4000} {...input('engine_args')} />
          <Field label={labels.quantization} maxLength={200} {...input('quantization')} />
        </div>
      </fieldset>
      <fieldset className="wide plain">
        <legend>Frameworks</legend>
        <div className="fields">
          {(['orchestration', 'observability', 'tracing', 'logging'] as const).map((role) => (
            <Combo key={role} {...pick(role)} options={frameworkOptions(facts, role)} />
          ))}
        </div>
      </fieldset>
      <TextField label="Note" rows={2} maxLength={4000} {...input('description')} />
      {ruledOut.length > 0 && (
        <ul className="warnings" aria-label="Contradictions">
          {ruledOut.map(({ scenario, says, from }) => (
            <li key={`${scenario.id} ${says}`}>
              {scenario.name} {says} <span className="quiet">({from})</span>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/** Describes the model in the field. */
function modelHint(facts: ReturnType<typeof useFacts>, { provider, model_id }: StackDraft): string {
  const known = modelOptions(facts, provider.trim()).find(({ value }) => value === model_id.trim());
  if (known?.detail) return known.detail;
  return model_id.trim() === ''
    ? 'The provider’s name for the model.'
    : 'The catalogue has no price or context length for it.';
}

function SlipNote({ slip: { says, meant }, onTake }: { slip: FieldMistake; onTake: (name: string) => void }) {
  return (
    <span className="warning">
      {says}
      {meant !== undefined && (
        <>
          {' '}
          Did you mean{' '}
          <button type="button" onClick={() => onTake(meant)}>
            {meant}
          </button>
          ?
        </>
      )}
    </span>
  );
}
