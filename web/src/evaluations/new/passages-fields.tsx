import { Field } from '../../ui/field.tsx';
import { DEFAULT_PASSAGES, type PassagesDraft } from './draft/draft.ts';

interface PassagesFieldsProps {
  passages: PassagesDraft | undefined;
  onChange: (passages: PassagesDraft) => void;
}

const ASKED_TOO = [
  {
    name: 'gold',
    title: 'Repeat with the right passages',
    shows: 'Shows whether retrieval or the model causes wrong responses.',
  },
  {
    name: 'none',
    title: 'Repeat without passages',
    shows: 'Shows what the model knows without retrieval.',
  },
] as const;

/** How many passages are measured, and with which passages each question is asked besides those that are found. */
export function PassagesFields({ passages = DEFAULT_PASSAGES, onChange }: PassagesFieldsProps) {
  const { k, without } = passages;
  return (
    <>
      <div className="fields">
        <Field
          label="First passages to measure"
          type="number"
          min={1}
          max={50}
          placeholder="5"
          value={k}
          onChange={(event) => onChange({ k: event.currentTarget.value, without })}
        />
      </div>
      {ASKED_TOO.map(({ name, title, shows }) => (
        <label key={name} className="check">
          <input
            type="checkbox"
            checked={!without.includes(name)}
            onChange={() =>
              onChange({
                k,
                without: without.includes(name) ? without.filter((one) => one !== name) : [...without, name],
              })
            }
          />
          <span>
            {title} <span className="quiet">{shows}</span>
          </span>
        </label>
      ))}
    </>
  );
}
