/** Options of a grader as JSON: plain values under documented names. */
export type GraderOptions = Readonly<Record<string, unknown>>;

/** What a value is: a form asks for it so. */
export const OPTION_TYPES = ['boolean', 'number', 'string', 'string_list', 'json'] as const;

export interface OptionSpec {
  type: (typeof OPTION_TYPES)[number];
  /** What it does. */
  description: string;
  /** What a value must be, for the message. */
  expects: string;
  accepts(value: unknown): boolean;
  /** Where a value that is not accepted is wrong, where `expects` alone is too much to compare it with. */
  explains?(value: unknown): string | null;
  /** The values there are, where they can be listed. */
  values?: readonly string[];
  /** The value where none is given; absent where that is none of the values. */
  default?: boolean | number | string;
  /** It must be given. */
  required?: true;
  /** Where it is given, the time of grading grows faster than what is expected times the reply. */
  costly?: true;
}

export type OptionSpecs = Readonly<Record<string, OptionSpec>>;

/** Everything wrong with the given options, as sentences; unknown names and missing required ones are refused. */
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

/** The given options, and the default of each that is not given. */
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

/** One of these words; the first is the default, unless another one or none (null) is. */
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
