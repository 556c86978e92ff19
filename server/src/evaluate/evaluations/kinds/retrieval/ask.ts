import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '../../../../kernel/errors.ts';
import { unlessAborted } from '../../../../kernel/unless-aborted.ts';
import type { Item } from '../../../../measure/benchmarks/benchmarks.ts';
import { retrievalPrompt, type ShownPassage } from '../../../../measure/retrieval/retrieval.ts';
import type { ChatRequest } from '../../../../models/models.ts';
import { requestForItem, withSystem } from '../../run/call-model.ts';
import type { ModelSlot } from '../../run/model-slot.ts';
import type { Run } from '../../run/run.ts';
import type { PreparedRequest, PrepareRequest } from '../answers/run.ts';
import type { Trial } from '../kind.ts';
import type { PlannedRetrieval } from './describe.ts';

const MAX_SEARCH_ATTEMPTS = 3;
const PAUSE_MS = 1_000;
/** Maximum time for a process without an index, such as a new worker, to build it. */
const INDEX_PATIENCE_MS = 30 * 60_000;

/**
 * Builds the request: for a model, the documented prompt with the chunks of the condition; for an application, its
 * own template, with chunks only under the conditions `gold` and `none`. Chunks are stored with the response.
 */
export const requestWithPassages: PrepareRequest = async (
  run,
  unit,
  item,
  request,
): Promise<PreparedRequest> => {
  const { target } = run.targets[unit.target] as ModelSlot;
  const condition = item.retrieval?.condition ?? 'retrieved';
  const question = questionOfItem(item);
  if (condition !== 'retrieved') {
    const passages = condition === 'gold' ? relevantPassages(item) : [];
    if (target.endpoint) return { request: { ...request, passages }, passages };
    return { request: { ...request, messages: messagesOf(target, question, passages) }, passages };
  }
  if (target.endpoint || !target.retrieval) return { request };
  const passages = await retrievePassages(run, question, target.retrieval);
  if (typeof passages === 'string') {
    return {
      failure: { ok: false, class: 'transient', reason: 'unreachable', message: passages, latencyMs: 0 },
    };
  }
  return { request: { ...request, messages: messagesOf(target, question, passages) }, passages };
};

/** Uses the right chunks under any condition, so that nothing is searched. */
export async function retrievalTrial({ plan, target, item }: Trial<PlannedRetrieval>): Promise<ChatRequest> {
  const first = await item();
  const passages = relevantPassages(first);
  const request = requestForItem(target, first, plan, { epoch: 0 });
  if (target.endpoint) return { ...request, passages };
  return { ...request, messages: messagesOf(target, questionOfItem(first), passages) };
}

const messagesOf = (
  target: Parameters<typeof withSystem>[0],
  question: string,
  passages: readonly ShownPassage[],
) => withSystem(target, retrievalPrompt(question, passages));

/** The question of an item, without a prompt around it. */
export const questionOfItem = ({ input }: Pick<Item, 'input'>) => input.at(-1)?.content ?? '';

/** The distinct chunks that answer an item. */
export function relevantPassages({ retrieval }: Pick<Item, 'retrieval'>): ShownPassage[] {
  const seen = new Set<string>();
  return (retrieval?.relevant ?? []).flatMap(({ id = null, text }) => {
    if (seen.has(text)) return [];
    seen.add(text);
    return [{ id, text }];
  });
}

/** Searches the workspace once its index is ready; returns a sentence if it cannot be searched. */
async function retrievePassages(
  { deps, held, signal, active }: Run,
  question: string,
  how: NonNullable<ModelSlot['target']['retrieval']>,
): Promise<ShownPassage[] | string> {
  const until = performance.now() + INDEX_PATIENCE_MS;
  for (let attempt = 1; ; ) {
    try {
      return await unlessAborted(deps.passages(held.workspaceId).retrieve(question, how), signal);
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof AppError)) throw error;
      if (error.code === 'not_ready' && performance.now() < until) active();
      else if (attempt++ === MAX_SEARCH_ATTEMPTS)
        return `The workspace could not be searched: ${error.message}`;
      await sleep(PAUSE_MS, undefined, { signal });
    }
  }
}
