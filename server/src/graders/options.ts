/** Options of a grader as JSON: plain values under documented names. */
export type GraderOptions = Readonly<Record<string, unknown>>;

export interface OptionSpec {
  /** What it does, with the default. */
  description: string;
  /** What a value must be, for the message. */
  expects: string;
  accepts(value: unknown): boolean;
}

export type OptionSpecs = Readonly<Record<string, OptionSpec>>;

/** Everything wrong with the given options, as sentences; unknown names are refused. */
export function optionProblems(specs: OptionSpecs, given: GraderOptions): string[] {
  return Object.entries(given).flatMap(([name, value]) => {
    const spec = Object.hasOwn(specs, name) ? specs[name] : undefined;
    if (spec === undefined) {
      return [`unknown option "${name}"; known: ${Object.keys(specs).join(', ')}`];
    }
    return spec.accepts(value) ? [] : [`option "${name}" must be ${spec.expects}`];
  });
}

export const flag = (description: string): OptionSpec => ({
  description,
  expects: 'true or false',
  accepts: (value) => typeof value === 'boolean',
});

export const oneOf = (description: string, words: readonly string[]): OptionSpec => ({
  description,
  expects: `one of ${words.join(', ')}`,
  accepts: (value) => typeof value === 'string' && words.includes(value),
});

/** The option's value when it was given and is a boolean. */
export function flagOf(options: GraderOptions, name: string, fallback: boolean): boolean {
  const value = options[name];
  return typeof value === 'boolean' ? value : fallback;
}

export const words = (description: string): OptionSpec => ({
  description,
  expects: 'a text',
  accepts: (value) => typeof value === 'string' && value.trim() !== '',
});
