import { Autocomplete } from '@base-ui/react/autocomplete';
import { type ReactNode, useId } from 'react';
import { Dated } from './dated.tsx';

export interface ComboOption {
  /** What stands in the field once it is taken. */
  value: string;
  /** What is known of it, beside it. */
  detail?: string;
}

interface ComboProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  options: readonly ComboOption[];
  hint?: ReactNode;
  isRequired?: boolean;
}

/** Options that are shown before one has to type. */
const MAX_SHOWN = 60;

/** A text with suggestions: what is known is offered with its facts, anything else may be written. */
export function Combo({ label, value, onChange, options, hint, isRequired = false }: ComboProps) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <Autocomplete.Root
        items={options}
        value={value}
        onValueChange={(typed) => onChange(typed)}
        itemToStringValue={(option: ComboOption) => option.value}
        filter={matches}
        limit={MAX_SHOWN}
        openOnInputClick
      >
        <Autocomplete.Input
          id={id}
          required={isRequired}
          maxLength={200}
          aria-describedby={hint ? `${id}-hint` : undefined}
        />
        <Autocomplete.Portal>
          <Autocomplete.Positioner className="suggestions-place" sideOffset={4}>
            <Autocomplete.Popup className="suggestions">
              <Autocomplete.List>
                {(option: ComboOption) => (
                  <Autocomplete.Item key={option.value} value={option} className="palette-item">
                    {option.value}
                    {option.detail && (
                      <small className="quiet">
                        <Dated text={option.detail} />
                      </small>
                    )}
                  </Autocomplete.Item>
                )}
              </Autocomplete.List>
            </Autocomplete.Popup>
          </Autocomplete.Positioner>
        </Autocomplete.Portal>
      </Autocomplete.Root>
      {hint && (
        <small id={`${id}-hint`} className="quiet">
          {typeof hint === 'string' ? <Dated text={hint} /> : hint}
        </small>
      )}
    </div>
  );
}

/** Each word stands somewhere in the value or its facts. */
function matches({ value, detail = '' }: ComboOption, typed: string): boolean {
  const text = `${value} ${detail}`.toLowerCase();
  return typed
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
