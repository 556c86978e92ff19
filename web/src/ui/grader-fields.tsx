import type { Schemas } from '@touchstone/client';
import { Combo } from './combo.tsx';
import { Choice, Field, TextField } from './field.tsx';
import type { GraderOptions } from './grader-options.ts';

type Grader = Schemas['Grader'];

interface GraderFieldsProps {
  /** All that the service has. */
  graders: readonly Grader[];
  grader: string;
  options: GraderOptions;
  onChange: (grader: string, options: GraderOptions) => void;
  /** What follows from an empty field; without it a grader is required. */
  hint?: string;
}

/** Which grader compares the responses, with a field for each option that it has. */
export function GraderFields({ graders, grader, options, onChange, hint }: GraderFieldsProps) {
  const chosen = graders.find(({ type }) => type === grader.trim());
  const change = (name: string, json: string) => {
    const { [name]: _, ...others } = options;
    onChange(grader, json === '' ? others : { ...others, [name]: json });
  };
  return (
    <>
      <Combo
        label="Grader"
        isRequired={hint === undefined}
        {...(hint !== undefined && { hint })}
        value={grader}
        options={graders
          .filter(({ rows_only, reads_calls }) => !rows_only && !reads_calls)
          .map(({ type, description }) => ({ value: type, detail: description }))}
        onChange={(type) => onChange(type, type === grader ? options : {})}
      />
      {chosen?.options.map((option) => (
        <OptionField
          key={option.name}
          option={option}
          json={options[option.name] ?? ''}
          onChange={(json) => change(option.name, json)}
        />
      ))}
    </>
  );
}

type Option = Grader['options'][number];

interface OptionFieldProps {
  option: Option;
  /** The value as JSON; empty where it is not given. */
  json: string;
  onChange: (json: string) => void;
}

function OptionField({ option, json, onChange }: OptionFieldProps) {
  const { name, type, description, values, required, default: fallback } = option;
  const label = `Option ${name}`;
  const listed =
    values?.map((value) => JSON.stringify(value)) ?? (type === 'boolean' ? ['true', 'false'] : null);
  if (listed !== null)
    return (
      <Choice label={label} hint={description} value={json} onPick={onChange}>
        <option value="">{fallback === null ? 'none' : `${fallback} (default)`}</option>
        {listed.map((value) => (
          <option key={value} value={value}>
            {JSON.parse(value).toString()}
          </option>
        ))}
      </Choice>
    );
  if (type === 'string_list')
    return (
      <TextField
        label={`${label}, one per line`}
        rows={3}
        required={required}
        title={description}
        value={listFrom(json).join('\n')}
        onChange={({ currentTarget: { value } }) =>
          onChange(value === '' ? '' : JSON.stringify(value.split('\n')))
        }
      />
    );
  if (type === 'json')
    return (
      <TextField
        label={`${label}, as JSON`}
        rows={3}
        required={required}
        title={description}
        value={json}
        onChange={({ currentTarget: { value } }) => onChange(value)}
      />
    );
  const isText = type === 'string';
  return (
    <Field
      label={label}
      hint={description}
      required={required}
      placeholder={fallback === null ? '' : String(fallback)}
      value={isText ? textFrom(json) : json}
      onChange={({ currentTarget: { value } }) =>
        onChange(isText && value !== '' ? JSON.stringify(value) : value)
      }
    />
  );
}

function textFrom(json: string): string {
  const value: unknown = json === '' ? '' : JSON.parse(json);
  return typeof value === 'string' ? value : json;
}

function listFrom(json: string): string[] {
  const value: unknown = json === '' ? [] : JSON.parse(json);
  return Array.isArray(value) ? value.map(String) : [];
}
