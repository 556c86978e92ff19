import { type AssertionContext, type Converted, textOf } from './assertion.ts';
import { NotTaken } from './not-taken.ts';
import { modelNamed } from './providers.ts';
import { toList } from './to-list.ts';

type Fields = Readonly<Record<string, unknown>>;
/** What the judge is told of a response, by the value of the assertion. */
type Criterion = (value: unknown, context: AssertionContext) => string;

const facts: Criterion = (value) =>
  `It agrees in every fact with the reference below. It may say less, say more or use other words, and it contradicts nothing of it.\nReference: ${textOf(value)}`;
const given: Criterion = (value) => toList(value).map(textOf).join('\n');

const CRITERIA: Readonly<Record<string, { criterion: Criterion; threshold?: number }>> = {
  'llm-rubric': { criterion: given },
  'model-graded-closedqa': { criterion: given },
  factuality: { criterion: facts },
  'model-graded-factuality': { criterion: facts },
  'g-eval': { criterion: given, threshold: 0.7 },
  'answer-relevance': {
    criterion: () => 'It answers the task, the whole of it and nothing beside it.',
    threshold: 0,
  },
  'context-faithfulness': {
    criterion: (_, context) =>
      `Every statement in it follows from the context below.\nContext: ${contextOf(context)}`,
    threshold: 0,
  },
  'context-recall': {
    criterion: (value, context) =>
      `Whatever the answer says, the context below supports every statement of the reference below.\nReference: ${textOf(value)}\nContext: ${contextOf(context)}`,
    threshold: 0,
  },
  'context-relevance': {
    criterion: (_, context) =>
      `Whatever the answer says, the context below holds what is needed for the task and nothing else.\nContext: ${contextOf(context)}`,
    threshold: 0,
  },
};

export const isModelGraded = (type: string): boolean => Object.hasOwn(CRITERIA, type);

/** The part that asks a judge about a response. Throws `NotTaken`. */
export function toJudged(
  type: string,
  assertion: Fields,
  value: unknown,
  context: AssertionContext,
): Converted {
  const known = CRITERIA[type];
  if (known === undefined) throw new NotTaken('there is no such grader here');
  const model = judgeOf(assertion, context);
  const mark = typeof assertion.threshold === 'number' ? assertion.threshold : known.threshold;
  if (mark !== undefined && (mark < 0 || mark > 1)) throw new NotTaken('its threshold is not from 0 to 1');
  if (assertion.rubricPrompt !== undefined || context.options.rubricPrompt !== undefined)
    context.say('"rubricPrompt" is left out: judges are asked in the words of this service.', assertion);
  return {
    grader: { type: 'judge', options: { model, ...(mark !== undefined && { scale: 'one_to_five' }) } },
    expected: known.criterion(value, context),
    ...(mark !== undefined && { threshold: mark }),
  };
}

/** The judge that the assertion, its test or the command names. */
function judgeOf({ provider }: Fields, { options, judge }: AssertionContext): string {
  const named = [provider, options.provider].map(modelNamed).find((one) => one !== null) ?? judge;
  if (named === undefined)
    throw new NotTaken('no judge is named that this service has; name one with --judge provider/model');
  return named;
}

function contextOf({ vars }: AssertionContext): string {
  const { context } = vars;
  if (context === undefined) throw new NotTaken('the test has no variable "context"');
  return toList(context).map(String).join('\n\n');
}
