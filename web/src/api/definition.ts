import type { Schemas } from '@touchstone/client';

type Evaluation = Schemas['Evaluation'];
type NewEvaluation = Schemas['NewEvaluation'];

/** What another evaluation is given anew (its name), or has in its other fields (what a preset filled in). */
type NotCopied = 'name' | 'preset';

/** What defines an evaluation: whatever repeats one takes all of it. A field of the API that is missing here is a type error. */
const DEFINING: Record<Exclude<keyof NewEvaluation, NotCopied>, true> = {
  description: true,
  evaluation_type: true,
  targets: true,
  benchmarks: true,
  custom_eval: true,
  methodology: true,
};

export type Definition = Omit<NewEvaluation, NotCopied>;

/** The definition of an evaluation, field by field as it was sent. */
export function toDefinition(evaluation: Evaluation): Definition {
  const { custom_eval, description, ...fields } = evaluation;
  const given: Record<string, unknown> = {
    ...fields,
    ...(custom_eval !== null && { custom_eval }),
    ...(description !== null && { description }),
  };
  const defining = Object.entries(given).filter(([name]) => Object.hasOwn(DEFINING, name));
  return Object.fromEntries(defining) as Definition;
}
