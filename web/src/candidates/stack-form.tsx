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
  familyOptions,
  frameworkOptions,
  gpuOptions,
  modelOptions,
  modelSlip,
  providerOptions,
  providerSlip,
  regionOptions,
  type Slip,
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
  const providerNote = providerSlip(facts, draft.provider);
  const modelNote = modelSlip(facts, draft.provider, draft.model_id);
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
            hint: `Another candidate has this name; where both are compared, one is called “${draft.name.trim()} (2)”.`,
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
            hint={providerNote ? <SlipNote slip={providerNote} onTake={set('provider')} /> : 'Who answers.'}
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
            hint="Empty: as the provider has it."
            {...input('temperature')}
          />
          <Field
            label={labels.max_tokens}
            type="number"
            min={1}
            hint="In one answer."
            {...input('max_tokens')}
          />
        </div>
        <details>
          <summary>How it is asked beside</summary>
          <p className="quiet">What the provider does not take is said before anything is asked.</p>
          <div className="fields">
            <Choice
              label={labels.reasoning_effort}
              value={draft.reasoning_effort}
              onPick={set('reasoning_effort')}
              hint="Empty: as the provider has it."
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
              hint="Of the first repeat; each further one adds 1."
              {...input('seed')}
            />
            <Field
              label={labels.provider_route}
              hint="Who may serve it behind a router, the first choice first: one, two"
              {...input('provider_route')}
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
              label="Passages of this workspace, as JSON"
              rows={1}
              placeholder='{"k": 5, "mode": "hybrid"}'
              {...json('retrieval')}
            />
          </div>
        </details>
      </fieldset>
      <Fold title="Application" open={isApplication}>
        <p className="quiet">
          With an address the running application is asked, with its prompt, retrieval and tools, and not the
          model.
        </p>
        <EndpointForm draft={draft.endpoint} onChange={(endpoint) => onChange({ ...draft, endpoint })} />
      </Fold>
      <fieldset className="wide plain">
        <legend>Where it runs</legend>
        <p className="quiet">
          Without a GPU or an instance family the provider is paid for tokens; with one, you are taken to host
          the model.
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
            hint="Empty: as many as the load needs."
            {...input('replicas')}
          />
          <Field label={labels.engine} maxLength={200} hint="With its version." {...input('engine')} />
          <Field label={labels.engine_args} maxLength={4000} {...input('engine_args')} />
          <Field label={labels.quantization} maxLength={200} {...input('quantization')} />
        </div>
      </fieldset>
      <fieldset className="wide plain">
        <legend>What is around it</legend>
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

/** What is known of the model that stands in the field. */
function modelHint(facts: ReturnType<typeof useFacts>, { provider, model_id }: StackDraft): string {
  const known = modelOptions(facts, provider.trim()).find(({ value }) => value === model_id.trim());
  if (known?.detail) return known.detail;
  return model_id.trim() === '' ? 'As the provider calls it.' : 'No price or context is known of it.';
}

function SlipNote({ slip: { says, meant }, onTake }: { slip: Slip; onTake: (name: string) => void }) {
  return (
    <span className="warning">
      {says}
      {meant !== undefined && (
        <>
          {' '}
          Was it meant to be{' '}
          <button type="button" onClick={() => onTake(meant)}>
            {meant}
          </button>
          ?
        </>
      )}
    </span>
  );
}
