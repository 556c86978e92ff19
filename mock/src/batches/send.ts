import type { ServerResponse } from 'node:http';
import { badRequest, sendJson, sendRefusal } from '../delivery/reply.ts';
import type { Batch, Reading, TakenBatch } from './batch-store.ts';

/** Answers a submission; a lost one is accepted and its connection closed. */
export function sendTaken(res: ServerResponse, taken: TakenBatch, toWire: (batch: Batch) => object): void {
  if ('status' in taken) {
    const { status } = taken;
    sendRefusal(res, {
      ...badRequest('The submission failed, as scripted.'),
      status,
      type: TYPES[status] ?? 'server_error',
    });
  } else if (taken.isLost) res.destroy();
  else setTimeout(() => sendJson(res, toWire(taken.batch)), taken.afterMs).unref();
}

const TYPES: Readonly<Record<number, string>> = { 400: 'invalid_request_error', 429: 'rate_limit_error' };

/** Sends lines of JSON; only the first half if the reading is interrupted. */
export function sendLines(
  res: ServerResponse,
  lines: readonly string[],
  { breaksOff, isLacking, status, standsStillMs }: Reading,
): void {
  if (status !== undefined) {
    sendRefusal(res, { ...badRequest('The results cannot be read, as scripted.'), status });
    return;
  }
  const shown = isLacking ? lines.slice(0, lines.length >> 1) : lines;
  const text = shown.map((line) => `${line}\n`).join('');
  res.writeHead(200, {
    'content-type': 'application/jsonl',
    'x-touchstone-mock': 'true',
    'content-length': Buffer.byteLength(text),
  });
  const middle = text.indexOf('\n', text.length >> 1) + 1;
  if (breaksOff) res.write(text.slice(0, text.length >> 1), () => res.destroy());
  else if (standsStillMs === 0) res.end(text);
  else {
    res.write(text.slice(0, middle));
    setTimeout(() => res.end(text.slice(middle)), standsStillMs).unref();
  }
}
