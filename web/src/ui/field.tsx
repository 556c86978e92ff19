import { type InputHTMLAttributes, type ReactNode, type TextareaHTMLAttributes, useId } from 'react';

interface Labelled {
  label: string;
  hint?: string;
  /** Takes the whole width of the form. */
  wide?: boolean;
}

/** A labelled input of a form. */
export function Field({ label, hint, wide, ...input }: Labelled & InputHTMLAttributes<HTMLInputElement>) {
  const id = useId();
  return (
    <div className={wide ? 'field wide' : 'field'}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        aria-describedby={hint ? `${id}-hint` : undefined}
        autoComplete="off"
        onInput={({ currentTarget: field }) =>
          field.setCustomValidity(isBlank(field) ? `${label} cannot be blank.` : '')
        }
        {...input}
      />
      {hint && (
        <small id={`${id}-hint`} className="quiet">
          {hint}
        </small>
      )}
    </div>
  );
}

/** What is required and has spaces only, which the browser takes for filled. */
const isBlank = ({ required, value }: HTMLInputElement) => required && value !== '' && value.trim() === '';

/** A labelled text of several lines. */
export function TextField({ label, ...area }: Labelled & TextareaHTMLAttributes<HTMLTextAreaElement>) {
  const id = useId();
  return (
    <div className="field wide">
      <label htmlFor={id}>{label}</label>
      <textarea id={id} rows={5} {...area} />
    </div>
  );
}

interface ChoiceProps extends Labelled {
  name?: string;
  value?: string;
  /** What is chosen at first, where the form holds the choice. */
  initial?: string;
  onPick?: (value: string) => void;
  required?: boolean;
  children: ReactNode;
}

/** A labelled choice; its options are its children. */
export function Choice({ label, hint, name, value, initial, onPick, required, children }: ChoiceProps) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        name={name}
        required={required}
        value={value}
        defaultValue={initial}
        onChange={onPick && ((event) => onPick(event.currentTarget.value))}
      >
        {children}
      </select>
      {hint && <small className="quiet">{hint}</small>}
    </div>
  );
}
