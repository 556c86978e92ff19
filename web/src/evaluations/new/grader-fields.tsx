import { useQuery } from '@tanstack/react-query';
import type { Grader } from '../../api/api.ts';
import { queries } from '../../api/queries.ts';
import { Combo } from '../../ui/combo.tsx';
import { Choice, Field, TextField } from '../../ui/field.tsx';

/** Options of a grader by name, each as JSON. */
type Options = Readonly<Record<string, string>>;

interface GraderFieldsProps {
  grader: string;
  options: Options;
  onChange: (grader: string, options: Options) => void;
}

/** Which grader compares the responses, with a field for each option that it has. */
export function GraderFields({ grader, options, onChange }: GraderFieldsProps) {
  const graders = useQuery(queries.graders).data ?? [];
  const chosen = graders.find(({ type }) => type === grader.trim());
  const change = (name: string, json: string) => {
    const { [name]: _, ...others } = options;
    onChange(grader, json === '' ? others : { ...others, [name]: json });
  };
  return (
    <>
      <Combo
        label="Grader"
        isRequired
        value={grader}
        options={graders
          .filter(({ asks_model, reads_calls }) => !asks_model && !reads_calls)
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
