import { Link } from '@tanstack/react-router';
import { describeDemands } from '@touchstone/report';
import type { Scenario, Stack } from '../../api/api.ts';
import { Field } from '../../ui/field.tsx';
import type { EvaluationDraft } from './draft/draft.ts';
import { defaultName } from './draft/evaluation-body.ts';

interface WhoStepProps {
  workspaceId: string;
  draft: EvaluationDraft;
  stacks: readonly Stack[];
  scenarios: readonly Scenario[];
  onChange: (draft: EvaluationDraft) => void;
}

/** Which candidates are compared, and which requirements they are judged by. */
export function WhoStep({ workspaceId, draft, stacks, scenarios, onChange }: WhoStepProps) {
  return (
    <>
      <Field
        label="Name"
        maxLength={200}
        placeholder={defaultName(draft, stacks)}
        value={draft.name}
        onChange={(event) => onChange({ ...draft, name: event.currentTarget.value })}
      />
      <Picker
        legend="Candidates to compare"
        options={stacks.map(({ id, name, model, endpoint }) => ({
          id,
          name,
          about: endpoint
            ? `application at ${endpoint.url}`
            : model.provider && model.model_id
              ? `${model.provider} / ${model.model_id}`
              : 'incomplete',
        }))}
        picked={draft.stacks}
        onPick={(ids) => onChange({ ...draft, stacks: ids })}
        empty={
          <Link to="/workspaces/$workspaceId/candidates" params={{ workspaceId }} search={{ new: true }}>
            Create a candidate first
          </Link>
        }
      />
      {draft.models.length > 0 && (
        <p>
          Also the models{' '}
          {draft.models.map(({ model_provider, model_id }) => `${model_provider}/${model_id}`).join(', ')} of
          the earlier evaluation.{' '}
          <button type="button" onClick={() => onChange({ ...draft, models: [] })}>
            Remove them
          </button>
        </p>
      )}
      <Picker
        legend="Requirements to meet"
        options={scenarios.map((scenario) => ({
          id: scenario.id,
          name: scenario.name,
          about: describeDemands(scenario)
            .map(([what, says]) => `${what}: ${says}`)
            .join(' · '),
        }))}
        picked={draft.scenarios}
        onPick={(ids) => onChange({ ...draft, scenarios: ids })}
        empty={
          <>
            Without requirements, candidates are compared but none is rejected.{' '}
            <Link to="/workspaces/$workspaceId/requirements" params={{ workspaceId }} search={{ new: true }}>
              Create requirements
            </Link>
          </>
        }
      />
    </>
  );
}

interface PickerProps {
  legend: string;
  options: readonly { id: string; name: string; about: string }[];
  picked: readonly string[];
  onPick: (ids: string[]) => void;
  /** Shown where there is nothing to pick. */
  empty: React.ReactNode;
}

function Picker({ legend, options, picked, onPick, empty }: PickerProps) {
  const toggle = (id: string) =>
    onPick(picked.includes(id) ? picked.filter((other) => other !== id) : [...picked, id]);
  return (
    <fieldset className="wide">
      <legend>{legend}</legend>
      {options.length === 0 && <p className="quiet">{empty}</p>}
      {options.map(({ id, name, about }) => (
        <label key={id} className="check">
          <input type="checkbox" checked={picked.includes(id)} onChange={() => toggle(id)} />
          <span>
            {name} <span className="quiet">{about}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
