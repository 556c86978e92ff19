import type { Stack } from '../api.ts';

interface StackPickerProps {
  stacks: readonly Stack[];
  picked: readonly string[];
  onPick: (ids: string[]) => void;
}

/** Which candidates are compared. */
export function StackPicker({ stacks, picked, onPick }: StackPickerProps) {
  const toggle = (id: string) =>
    onPick(picked.includes(id) ? picked.filter((other) => other !== id) : [...picked, id]);
  return (
    <fieldset className="wide">
      <legend>Stacks to compare</legend>
      {stacks.length === 0 && <p className="quiet">There is no stack yet; describe two under “stacks”.</p>}
      {stacks.map(({ id, name, model }) => (
        <label key={id} className="check">
          <input type="checkbox" checked={picked.includes(id)} onChange={() => toggle(id)} />
          {name}
          <span className="quiet">
            {model.provider} / {model.model_id}
          </span>
        </label>
      ))}
    </fieldset>
  );
}
