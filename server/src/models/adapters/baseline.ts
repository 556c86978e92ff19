import { type Call, NO_USAGE } from '../contract/chat.ts';
import type { Adapter } from './adapter.ts';
import { arithmetic } from './baseline/arithmetic.ts';
import { firstChoice, randomChoice } from './baseline/choices.ts';
import { echo } from './baseline/echo.ts';
import { extractive } from './baseline/extractive.ts';
import type { Program } from './baseline/program.ts';

export const BASELINE_PROGRAMS: readonly Program[] = [
  randomChoice,
  firstChoice,
  extractive,
  arithmetic,
  echo,
];

/**
 * The provider that needs no network. It is not a model: it ignores temperature and token limits, counts no tokens
 * (usage is null), and its latency is that of a function call.
 */
export function createBaseline(): Adapter {
  return {
    connect: (modelId) => toCall(BASELINE_PROGRAMS.find((p) => p.id === modelId)),
    connectEmbedding: () => null,
    async stop() {},
  };
}

function toCall(program: Program | undefined): Call {
  return async (request, { signal }) => {
    signal?.throwIfAborted();
    const startedAt = performance.now();
    if (program === undefined) {
      return {
        ok: false,
        class: 'deterministic',
        reason: 'rejected',
        message: 'There is no such baseline program.',
        latencyMs: 0,
      };
    }
    const prompt = request.messages.findLast((m) => m.role === 'user')?.content ?? '';
    const text = program.answer({ prompt, seed: request.seed ?? 0 });
    return {
      ok: true,
      text,
      reasoning: null,
      finishReason: 'stop',
      usage: NO_USAGE,
      returnedModel: `baseline/${program.id}`,
      sent: {},
      latencyMs: performance.now() - startedAt,
    };
  };
}
