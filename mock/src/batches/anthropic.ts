import type { ServerResponse } from 'node:http';
import { badRequest, sendJson, sendRefusal } from '../delivery/reply.ts';
import { isObject } from '../script/fields.ts';
import {
  type Batch,
  type BatchRequest,
  type BatchStore,
  countRequests,
  isAccepted,
  isBatchEnded,
} from './batch-store.ts';
import { sendLines, sendTaken } from './send.ts';

/** Anthropic's Message Batches: `/v1/messages/batches`. */
export function createAnthropicBatches(store: BatchStore) {
  function create(res: ServerResponse, body: string): void {
    const { requests } = JSON.parse(body) as { requests?: unknown };
    if (!Array.isArray(requests) || !requests.every(isRequest)) {
      sendRefusal(res, badRequest('requests must be a list of custom_id and params.'));
      return;
    }
    const ids = requests.map(({ custom_id }) => custom_id);
    if (new Set(ids).size < ids.length || !ids.every((id) => /^[\w-]{1,64}$/.test(id))) {
      sendRefusal(res, badRequest('custom_id must be unique, of 1 to 64 letters, digits, _ and -.'));
      return;
    }
    const all = requests.map(({ custom_id, params }) => ({
      customId: custom_id,
      body: JSON.stringify(toChat(params)),
    }));
    sendTaken(res, store.take(all, null, false), toWire);
  }

  return {
    create,
    list(res: ServerResponse, query: string): void {
      const given = new URLSearchParams(query);
      const found = store.list(given.get('after_id'), Number(given.get('limit') ?? 20));
      if (!found) {
        sendRefusal(res, badRequest('Batches cannot be listed.', 'not_found', 404));
        return;
      }
      const data = found.batches.map(toWire);
      sendJson(res, { data, has_more: found.hasMore, last_id: data.at(-1)?.id ?? null });
    },
    /** Routes below the address. */
    below(res: ServerResponse, method: string, path: string): boolean {
      const [, id, what] = /^\/v1\/messages\/batches\/([\w-]+)(?:\/(results|cancel))?$/.exec(path) ?? [];
      if (id === undefined || (method === 'POST') !== (what === 'cancel')) return false;
      const batch = what === 'cancel' ? store.cancel(id) : store.find(id);
      if (!batch || (what === 'results' && !isBatchEnded(batch)))
        sendRefusal(res, badRequest(`No batch ${id} with results.`, 'not_found', 404));
      else if (what === 'results') sendLines(res, store.ordered(batch.requests).map(toLine), store.reading());
      else sendJson(res, toWire(batch));
      return true;
    },
  };
}

interface BatchRequestBody {
  custom_id: string;
  params: Record<string, unknown>;
}

const isRequest = (value: unknown): value is BatchRequestBody =>
  isObject(value) && typeof value.custom_id === 'string' && isObject(value.params);

/** Converts the request to a chat completion request. */
function toChat({ system, messages, ...params }: Record<string, unknown>): object {
  const first = system === undefined ? [] : [{ role: 'system', content: system }];
  return { ...params, messages: [...first, ...(Array.isArray(messages) ? messages : [])] };
}

function toWire(batch: Batch) {
  const isOver = isBatchEnded(batch);
  // The state of requests changes when the whole batch has ended.
  const count = (counts: (request: BatchRequest) => boolean) => (isOver ? countRequests(batch, counts) : 0);
  const created = new Date(batch.createdAt).toISOString();
  return {
    id: batch.id,
    type: 'message_batch',
    processing_status: isOver ? 'ended' : batch.cancelledAt === null ? 'in_progress' : 'canceling',
    request_counts: {
      processing: isOver ? 0 : batch.requests.length,
      succeeded: count(isAccepted),
      errored: count((one) => one.answer !== null && !isAccepted(one)),
      canceled: count(({ state }) => state === 'cancelled'),
      expired: count(({ state }) => state === 'expired'),
    },
    created_at: created,
    expires_at: new Date(batch.createdAt + 86_400_000).toISOString(),
    ended_at: isOver ? created : null,
    results_url: isOver ? `http://results.invalid/${batch.id}` : null,
  };
}

function toLine(request: BatchRequest): string {
  return JSON.stringify({ custom_id: request.customId, result: resultOf(request) });
}

function resultOf({ state, answer }: BatchRequest): object {
  if (answer === null) return { type: state === 'cancelled' ? 'canceled' : 'expired' };
  const body = JSON.parse(answer.body) as Record<string, unknown>;
  if (answer.status >= 300) {
    const said = isObject(body.error) ? body.error : {};
    const isQuota = said.code === 'insufficient_quota';
    const type = isQuota ? 'billing_error' : (ERROR_TYPES[answer.status] ?? 'api_error');
    const error = { type, message: said.message };
    return { type: 'errored', error: { type: 'error', error } };
  }
  return { type: 'succeeded', message: toMessage(body) };
}

const ERROR_TYPES: Readonly<Record<number, string>> = {
  400: 'invalid_request_error',
  404: 'not_found_error',
  429: 'rate_limit_error',
  529: 'overloaded_error',
};

const STOP: Readonly<Record<string, string>> = {
  stop: 'end_turn',
  length: 'max_tokens',
  tool_calls: 'tool_use',
};

/** A chat completion as a message. */
function toMessage(completion: Record<string, unknown>): object {
  const choices = completion.choices as { finish_reason: string; message: { content: string | null } }[];
  const usage = completion.usage as { prompt_tokens: number; completion_tokens: number };
  const [choice] = choices;
  return {
    id: `msg_mock_${String(completion.id)}`,
    type: 'message',
    role: 'assistant',
    model: completion.model,
    content: [{ type: 'text', text: choice?.message.content ?? '' }],
    stop_reason: STOP[choice?.finish_reason ?? ''] ?? 'end_turn',
    stop_sequence: null,
    usage: { input_tokens: usage.prompt_tokens, output_tokens: usage.completion_tokens },
  };
}
