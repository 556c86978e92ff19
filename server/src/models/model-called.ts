import { createDiagnosticPoint } from '../kernel/point.ts';
import { createSpan } from '../kernel/span.ts';
import type { Call, ChatOutcome, ChatRequest } from './contract/chat.ts';
import { callCost, type ModelPrice } from './contract/cost.ts';
import type { Embed, EmbedOutcome } from './contract/embedding.ts';
import type { FailureClass } from './contract/outcome.ts';

/** One attempt at a call to a model or an application. */
export interface ModelCalled {
  /** The operator's name of the provider, or `endpoint`: users name applications. */
  provider: string;
  work: 'chat' | 'embedding';
  /** `aborted`: the caller aborted it. */
  outcome: 'ok' | FailureClass | 'aborted';
  /** Null if it was aborted. */
  seconds: number | null;
  /** Null if the server did not report it. */
  inputTokens: number | null;
  outputTokens: number | null;
  /** The cost of a successful call; null if unknown. */
  usd: number | null;
}

export const modelCalled = createDiagnosticPoint<ModelCalled>('model.called');

/** A running call to a model. */
export interface ModelCall extends Pick<ModelCalled, 'provider' | 'work'> {
  /** Null if an application is called that names none. */
  modelId: string | null;
  /** Parameters of a chat request. */
  request?: Pick<ChatRequest, 'temperature' | 'maxTokens'>;
}

export const modelCall = createSpan<ModelCall, ChatOutcome | EmbedOutcome>('model.call');

type Callee = Pick<ModelCall, 'provider' | 'modelId'> & { price?: ModelPrice | undefined };

export function withCallEvents(call: Call, callee: Callee): Call {
  return (request, options) => {
    const { provider, modelId } = callee;
    const asked = modelCall.run({ provider, modelId, work: 'chat', request }, () => call(request, options));
    return (modelCalled.isHeard ? withEvents(asked, callee, 'chat') : asked) as ReturnType<Call>;
  };
}

export function withEmbedEvents(embed: Embed, callee: Callee): Embed {
  return (texts, options) => {
    const { provider, modelId } = callee;
    const asked = modelCall.run({ provider, modelId, work: 'embedding' }, () => embed(texts, options));
    return (modelCalled.isHeard ? withEvents(asked, callee, 'embedding') : asked) as ReturnType<Embed>;
  };
}

const UNKNOWN = { seconds: null, inputTokens: null, outputTokens: null, usd: null };

async function withEvents<O extends ChatOutcome | EmbedOutcome>(
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
  // An embedding has no output tokens.
  const outputTokens = 'output_tokens' in outcome.usage ? outcome.usage.output_tokens : 0;
  const usage = { input_tokens: inputTokens, output_tokens: outputTokens, ...NOT_PRICED };
  const cost = ('cost' in outcome ? outcome.cost : undefined) ?? (price ? callCost(usage, price) : null);
  const usd = cost === null ? null : Number(cost) / PICODOLLARS;
  modelCalled.tell({ provider, work, outcome: 'ok', seconds, inputTokens, outputTokens, usd });
  return outcome;
}

const NOT_PRICED = { reasoning_tokens: null, cached_tokens: null };
const PICODOLLARS = 1e12;
