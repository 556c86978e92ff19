import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { badRequest, sendJson, sendRefusal } from '../delivery/reply.ts';
import {
  type Batch,
  type BatchRequest,
  type BatchStore,
  countRequests,
  isAccepted,
  isBatchEnded,
} from './batch-store.ts';
import { sendLines, sendTaken } from './send.ts';

/** OpenAI's files and batches: `/v1/files` and `/v1/batches`. */
export function createOpenAIBatches(store: BatchStore) {
  const files = new Map<string, string>();

  function upload(res: ServerResponse, body: string): void {
    const [, ...parts] = body.split('name="file"');
    const text = parts.join('name="file"').split('\r\n\r\n').slice(1).join('\r\n\r\n');
    const end = text.lastIndexOf('\r\n--');
    if (end < 0 || !body.includes('name="purpose"\r\n\r\nbatch')) {
      sendRefusal(res, badRequest('A file and purpose=batch are required.'));
      return;
    }
    const id = `file-mock${randomUUID().replaceAll('-', '')}`;
    files.set(id, text.slice(0, end));
    sendJson(res, { id, object: 'file', purpose: 'batch', bytes: end });
  }

  function create(res: ServerResponse, body: string): void {
    const given = JSON.parse(body) as Record<string, unknown>;
    const input = files.get(String(given.input_file_id));
    if (
      input === undefined ||
      given.endpoint !== '/v1/chat/completions' ||
      given.completion_window !== '24h'
    ) {
      sendRefusal(res, badRequest('input_file_id, endpoint and completion_window are required.'));
      return;
    }
    const requests = input
      .split('\n')
      .filter((line) => line.trim() !== '')
      .map((line) => {
        const { custom_id, body: asked } = JSON.parse(line) as Record<string, unknown>;
        return { customId: String(custom_id), body: JSON.stringify(asked) };
      });
    if (new Set(requests.map(({ customId }) => customId)).size < requests.length) {
      sendRefusal(res, badRequest('custom_id must be unique.'));
      return;
    }
    sendTaken(res, store.take(requests, given.metadata ?? null, true), toWire);
  }

  const toWire = (batch: Batch) => {
    const isOver = isBatchEnded(batch);
    const expired = batch.requests.some(({ state }) => state === 'expired');
    return {
      id: batch.id,
      object: 'batch',
      endpoint: '/v1/chat/completions',
      status: statusOf(batch, isOver, expired),
      created_at: Math.floor(batch.createdAt / 1000),
      expires_at: Math.floor(batch.createdAt / 1000) + 86_400,
      output_file_id: isOver && batch.requests.some(isAccepted) ? `output-${batch.id}` : null,
      error_file_id: isOver && errorsOf(batch).length > 0 ? `errors-${batch.id}` : null,
      errors: batch.isTurnedDown ? { object: 'list', data: [TOO_MANY] } : null,
      metadata: batch.metadata,
      request_counts: {
        total: batch.requests.length,
        completed: countRequests(batch, isAccepted),
        failed: countRequests(batch, (one) => one.answer !== null && !isAccepted(one)),
      },
    };
  };

  function content(res: ServerResponse, id: string): void {
    const batch = store.find(id.replace(/^(output|errors)-/, ''));
    if (!batch || !isBatchEnded(batch)) {
      sendRefusal(res, badRequest('No such file.', 'not_found', 404));
      return;
    }
    const isOutput = id.startsWith('output-');
    const requests = isOutput ? batch.requests.filter(isAccepted) : errorsOf(batch);
    sendLines(res, store.ordered(requests).map(toLine), isOutput ? store.reading() : COMPLETE_DELIVERY);
  }

  return {
    upload,
    create,
    list(res: ServerResponse, query: string): void {
      const given = new URLSearchParams(query);
      const found = store.list(given.get('after'), Number(given.get('limit') ?? 20));
      if (!found) {
        sendRefusal(res, badRequest('Batches cannot be listed.', 'not_found', 404));
        return;
      }
      sendJson(res, { object: 'list', data: found.batches.map(toWire), has_more: found.hasMore });
    },
    /** Routes below both addresses. */
    below(res: ServerResponse, method: string, path: string): boolean {
      const [, file] = /^\/v1\/files\/([\w-]+)\/content$/.exec(path) ?? [];
      const [, id, cancel] = /^\/v1\/batches\/([\w-]+)(\/cancel)?$/.exec(path) ?? [];
      if (method === 'GET' && file !== undefined) content(res, file);
      else if (id !== undefined && (method === 'POST') === (cancel !== undefined)) {
        const batch = cancel ? store.cancel(id) : store.find(id);
        if (batch) sendJson(res, toWire(batch));
        else sendRefusal(res, badRequest(`No batch ${id}.`, 'not_found', 404));
      } else return false;
      return true;
    },
  };
}

const COMPLETE_DELIVERY = { breaksOff: false, isLacking: false, standsStillMs: 0 };

const TOO_MANY = {
  code: 'token_limit_exceeded',
  message: 'Enqueued token limit reached (mock model).',
  line: null,
  param: null,
};

const errorsOf = ({ requests }: Batch) =>
  requests.filter((one) => !isAccepted(one) && (one.answer !== null || one.state === 'expired'));

function statusOf(batch: Batch, isOver: boolean, expired: boolean): string {
  if (batch.isTurnedDown) return 'failed';
  if (batch.cancelledAt !== null) return isOver ? 'cancelled' : 'cancelling';
  if (!isOver) return 'in_progress';
  return expired ? 'expired' : 'completed';
}

function toLine({ customId, answer }: BatchRequest): string {
  const error =
    answer === null ? { code: 'batch_expired', message: 'This request could not be executed.' } : null;
  const response = answer && {
    status_code: answer.status,
    request_id: `req_mock_${customId}`,
    body: JSON.parse(answer.body) as unknown,
  };
  return JSON.stringify({ id: `batch_req_${customId}`, custom_id: customId, response, error });
}
