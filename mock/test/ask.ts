import type { TestContext } from 'node:test';
import { type MockModel, type MockModelOptions, startMockModel } from '../src/mock.ts';

/** A mock that stops with its test. */
export async function startFor(t: TestContext, options: MockModelOptions = {}): Promise<MockModel> {
  const mock = await startMockModel(options);
  t.after(() => mock.stop());
  return mock;
}

export interface Reply {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests read into whatever JSON came back
  json: any;
}

export async function send(
  url: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Reply> {
  const sent =
    body === undefined
      ? {}
      : { method: 'POST', body: typeof body === 'string' ? body : JSON.stringify(body) };
  const res = await fetch(url, { headers, ...sent }).catch(({ cause }: Error) => {
    throw cause;
  });
  const text = await res.text();
  return { status: res.status, headers: Object.fromEntries(res.headers), text, json: parseOrNull(text) };
}

export function chatBody(prompt: string, extra: object = {}): object {
  return { model: 'm', messages: [{ role: 'user', content: prompt }], ...extra };
}

export function ask(mock: MockModel, prompt: string, extra: object = {}): Promise<Reply> {
  return send(`${mock.url}/v1/chat/completions`, chatBody(prompt, extra));
}

/** The text of the answer; fails if there is none. */
export async function answerTo(mock: MockModel, prompt: string, extra: object = {}): Promise<string> {
  const reply = await ask(mock, prompt, extra);
  if (reply.status !== 200) throw new Error(`${reply.status}: ${reply.text}`);
  return reply.json.choices[0].message.content;
}

/** The `data:` lines of a stream. */
export function eventsOf(text: string): string[] {
  return text
    .split('\n\n')
    .filter((event) => event !== '')
    .map((event) => event.replace(/^data: /, ''));
}

const MOST_TURNS = 1_000_000;

/**
 * Resolves once this number of requests are in flight. Waits by turns of the event loop, because a test may have
 * stopped the clock.
 */
export async function untilInFlight(mock: MockModel, requests: number): Promise<void> {
  for (let turns = 0; mock.stats().in_flight !== requests; turns++) {
    if (turns === MOST_TURNS) throw new Error(`There never were ${requests} requests in flight.`);
    await new Promise(setImmediate);
  }
}

function parseOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
