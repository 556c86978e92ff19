import { hostAndPort } from '../../../kernel/address-guard.ts';
import { retryAfterMs } from '../../../kernel/retry-after.ts';
import type { RepositoryCommit } from '../contract.ts';
import { ReadingFailure } from '../failures.ts';
import { type Answer, createGuardedFetch, type FetchDeps } from '../fetching/guarded-fetch.ts';

export interface GithubDeps {
  fetchDeps: FetchDeps;
  apiUrl: URL;
  token: string | undefined;
}

export type GithubApi = ReturnType<typeof createGithubApi>;

const MAX_JSON = 5e6;
const SHA = /^(?:[\da-f]{40}|[\da-f]{64})$/;

/** Requests to GitHub's REST API, version 2022-11-28. */
export function createGithubApi({ fetchDeps, apiUrl, token }: GithubDeps) {
  const pair = hostAndPort(apiUrl);
  const { rules } = fetchDeps;
  const allowHosts = [...rules.allowHosts, pair];
  // Only the API itself, because the token is sent there.
  const api = createGuardedFetch({ ...fetchDeps, rules: { ...rules, allowHosts, only: [pair] } });
  // The target of an archive's redirect: any allowed address, without the token.
  const archives = createGuardedFetch({ ...fetchDeps, rules: { ...rules, allowHosts } });
  const base = apiUrl.href.replace(/\/+$/, '');
  const authorization: Record<string, string> =
    token === undefined ? {} : { authorization: `Bearer ${token}` };

  function headers(accept: string): Record<string, string> {
    return { accept, 'x-github-api-version': '2022-11-28', ...authorization };
  }

  function ask<T>(path: string, accept: string, signal: AbortSignal, use: (answer: Answer) => Promise<T>) {
    return api.fetch(`${base}${path}`, { signal, headers: headers(accept) }, use);
  }

  function exists(owner: string, name: string, signal: AbortSignal): Promise<boolean> {
    return ask(`/repos/${owner}/${name}`, 'application/vnd.github+json', signal, async (answer) => {
      if (answer.status === 404) return false;
      await refuse(answer, token);
      return true;
    });
  }

  /** The current name of the repository with this number. */
  async function currentName(number: string, signal: AbortSignal): Promise<[string, string]> {
    const path = `/repositories/${number}`;
    const text = await ask(path, 'application/vnd.github+json', signal, async (answer) => {
      await refuse(answer, token);
      return bodyText(answer);
    });
    try {
      const [owner, name] = String((JSON.parse(text) as { full_name?: unknown }).full_name).split('/');
      if (owner && name) return [owner, name];
    } catch {}
    throw new ReadingFailure('repository_moved');
  }

  return {
    /** The commit that a ref names. @throws ReadingFailure if there is none */
    async commit(owner: string, name: string, ref: string, signal: AbortSignal): Promise<RepositoryCommit> {
      const path = `/repos/${owner}/${name}/commits/${ref.split('/').map(encodeURIComponent).join('/')}`;
      const found = await ask(path, 'application/vnd.github.sha', signal, async (answer) => {
        if (answer.status === 404 || answer.status === 422) return null;
        await refuse(answer, token);
        const sha = (await bodyText(answer)).trim();
        if (!SHA.test(sha)) throw new ReadingFailure('bad_response', 'no commit in the answer');
        // For a repository that has moved, the API redirects to its number.
        return { sha, number: /\/repositories\/(\d+)\//.exec(answer.url.pathname)?.[1] };
      });
      if (found) {
        const { sha, number } = found;
        // Requested after the slot of the previous request is released, because two such readings would deadlock.
        const [currentOwner, current] =
          number === undefined ? [owner, name] : await currentName(number, signal);
        return { owner: currentOwner, name: current, sha };
      }
      if (await exists(owner, name, signal)) throw new ReadingFailure('ref_not_found', ref.slice(0, 100));
      throw new ReadingFailure('repository_not_found', `${owner}/${name}`);
    },

    /** Passes the archive of a commit to `use`, which receives it. */
    async archive<T>(
      { owner, name, sha }: RepositoryCommit,
      signal: AbortSignal,
      use: (answer: Answer) => Promise<T>,
    ): Promise<T> {
      const address = `${base}/repos/${owner}/${name}/tarball/${sha}`;
      const options = { signal, headers: headers('application/vnd.github+json'), followRedirects: false };
      const outcome = await api.fetch(address, options, async (answer) => {
        const location = answer.status >= 300 && answer.status < 400 ? answer.header('location') : '';
        if (location !== '') return { location: new URL(location, address) };
        await refuse(answer, token);
        return { value: await use(answer) };
      });
      if ('value' in outcome) return outcome.value;
      const sameOrigin = outcome.location.origin === apiUrl.origin;
      return archives.fetch(outcome.location.href, { signal, headers: sameOrigin ? authorization : {} }, use);
    },

    async stop(): Promise<void> {
      await Promise.all([api.stop(), archives.stop()]);
    },
  };
}

async function bodyText(answer: Answer): Promise<string> {
  const pieces: Uint8Array[] = [];
  for await (const piece of answer.body(MAX_JSON)) pieces.push(piece);
  return Buffer.concat(pieces).toString('utf8');
}

/** GitHub's refusals. A private repository returns 404 to those who may not know that it exists. */
async function refuse(answer: Answer, token: string | undefined): Promise<void> {
  const { status } = answer;
  if (status >= 200 && status < 300) return;
  if (status === 401) throw new ReadingFailure(token === undefined ? 'repository_private' : 'invalid_token');
  if (status === 429 || (status === 403 && (await isRateLimit(answer)))) {
    const retryAt = resetOf(answer);
    const detail = retryAt === undefined ? '' : `until ${new Date(retryAt).toISOString()}`;
    throw new ReadingFailure('rate_limited', detail, undefined, retryAt);
  }
  if (status === 403) throw new ReadingFailure('repository_private');
  if (status === 404) throw new ReadingFailure('repository_not_found');
  if (status === 409) throw new ReadingFailure('repository_empty');
  if (status === 451) throw new ReadingFailure('repository_unavailable');
  if (status >= 500) throw new ReadingFailure('server_error', `status ${status}`);
  throw new ReadingFailure('bad_response', `status ${status}`);
}

/** The primary rate limit is in a header, the secondary one in Retry-After or only in the text. */
async function isRateLimit(answer: Answer): Promise<boolean> {
  if (answer.header('x-ratelimit-remaining') === '0' || answer.header('retry-after') !== '') return true;
  return /rate limit/i.test(await bodyText(answer));
}

/** Milliseconds since 1970. Retry-After takes precedence, because the secondary limit has its own reset. */
function resetOf(answer: Answer): number | undefined {
  const now = Date.now();
  const wait = retryAfterMs(answer.header('retry-after'), now) ?? 0;
  if (wait > 0) return now + wait;
  const seconds = Number(answer.header('x-ratelimit-reset'));
  return Number.isSafeInteger(seconds) && seconds > 0 && seconds < 1e11 ? seconds * 1000 : undefined;
}
