import type { ServerResponse } from 'node:http';
import type { AnswerOne } from './batch-store.ts';

/** The part of a response that answers use. */
type UsedResponse = Pick<ServerResponse, 'destroyed' | 'headersSent'> & {
  writeHead(status: number): void;
  write(text: string, then: () => void): void;
  end(text: string): void;
  destroy(): void;
  once(): void;
  off(): void;
};

/**
 * Answers one request of a batch with the code for single calls, including all effects of the script; an interrupted or
 * non-JSON response becomes a 500.
 */
export function createAnswerOne(
  chat: (res: ServerResponse, body: string, arrivedAt: number) => void,
): AnswerOne {
  return (body) => {
    const { promise, resolve } = Promise.withResolvers<{ status: number; body: string }>();
    let status = 500;
    const response: UsedResponse = {
      destroyed: false,
      headersSent: false,
      writeHead(code) {
        status = code;
      },
      write: (_text, then) => then(),
      end: (text) => resolve(isJson(text) ? { status, body: text } : { status: 500, body: BROKEN_RESPONSE }),
      destroy: () => resolve({ status: 500, body: BROKEN_RESPONSE }),
      once() {},
      off() {},
    };
    chat(response as unknown as ServerResponse, body, performance.now());
    return promise;
  };
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

const BROKEN_RESPONSE = JSON.stringify({
  error: { message: 'The answer broke off, as scripted.', type: 'server_error' },
});
