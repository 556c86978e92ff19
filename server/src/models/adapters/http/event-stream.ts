import { StringDecoder } from 'node:string_decoder';
import { createParser } from 'eventsource-parser';
import { isObject } from '../../../kernel/json.ts';
import { isErrorObject } from './reported-error.ts';

export interface EventReader {
  push(bytes: Buffer): void;
  /** The stream was closed in order: a last event without its empty line counts. */
  end(): void;
}

/** Takes the data of an event and its name, where it has one. */
export type OnEvent = (data: string, name?: string) => void;

/**
 * Reads server-sent events as far as model servers use them: `onEvent` gets each event, in the turn in which its last
 * byte arrived. A byte order mark, comments, ids and what proxies send to keep a connection open are passed over.
 */
export function createEventReader(onEvent: OnEvent): EventReader {
  return createTextEventReader((data, name) => {
    if (!isKeepAlive(data, name)) onEvent(data, name);
  });
}

/** Reads events whose data is text of the answer, so that no event may be skipped. */
export function createTextEventReader(onEvent: OnEvent): EventReader {
  const decoder = new StringDecoder('utf8');
  const parser = createParser({ onEvent: ({ data, event }) => onEvent(data, event) });
  return {
    push: (bytes) => parser.feed(decoder.write(bytes)),
    end: () => parser.feed(`${decoder.end()}\n\n`),
  };
}

const PING = /^(?:ping|keep-?alive|heartbeat)$/i;
const PING_OBJECT = /^\{\s*"type"\s*:\s*"(?:ping|keep-?alive|heartbeat)"\s*\}$/;
const NOTHING = new Set(['', '{}', '[]', 'null']);
const MAX_OF_PING = 200;

/** An event that carries nothing: a ping, an empty object, or a comment that a proxy wraps in a data line. */
function isKeepAlive(data: string, name: string | undefined): boolean {
  if (name !== undefined && PING.test(name)) return true;
  if (data.length > MAX_OF_PING) return false;
  const text = data.trim();
  return text.startsWith(':') || NOTHING.has(text) || PING.test(text) || PING_OBJECT.test(text);
}

/** The error that an event reports, as the body of a failed call; null where it reports none. */
export function errorInEvent(data: string, name: string | undefined): string | null {
  if (name !== 'error' && !data.includes('rror') && !data.includes('"detail"')) return null;
  let event: unknown;
  try {
    event = JSON.parse(data);
  } catch {
    return name === 'error' ? JSON.stringify({ error: data }) : null;
  }
  if (name === 'error') return isErrorObject(event) ? data : JSON.stringify({ error: event });
  const inChoice = errorInChoice(event);
  if (inChoice !== null) return JSON.stringify({ error: inChoice });
  const isPart = typeof event === 'object' && event !== null && PART.some((member) => member in event);
  return isErrorObject(event) && (!isPart || hasError(event)) ? data : null;
}

/** OpenRouter reports the error of a provider in the choice that it ends. */
function errorInChoice(event: unknown): unknown {
  const choice: unknown = isObject(event) && Array.isArray(event.choices) ? event.choices[0] : undefined;
  return isObject(choice) ? (choice.error ?? null) : null;
}

/** Members of the events of an answer; one of those may have a message or a detail that is no error. */
const PART = ['choices', 'candidates', 'delta', 'content_block'];
const hasError = (event: unknown) => ((event as { error?: unknown }).error ?? null) !== null;

/** Whether a stream without events had only comments, which means that it broke off. */
export function hasOnlyComments(body: string): boolean {
  return body.split(/\r\n?|\n/).every((line) => line.trim() === '' || line.startsWith(':'));
}

/** An event as it goes over the wire. */
export function toEventBytes(data: string, name: string | undefined): Buffer {
  const lines = data.split('\n').map((line) => `data: ${line}\n`);
  return Buffer.from(`${name === undefined ? '' : `event: ${name}\n`}${lines.join('')}\n`);
}

/** Reads lines, each an event; empty ones and empty objects are passed over, and a byte order mark. */
export function createLineReader(onEvent: OnEvent): EventReader {
  const decoder = new StringDecoder('utf8');
  let pieces: string[] = [];
  const take = (text: string) => {
    const lines = text.split('\n');
    const last = lines.pop() as string;
    for (const line of lines) {
      // Trimming takes a byte order mark away too.
      const whole = [...pieces, line].join('').trim();
      pieces = [];
      if (whole !== '' && whole !== '{}') onEvent(whole);
    }
    if (last !== '') pieces.push(last);
  };
  return {
    push: (bytes) => take(decoder.write(bytes)),
    end: () => take(`${decoder.end()}\n`),
  };
}
