import { randomUUID } from 'node:crypto';
import { isObject, parseJson } from '../../../kernel/json.ts';
import {
  type Batches,
  type BatchLine,
  type BatchRequest,
  type BatchState,
  BatchUnreadable,
  type UnsentRequest,
} from '../../contract/batches.ts';
import type { Exchange } from './exchange.ts';
import { listField, numberField, textField, wholeNumberField } from './json-fields.ts';

/** The metadata key by which our batches are recognised. */
const MARK = 'touchstone_batch';
const PAGE = 100;
const MAX_PAGES = 50;
/** Maximum difference between the clocks of two machines. */
const SKEW_S = 3600;
const ENDED = ['failed', 'completed', 'expired', 'cancelled'];
/** The account's limit of enqueued tokens is reached; there is room again when other batches end. */
const PASSING = ['token_limit_exceeded', 'rate_limit_exceeded'];

/** OpenAI's Batch API: uploads a file of requests and creates a batch from it. */
export function createOpenAIBatches({ ask, lines }: Exchange): Batches {
  return {
    // https://developers.openai.com/api/docs/guides/batch
    most: { requests: 50_000, bytes: 200_000_000 },

    async submit({ id, requests }, signal) {
      const file = await ask('POST', '/files', { signal, sent: toForm(id, requests) });
      if (!file.ok) return file;
      const input_file_id = textField(file.value, 'id');
      const body = JSON.stringify({
        input_file_id,
        endpoint: '/v1/chat/completions',
        completion_window: '24h',
        metadata: { [MARK]: id },
      });
      const made = await ask('POST', '/batches', { signal, sent: { contentType: 'application/json', body } });
      return made.ok ? { ok: true, remoteId: textField(made.value, 'id') ?? '' } : made;
    },

    async find({ id, since }, signal) {
      let after = '';
      for (let page = 0; page < MAX_PAGES; page++) {
        const listed = await ask('GET', `/batches?limit=${PAGE}${after}`, { signal });
        if (!listed.ok) return listed;
        const batches = listField(listed.value, 'data');
        for (const one of batches) {
          const metadata = isObject(one) ? one.metadata : undefined;
          const remoteId = textField(one, 'id');
          if (remoteId !== null && textField(metadata, MARK) === id) return { ok: true, remoteId };
        }
        const last = batches.at(-1);
        const isOlder = (numberField(last, 'created_at') ?? 0) < since / 1000 - SKEW_S;
        const lastId = textField(last, 'id');
        const goesOn = isObject(listed.value) && listed.value.has_more === true;
        if (!goesOn || isOlder || lastId === null) break;
        after = `&after=${encodeURIComponent(lastId)}`;
      }
      return { ok: true, remoteId: null, isCertain: true };
    },

    async look(remoteId, signal) {
      const looked = await ask('GET', `/batches/${encodeURIComponent(remoteId)}`, { signal });
      return looked.ok ? stateOf(looked.value) : looked;
    },

    async *results(remoteId, signal) {
      const looked = await ask('GET', `/batches/${encodeURIComponent(remoteId)}`, { signal });
      if (!looked.ok) throw new BatchUnreadable(looked);
      for (const name of ['output_file_id', 'error_file_id']) {
        const file = textField(looked.value, name);
        if (file === null) continue;
        for await (const line of lines(`/files/${encodeURIComponent(file)}/content`, signal)) {
          const read = readLine(parseJson(line));
          if (read !== null) yield read;
        }
      }
    },

    async cancel(remoteId, signal) {
      const said = await ask('POST', `/batches/${encodeURIComponent(remoteId)}/cancel`, { signal });
      return said.ok ? { ok: true } : said;
    },
  };
}

function toForm(id: string, requests: readonly BatchRequest[]) {
  const boundary = `touchstone-${randomUUID()}`;
  const part = (header: string, text: string) =>
    `--${boundary}\r\ncontent-disposition: form-data; ${header}\r\n\r\n${text}\r\n`;
  const file = requests.map(
    ({ customId, body }) =>
      `{"custom_id":${JSON.stringify(customId)},"method":"POST","url":"/v1/chat/completions","body":${body}}\n`,
  );
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    body: `${part('name="purpose"', 'batch')}${part(
      `name="file"; filename="touchstone-${id}.jsonl"\r\ncontent-type: application/jsonl`,
      file.join(''),
    )}--${boundary}--\r\n`,
  };
}

function stateOf(batch: unknown): BatchState {
  const status = textField(batch, 'status') ?? '';
  const counts = isObject(batch) ? batch.request_counts : undefined;
  const expires = wholeNumberField(batch, 'expires_at');
  return {
    ok: true,
    ended: ENDED.includes(status),
    done: (wholeNumberField(counts, 'completed') ?? 0) + (wholeNumberField(counts, 'failed') ?? 0),
    expiresAt: expires === null ? null : expires * 1000,
    rest: status === 'expired' || status === 'cancelled' ? status : 'lost',
    refused: status === 'failed' ? refusalOf(batch) : null,
  };
}

function refusalOf(batch: unknown): NonNullable<BatchState['refused']> {
  const [first, ...more] = listField(isObject(batch) ? batch.errors : undefined, 'data');
  const said = textField(first, 'message') ?? 'it gives no reason';
  const message = `The provider rejected the batch: ${said}${more.length === 0 ? '' : ` (and ${more.length} more)`}`;
  return { message, passes: PASSING.includes(textField(first, 'code') ?? '') };
}

const UNASKED: Readonly<Record<string, UnsentRequest>> = {
  batch_expired: 'expired',
  batch_cancelled: 'cancelled',
};

function readLine(line: unknown): BatchLine | null {
  const customId = textField(line, 'custom_id');
  if (!isObject(line) || customId === null) return null;
  const { response, error } = line;
  const unasked = UNASKED[textField(error, 'code') ?? ''];
  if (unasked !== undefined) return { customId, unasked };
  const status = numberField(response, 'status_code');
  if (isObject(response) && status !== null)
    return { customId, status, body: JSON.stringify(response.body ?? null) };
  return isObject(error)
    ? { customId, status: 500, body: JSON.stringify({ error }) }
    : { customId, unasked: 'lost' };
}
