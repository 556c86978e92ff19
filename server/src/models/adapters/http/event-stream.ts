import { StringDecoder } from 'node:string_decoder';

export interface EventReader {
  push(bytes: Buffer): void;
  /** The stream was closed in order: a last event without its empty line counts. */
  end(): void;
}

/**
 * Reads server-sent events (WHATWG HTML, 9.2.6) as far as model servers use them: `onData` gets the data of
 * each event, in the turn in which its last byte arrived. Names, ids and comments are passed over.
 */
export function createEventReader(onData: (data: string) => void): EventReader {
  const decoder = new StringDecoder('utf8');
  let rest = '';
  let data: string[] = [];

  function dispatch() {
    if (data.length > 0) onData(data.join('\n'));
    data = [];
  }

  function line(text: string) {
    if (text === '') dispatch();
    else if (text.startsWith('data:')) data.push(text.slice(text.charCodeAt(5) === 32 ? 6 : 5));
  }

  function lines(text: string): string {
    let from = 0;
    for (let to = text.indexOf('\n'); to !== -1; to = text.indexOf('\n', from)) {
      line(text.slice(from, text.charCodeAt(to - 1) === 13 && to > from ? to - 1 : to));
      from = to + 1;
    }
    return text.slice(from);
  }

  return {
    push(bytes) {
      rest = lines(rest + decoder.write(bytes));
    },
    end() {
      lines(`${rest + decoder.end()}\n`);
      rest = '';
      dispatch();
    },
  };
}
