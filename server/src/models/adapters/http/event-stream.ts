import { StringDecoder } from 'node:string_decoder';
import { createParser } from 'eventsource-parser';
import { isObject } from '../../../kernel/json.ts';
import { isErrorObject } from './reported-error.ts';

export interface EventReader {
  push(bytes: Buffer): void;
  /** Ends the stream in good order: a last event without its empty line counts. */
  end(): void;
}

/** Receives the data of an event and its name, if it has one. */
export type OnEvent = (data: string, name?: string) => void;

/**
 * Reads server-sent events as model servers use them: `onEvent` receives each event in the turn in which its last byte
 * arrived. A byte order mark, comments, ids and keep-alive data of proxies are ignored.
 */
export function createEventReader(onEvent: OnEvent): EventReader {
  return createTextEventReader((data, name) => {
    if (!isKeepAlive(data, name)) onEvent(data, name);
  });
}

/** Reads events whose data is text of the response, so none is ignored. */
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

/** Whether an event carries nothing: a ping, an empty object, or a proxy's comment in a data line. */
function isKeepAlive(data: string, name: string | undefined): boolean {
  if (name !== undefined && PING.test(name)) return true;
  if (data.length > MAX_OF_PING) return false;
  const text = data.trim();
  return text.startsWith(':') || NOTHING.has(text) || PING.test(text) || PING_OBJECT.test(text);
}

/** The error that an event reports, as the body of a failed call; null if there is none. */
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

/** OpenRouter reports a provider's error in the last choice. */
function errorInChoice(event: unknown): unknown {
  const choice: unknown = isObject(event) && Array.isArray(event.choices) ? event.choices[0] : undefined;
  return isObject(choice) ? (choice.error ?? null) : null;
}

/** Fields of events with response content, in which a `message` or `detail` is not an error. */
const PART = ['choices', 'candidates', 'delta', 'content_block'];
const hasError = (event: unknown) => ((event as { error?: unknown }).error ?? null) !== null;

/** Whether a stream without events had only comments, which means that it was interrupted. */
export function hasOnlyComments(body: string): boolean {
  return body.split(/\r\n?|\n/).every((line) => line.trim() === '' || line.startsWith(':'));
}

/** Serialises an event for the wire. */
export function toEventBytes(data: string, name: string | undefined): Buffer {
  const lines = data.split('\n').map((line) => `data: ${line}\n`);
  return Buffer.from(`${name === undefined ? '' : `event: ${name}\n`}${lines.join('')}\n`);
}

/** Reads lines, each an event. Empty lines, empty objects and a byte order mark are ignored. */
export function createLineReader(onEvent: OnEvent): EventReader {
  const decoder = new StringDecoder('utf8');
  let pieces: string[] = [];
  const take = (text: string) => {
    const lines = text.split('\n');
    const last = lines.pop() as string;
    for (const line of lines) {
      // Trimming also removes a byte order mark.
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
