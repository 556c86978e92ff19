import type { Grader, Judgement } from './grader.ts';
import type { OptionSpec } from './options.ts';

const limit = (description: string): OptionSpec => ({
  type: 'number',
  required: true,
  description,
  expects: 'a number, 0 or more',
  accepts: (value) => typeof value === 'number' && value >= 0,
});

function within(spent: number | null | undefined, most: unknown, called: string): Judgement {
  if (spent === null || spent === undefined) throw new Error(`the ${called} of this response is not known`);
  return {
    score: Number(spent <= Number(most)),
    extraction: null,
    extracted: String(spent),
    settled: true,
  };
}

/** The duration of the call as stored in the ledger: with other calls beside it, without waiting for a slot. */
export const latency: Grader = {
  type: 'latency',
  version: 1,
  share: 'never',
  expectsNothing: true,
  description:
    'The call took at most `max_ms` milliseconds. A response that was shared or came in a batch has no latency and is unscored.',
  options: { max_ms: limit('The largest accepted latency in milliseconds.') },
  expectedProblem: () => null,
  judge: (_, __, { max_ms }) => within(null, max_ms, 'latency'),
  judgeAnswer: ({ latencyMs }, _, { max_ms }) => within(latencyMs, max_ms, 'latency'),
};

/** The cost of the call by the prices in force when it was made. */
export const cost: Grader = {
  type: 'cost',
  version: 1,
  share: 'never',
  expectsNothing: true,
  description:
    'The call cost at most `max_usd` US dollars. A response of a model without a price is unscored.',
  options: { max_usd: limit('The largest accepted cost in US dollars.') },
  expectedProblem: () => null,
  judge: (_, __, { max_usd }) => within(null, max_usd, 'cost'),
  judgeAnswer: ({ costUsd }, _, { max_usd }) => within(costUsd, max_usd, 'cost'),
};
