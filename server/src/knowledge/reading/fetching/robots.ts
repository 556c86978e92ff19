import { LRUCache } from 'lru-cache';
import robotsModule from 'robots-parser';
import { unlessAborted } from '../../../kernel/unless-aborted.ts';
import { ReadingFailure } from '../failures.ts';
import type { Answer, GuardedFetch } from './guarded-fetch.ts';

export type Robots = ReturnType<typeof createRobots>;

type Rules = { allows(url: URL): boolean };

// The package is CommonJS and exports the function itself; its types say `default`.
const parseRobots = robotsModule as unknown as (
  url: string,
  text: string,
) => {
  isAllowed(url: string, userAgent: string): boolean | undefined;
};

/** RFC 9309 section 2.5: anything longer need not be read. */
const MAX_BYTES = 500 * 1024;
/** Time limit for one robots.txt, including redirects; each origin in a page's redirects has its own. */
const TOTAL_MS = 20_000;
/** RFC 9309 section 2.4 allows caching for a day. With an hour, a change is noticed on the same day. */
const KEPT_MS = 3_600_000;
const KEPT_HOSTS = 1_000;
/** The maximum number of matching steps on the main loop; with wildcards they grow with rules times path. */
const MAX_MATCHING_STEPS = 1e8;

/** Reads and caches the robots.txt of each origin by RFC 9309: 4xx allows everything, 5xx nothing. */
export function createRobots({ fetch, userAgent }: { fetch: GuardedFetch['fetch']; userAgent: string }) {
  const kept = new LRUCache<string, Promise<Rules>>({ max: KEPT_HOSTS, ttl: KEPT_MS });

  async function readRules(origin: string): Promise<Rules> {
    const address = `${origin}/robots.txt`;
    // The request has its own signal, because several readings wait for it, and the end of one must not end the others.
    const { signal } = new AbortController();
    return fetch(address, { signal, totalMs: TOTAL_MS }, async (answer) =>
      rulesOf(address, answer, userAgent),
    ).catch((error: unknown) => {
      // RFC 9309 section 2.3.1.2: more than five redirects count as a missing file.
      if (error instanceof ReadingFailure && error.code === 'too_many_redirects') return ALL_ALLOWED;
      throw error instanceof ReadingFailure ? ofRobots(error) : error;
    });
  }

  function rulesAt(origin: string): Promise<Rules> {
    const found = kept.get(origin);
    if (found) return found;
    const rules = readRules(origin);
    kept.set(origin, rules);
    // A failure is not cached: the next reading requests robots.txt again.
    rules.catch(() => {
      if (kept.peek(origin) === rules) kept.delete(origin);
    });
    return rules;
  }

  return {
    /** @throws ReadingFailure `blocked_by_robots`, or the reason why robots.txt could not be read */
    async requireAllowed(url: URL, signal: AbortSignal): Promise<void> {
      const rules = await unlessAborted(rulesAt(url.origin), signal).catch((error: unknown) => {
        throw signal.aborted ? new ReadingFailure('stopped') : error;
      });
      if (!rules.allows(url)) throw new ReadingFailure('blocked_by_robots', url.host);
    },
  };
}

/** The same failure with a detail, to distinguish it from a failure of the page. */
function ofRobots(error: ReadingFailure): ReadingFailure {
  const detail = ['robots.txt', ...(error.detail === '' ? [] : [error.detail])].join(': ');
  return new ReadingFailure(error.code, detail, error, error.retryAt);
}

const ALL_ALLOWED: Rules = { allows: () => true };

async function rulesOf(address: string, answer: Answer, userAgent: string): Promise<Rules> {
  if (answer.status >= 500) throw new ReadingFailure('robots_unavailable', `status ${answer.status}`);
  if (answer.status < 200 || answer.status >= 300) return ALL_ALLOWED;
  const text = await beginning(answer);
  const wildcards = text
    .split('\n')
    .filter((line) => line.includes('*'))
    .join('').length;
  const robots = parseRobots(address, text);
  return {
    allows: ({ href }) =>
      wildcards * href.length <= MAX_MATCHING_STEPS && robots.isAllowed(href, userAgent) !== false,
  };
}

async function beginning(answer: Answer): Promise<string> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of answer.body(Number.POSITIVE_INFINITY)) {
    pieces.push(piece);
    length += piece.length;
    if (length >= MAX_BYTES) break;
  }
  return new TextDecoder().decode(Buffer.concat(pieces).subarray(0, MAX_BYTES));
}
