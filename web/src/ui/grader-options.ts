import type { Schemas } from '@touchstone/client';

/** Options of a grader by name, each as JSON; a list may have empty entries, which are left out. */
export type GraderOptions = Readonly<Record<string, string>>;

/** A grader by its name, or with its options. */
export type ChosenGrader = NonNullable<Schemas['Source']['grader']>;

/** Throws for an option that is not valid JSON. */
export function toGrader(grader: string, options: GraderOptions): ChosenGrader {
  const type = grader.trim();
  const given = Object.entries(options).map(([name, json]) => {
    try {
      const value: unknown = JSON.parse(json);
      return [name, Array.isArray(value) ? value.filter((one) => one !== '') : value] as const;
    } catch {
      throw new Error(`The option ${name} of the grader ${type} is not valid JSON.`);
    }
  });
  return given.length === 0 ? type : { type, options: Object.fromEntries(given) };
}

/** The options of a grader as its fields hold them. */
export function optionsOf(
  grader: { options?: Record<string, unknown> } | string | null | undefined,
): GraderOptions {
  const options = typeof grader === 'object' && grader !== null ? (grader.options ?? {}) : {};
  return Object.fromEntries(Object.entries(options).map(([name, value]) => [name, JSON.stringify(value)]));
}
