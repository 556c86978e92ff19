import type { AddressRules } from '../../../kernel/address-guard.ts';
import { createKeyedSlots } from '../../../kernel/slots.ts';
import { ReadingFailure, toReadingError } from '../failures.ts';
import { createGuardedFetch, FETCH_TIMES, type FetchTimes } from './guarded-fetch.ts';

/** A file could not be downloaded; the message gives the reason for people. */
export class DownloadFailed extends Error {
  override readonly name = 'DownloadFailed';
}

/** Downloads files under the same rules as sources: no private address, a size limit, a deadline. */
export type Downloader = ReturnType<typeof createDownloader>;

/**
 * Long enough for a few hundred megabytes over a slow connection; a server that sends nothing is abandoned after
 * `headersMs`.
 */
const TIMES: FetchTimes = { ...FETCH_TIMES, totalMs: 900_000 };

export function createDownloader({ rules, userAgent }: { rules: AddressRules; userAgent: string }) {
  const { fetch, stop } = createGuardedFetch({ rules, userAgent, slots: createKeyedSlots(2), times: TIMES });
  return {
    /**
     * Passes the bytes of an address to `use`. Throws `DownloadFailed` for every failure of the network and the server,
     * also while `use` reads, and if the rules forbid the address; and the errors of `use`.
     */
    async download<T>(
      url: string,
      { maxBytes, signal }: { maxBytes: number; signal: AbortSignal },
      use: (bytes: AsyncIterable<Uint8Array>) => Promise<T>,
    ): Promise<T> {
      try {
        const { status, value } = await fetch(url, { signal }, async (answer) => ({
          status: answer.status,
          value: answer.status === 200 ? { used: await use(answer.body(maxBytes)) } : null,
        }));
        if (value === null) throw new DownloadFailed(`${url} answers ${status}.`);
        return value.used;
      } catch (error) {
        if (error instanceof ReadingFailure)
          throw new DownloadFailed(`${url}: ${toReadingError(error).message}`);
        throw error;
      }
    },
    stop,
  };
}
