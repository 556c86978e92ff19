import { StringDecoder } from 'node:string_decoder';
import { createParser } from 'eventsource-parser';

export interface EventReader {
  push(bytes: Buffer): void;
  /** The stream was closed in order: a last event without its empty line counts. */
  end(): void;
}

/**
 * Reads server-sent events as far as model servers use them: `onData` gets the data of each event, in the turn in
 * which its last byte arrived. Names, ids and comments are passed over.
 */
export function createEventReader(onData: (data: string) => void): EventReader {
  const decoder = new StringDecoder('utf8');
  const parser = createParser({ onEvent: ({ data }) => onData(data) });
  return {
    push: (bytes) => parser.feed(decoder.write(bytes)),
    end: () => parser.feed(`${decoder.end()}\n\n`),
  };
}

/** Reads lines, each an event; empty ones are passed over. */
export function createLineReader(onData: (data: string) => void): EventReader {
  const decoder = new StringDecoder('utf8');
  let pieces: string[] = [];
  const take = (text: string) => {
    const lines = text.split('\n');
    const last = lines.pop() as string;
    for (const line of lines) {
      const whole = [...pieces, line].join('').trim();
      pieces = [];
      if (whole !== '') onData(whole);
    }
    if (last !== '') pieces.push(last);
  };
  return {
    push: (bytes) => take(decoder.write(bytes)),
    end: () => take(`${decoder.end()}\n`),
  };
}
