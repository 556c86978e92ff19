import { isObject, parseJson } from '../../../kernel/json.ts';
import { type Batches, type BatchLine, type BatchState, BatchUnreadable } from '../../contract/batches.ts';
import type { CallFailure } from '../../contract/failure.ts';
import type { Exchange } from './exchange.ts';
import { listField, textField, wholeNumberField } from './json-fields.ts';

const PAGE = 100;
const MAX_PAGES = 50;
/** Maximum difference between the clocks of two machines. */
const SKEW_MS = 3_600_000;

/** Anthropic's Message Batches: all requests are sent in one body, and the batch stores only their ids from us. */
export function createAnthropicBatches({ ask, lines }: Exchange): Batches {
  /** Whether its results belong to our requests, by the id of the first. */
  async function isOurs(remoteId: string, id: string, signal: AbortSignal): Promise<boolean | CallFailure> {
    try {
      for await (const line of lines(resultsOf(remoteId), signal))
        return textField(parseJson(line), 'custom_id')?.startsWith(id) ?? false;
      return false;
    } catch (error) {
      if (error instanceof BatchUnreadable) return error.failure;
      throw error;
    }
  }

  return {
    // https://platform.claude.com/docs/en/build-with-claude/batch-processing
    most: { requests: 100_000, bytes: 256_000_000 },

    async submit({ requests }, signal) {
      const all = requests.map(
        ({ customId, body }) => `{"custom_id":${JSON.stringify(customId)},"params":${body}}`,
      );
      const body = `{"requests":[${all.join(',')}]}`;
      const sent = { contentType: 'application/json', body };
      const made = await ask('POST', '/messages/batches', { signal, sent });
      return made.ok ? { ok: true, remoteId: textField(made.value, 'id') ?? '' } : made;
    },

    /** Only results show whose a batch is, so for a batch of the same size that has not ended this is unknown. */
    async find({ id, requests, since }, signal) {
      let after = '';
      let isCertain = true;
      let unread: CallFailure | null = null;
      for (let page = 0; page < MAX_PAGES; page++) {
        const listed = await ask('GET', `/messages/batches?limit=${PAGE}${after}`, { signal });
        if (!listed.ok) return listed;
        const batches = listField(listed.value, 'data');
        for (const one of batches) {
          const remoteId = textField(one, 'id');
          const isLater = Date.parse(textField(one, 'created_at') ?? '') >= since - SKEW_MS;
          if (remoteId === null || !isLater || countsOf(one).all !== requests) continue;
          if (textField(one, 'processing_status') !== 'ended') {
            isCertain = false;
            continue;
          }
          const ours = await isOurs(remoteId, id, signal);
          if (ours === true) return { ok: true, remoteId };
          if (ours !== false) unread = ours;
        }
        const last = batches.at(-1);
        const isOlder = Date.parse(textField(last, 'created_at') ?? '') < since - SKEW_MS;
        const lastId = textField(last, 'id');
        const goesOn = isObject(listed.value) && listed.value.has_more === true;
        if (!goesOn || isOlder || lastId === null) break;
        after = `&after_id=${encodeURIComponent(lastId)}`;
      }
      // A batch whose results we can never read may be ours as well.
      if (unread !== null && unread.class !== 'deterministic') return unread;
      return { ok: true, remoteId: null, isCertain: isCertain && unread === null };
    },

    async look(remoteId, signal) {
      const looked = await ask('GET', `/messages/batches/${encodeURIComponent(remoteId)}`, { signal });
      return looked.ok ? stateOf(looked.value) : looked;
    },

    async *results(remoteId, signal) {
      for await (const line of lines(resultsOf(remoteId), signal)) {
        const read = readLine(parseJson(line));
        if (read !== null) yield read;
      }
    },

    async cancel(remoteId, signal) {
      const path = `/messages/batches/${encodeURIComponent(remoteId)}/cancel`;
      const said = await ask('POST', path, { signal });
      return said.ok ? { ok: true } : said;
    },
  };
}

/** Does not use the `results_url` of a response: the key is sent only to the configured server. */
const resultsOf = (remoteId: string) => `/messages/batches/${encodeURIComponent(remoteId)}/results`;

function countsOf(batch: unknown): { all: number; open: number } {
  const counts = isObject(batch) && isObject(batch.request_counts) ? batch.request_counts : {};
  const all = Object.keys(counts).reduce((sum, name) => sum + (wholeNumberField(counts, name) ?? 0), 0);
  return { all, open: wholeNumberField(counts, 'processing') ?? 0 };
}

function stateOf(batch: unknown): BatchState {
  const expires = Date.parse(textField(batch, 'expires_at') ?? '');
  const { all, open } = countsOf(batch);
  return {
    ok: true,
    ended: textField(batch, 'processing_status') === 'ended',
    done: Math.max(0, all - open),
    expiresAt: Number.isNaN(expires) ? null : expires,
    rest: 'lost',
    refused: null,
  };
}

/** Maps the errors to those of a single call: https://platform.claude.com/docs/en/api/errors */
const STATUS: Readonly<Record<string, number>> = {
  invalid_request_error: 400,
  authentication_error: 401,
  billing_error: 402,
  permission_error: 403,
  not_found_error: 404,
  request_too_large: 413,
  rate_limit_error: 429,
  timeout_error: 504,
  overloaded_error: 529,
};

function readLine(line: unknown): BatchLine | null {
  const customId = textField(line, 'custom_id');
  const result = isObject(line) ? line.result : undefined;
  if (customId === null || !isObject(result)) return null;
  if (result.type === 'expired') return { customId, unasked: 'expired' };
  if (result.type === 'canceled') return { customId, unasked: 'cancelled' };
  if (result.type === 'succeeded') return { customId, status: 200, body: JSON.stringify(result.message) };
  // {type: 'error', error: {type, message}}, or only the inner error.
  const error = isObject(result.error) && isObject(result.error.error) ? result.error.error : result.error;
  const body = JSON.stringify({ type: 'error', error });
  return { customId, status: STATUS[textField(error, 'type') ?? ''] ?? 500, body };
}
