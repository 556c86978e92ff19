import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Dispatcher } from 'undici';
import type { Operation } from '../support/schema-walk.ts';
import type { Answer, Checks } from './fuzz-checks.ts';
import type { Call } from './fuzz-requests.ts';
import type { Tally } from './fuzz-tally.ts';

/** A service as a session sees it. */
export interface Fuzzed {
  url: string;
  client: Dispatcher;
  /** Undefined where the service is open. */
  adminKey: string | undefined;
  operations: readonly Operation[];
  checks: Checks;
  tally: Tally;
  /** Addresses of pages on this machine that may be read as sources. */
  pages: readonly string[];
  /** The provider whose models answer at once; undefined: `baseline` alone. */
  provider: string | undefined;
}

const NO_ANSWER_MS = 20_000;
const READ_BODY_MS = 300;

/** Sends one; undefined where the client itself refuses to, so that there was no request. */
export async function send(
  { client, tally }: Fuzzed,
  call: Call,
  key: string | undefined,
): Promise<Answer | undefined> {
  const authorization: Record<string, string> = key === undefined ? {} : { authorization: `Bearer ${key}` };
  const bytes = call.body === undefined ? null : Buffer.from(call.body);
  const body =
    call.chunked && bytes !== null ? Readable.from([bytes.subarray(0, 5), bytes.subarray(5)]) : bytes;
  const started = performance.now();
  const answered = (answer: Answer) => tally.answered(answer, performance.now() - started, call);
  try {
    const { statusCode: status, ...response } = await client.request({
      method: call.method as 'GET',
      path: call.path,
      headers: { ...authorization, ...call.headers },
      body,
      headersTimeout: NO_ANSWER_MS,
      bodyTimeout: NO_ANSWER_MS,
    });
    const type = String(response.headers['content-type'] ?? '');
    const streams = type.startsWith('text/event-stream');
    const text = streams ? await beginning(response.body) : await response.body.text();
    const json = /[/+]json\b/.test(type) ? parsed(text) : undefined;
    return answered({ status, headers: response.headers, text, body: json });
  } catch (error) {
    const { code, message } = error as { code?: string; message: string };
    if (code === 'UND_ERR_INVALID_ARG') return undefined;
    return answered({ status: NO_ANSWER, headers: {}, text: `${code} ${message}`, body: undefined });
  }
}

/** Stands for no answer at all. */
const NO_ANSWER = 599;

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The first piece of a stream that does not end. */
async function beginning(body: Readable): Promise<string> {
  body.on('error', () => {});
  const piece = await Promise.race([
    body[Symbol.asyncIterator]().next(),
    sleep(READ_BODY_MS, { value: '' }, { ref: false }),
  ]);
  body.destroy();
  return String(piece.value ?? '');
}
