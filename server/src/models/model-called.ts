import { createPoint } from '../kernel/point.ts';
import type { Call, ChatOutcome } from './contract/chat.ts';
import { costOf, type ModelPrice } from './contract/cost.ts';
import type { Embed, EmbedOutcome } from './contract/embedding.ts';
import type { FailureClass } from './contract/failure.ts';

/** One attempt at a call, to a model or an application. */
export interface ModelCalled {
  /** As the operator named it, or `endpoint`: applications are named by users. */
  provider: string;
  work: 'chat' | 'embedding';
  /** `aborted`: the caller gave it up. */
  outcome: 'ok' | FailureClass | 'aborted';
  /** Null where it was given up. */
  seconds: number | null;
  /** Null where the server did not say. */
  inputTokens: number | null;
  outputTokens: number | null;
  /** What a successful call cost; null where that is not known. */
  usd: number | null;
}

export const modelCalled = createPoint<ModelCalled>('model.called');

type Callee = Pick<ModelCalled, 'provider'> & { price?: ModelPrice | undefined };

export function tellingCall(call: Call, callee: Callee): Call {
  return (request, options) =>
    modelCalled.isHeard ? told(call(request, options), callee, 'chat') : call(request, options);
}

export function tellingEmbed(embed: Embed, callee: Callee): Embed {
  return (texts, options) =>
    modelCalled.isHeard ? told(embed(texts, options), callee, 'embedding') : embed(texts, options);
}

const UNKNOWN = { seconds: null, inputTokens: null, outputTokens: null, usd: null };

async function told<O extends ChatOutcome | EmbedOutcome>(
  calling: Promise<O>,
  { provider, price }: Callee,
  work: ModelCalled['work'],
): Promise<O> {
  let outcome: O;
  try {
    outcome = await calling;
  } catch (error) {
    modelCalled.tell({ provider, work, outcome: 'aborted', ...UNKNOWN });
    throw error;
  }
  const seconds = outcome.latencyMs / 1000;
  if (!outcome.ok) {
    modelCalled.tell({ ...UNKNOWN, provider, work, outcome: outcome.class, seconds });
    return outcome;
  }
  const { input_tokens: inputTokens } = outcome.usage;
  // An embedding writes nothing.
  const outputTokens = 'output_tokens' in outcome.usage ? outcome.usage.output_tokens : 0;
  const usage = { input_tokens: inputTokens, output_tokens: outputTokens, ...NOT_PRICED };
  const cost = ('cost' in outcome ? outcome.cost : undefined) ?? (price ? costOf(usage, price) : null);
  const usd = cost === null ? null : Number(cost) / PICODOLLARS;
  modelCalled.tell({ provider, work, outcome: 'ok', seconds, inputTokens, outputTokens, usd });
  return outcome;
}

const NOT_PRICED = { reasoning_tokens: null, cached_tokens: null };
const PICODOLLARS = 1e12;
