import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { InvalidInput } from '../invalid-input.ts';
import type { Outcome } from './outcome.ts';
import type { Tokens } from './stats.ts';

/** A finished request. */
export interface LoggedRequest {
  readonly model: string;
  /** See `promptSha256`. */
  readonly prompt_sha256: string;
  readonly messages: number;
  readonly outcome: Outcome;
  readonly tokens: Tokens | undefined;
}

/** Log of the server's requests, to compare with what its clients counted. */
export interface RequestLog {
  add(request: LoggedRequest): void;
  /** Resolves when everything is written. */
  close(): Promise<void>;
}

/** Creates a file of JSON lines. Throws `invalid_request` if it cannot be written. */
export async function openRequestLog(path: string): Promise<RequestLog> {
  const file = createWriteStream(path);
  try {
    await once(file, 'open');
  } catch (cause) {
    throw new InvalidInput(`The log ${path} cannot be written.`, { cause });
  }
  return {
    add({ tokens, ...request }) {
      // Connections that are closed while the server stops end after the log.
      if (file.writableEnded) return;
      const counted = {
        prompt_tokens: tokens?.prompt ?? 0,
        cached_tokens: tokens?.cached ?? 0,
        completion_tokens: tokens?.completion ?? 0,
      };
      file.write(`${JSON.stringify({ at: new Date().toISOString(), ...request, ...counted })}\n`);
    },
    async close() {
      file.end();
      await once(file, 'close');
    },
  };
}
