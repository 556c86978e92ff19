/** Options of a grader as JSON: plain values by documented names. */
export type GraderOptions = Readonly<Record<string, unknown>>;

/** The types of values, for forms. */
export const OPTION_TYPES = ['boolean', 'number', 'string', 'string_list', 'json'] as const;

export interface OptionSpec {
  type: (typeof OPTION_TYPES)[number];
  /** The effect of the option. */
  description: string;
  /** The accepted values, for the error message. */
  expects: string;
  accepts(value: unknown): boolean;
  /** What is wrong with a value, if `expects` alone is too vague. */
  explains?(value: unknown): string | null;
  /** The accepted values, if they can be listed. */
  values?: readonly string[];
  /** The default value; absent if there is none. */
  default?: boolean | number | string;
  /** Whether it is required. */
  required?: true;
  /** Whether setting it makes the grading time grow faster than the expected answer times the response. */
  costly?: true;
}

export type OptionSpecs = Readonly<Record<string, OptionSpec>>;

/** The problems of given options, as sentences; unknown names and missing required ones are refused. */
export function optionProblems(specs: OptionSpecs, given: GraderOptions): string[] {
  const missing = Object.entries(specs).flatMap(([name, { required, expects }]) =>
    required && given[name] === undefined ? [`option "${name}" is required: ${expects}`] : [],
  );
  const wrong = Object.entries(given).flatMap(([name, value]) => {
    const spec = Object.hasOwn(specs, name) ? specs[name] : undefined;
    if (spec === undefined) {
      return [`unknown option "${name}"; known: ${Object.keys(specs).join(', ')}`];
    }
    if (spec.accepts(value)) return [];
    const detail = spec.explains?.(value) ?? null;
    return [`option "${name}" must be ${spec.expects}${detail === null ? '' : `: ${detail}`}`];
  });
  return [...missing, ...wrong];
}

/** The given options, with defaults for the others. */
export function withDefaults(specs: OptionSpecs, given: GraderOptions): GraderOptions {
  const defaults = Object.entries(specs).flatMap(([name, spec]) =>
    spec.default === undefined ? [] : [[name, spec.default] as const],
  );
  return { ...Object.fromEntries(defaults), ...given };
}

export const flag = (description: string, fallback: boolean): OptionSpec => ({
  type: 'boolean',
  description,
  default: fallback,
  expects: 'true or false',
  accepts: (value) => typeof value === 'boolean',
});

/** One of these words; the default is the first, unless another one or none (null) is given. */
export const oneOf = (
  description: string,
  values: readonly [string, ...string[]],
  fallback: string | null = values[0],
): OptionSpec => ({
  type: 'string',
  description,
  values,
  ...(fallback !== null && { default: fallback }),
  expects: `one of ${values.join(', ')}`,
  accepts: (value) => typeof value === 'string' && values.includes(value),
});

export const words = (description: string): OptionSpec => ({
  type: 'string',
  description,
  expects: 'a text',
  accepts: (value) => typeof value === 'string' && value.trim() !== '',
});
