import { randomUUID } from 'node:crypto';
import { type FileHandle, open, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { createSlots } from '../../../kernel/slots.ts';
import type { RepositoryCommit } from '../contract.ts';
import { ReadingFailure } from '../failures.ts';
import { requireSuccess } from '../fetching/fetch-failures.ts';
import type { ParsedSource } from '../parse-task.ts';
import type { ParserPool } from '../parser-pool/parser-pool.ts';
import { type GithubAddress, parseGithubAddress } from './github-address.ts';
import { createGithubApi, type GithubApi, type GithubDeps } from './github-api.ts';
import { parsingStage, type Reader, type ReadOptions, receiveBody } from './reader.ts';

/** Maximum bytes of an archive, compressed and uncompressed. */
const MAX_ARCHIVE = 200e6;
/** Maximum archives on disk: two being parsed and one being received. */
const HELD_ARCHIVES = 3;
/** Refs with more segments are not tried. */
const MAX_REF_SEGMENTS = 5;

/** Reads the text files of a repository at one commit, from one archive. */
export function createGithubReader(
  deps: GithubDeps & { webUrl: URL; parsers: ParserPool; dataDir: string },
): Reader {
  const api = createGithubApi(deps);
  const held = createSlots(HELD_ARCHIVES);

  /**
   * Receives the whole archive before waiting for a parsing process, so that the time limit measures only the server.
   */
  async function parseArchive(
    repository: RepositoryCommit,
    path: string,
    options: ReadOptions,
  ): Promise<ParsedSource> {
    const file = await openNameless(deps.dataDir);
    try {
      await api.archive(repository, options.signal, async (answer) => {
        requireSuccess(answer);
        await file.writeFile(receiveBody(answer, MAX_ARCHIVE, options));
      });
      const task = { do: 'archive', path, maxBytes: MAX_ARCHIVE } as const;
      const bytes = file.createReadStream({ start: 0, autoClose: false });
      return await deps.parsers.parse(task, bytes, parsingStage(options));
    } finally {
      await file.close();
    }
  }

  return {
    stop: api.stop,
    async read({ url = '' }, options) {
      const address = parseGithubAddress(url, deps.webUrl);
      const { repository, path } = await resolve(api, address, options.signal);
      const parsed = await held.run(() => parseArchive(repository, path, options), options.signal);
      const base = `${deps.webUrl.href.replace(/\/+$/, '')}/${repository.owner}/${repository.name}`;
      return {
        ok: true,
        ...parsed,
        title: `${repository.owner}/${repository.name}${path === '' ? '' : `/${path}`}`,
        documents: parsed.documents.map((document) => ({
          ...document,
          link: `${base}/blob/${repository.sha}/${encodePath(document.path ?? '')}`,
        })),
        repository,
      };
    },
  };
}

/**
 * The commit that an address means. The address does not show where the ref ends and the path begins
 * (`feature/x/docs`), so the shortest existing ref is used: Git allows no branch `feature` beside `feature/x`.
 */
async function resolve(
  api: GithubApi,
  { owner, name, refAndPath }: GithubAddress,
  signal: AbortSignal,
): Promise<{ repository: RepositoryCommit; path: string }> {
  if (refAndPath.length === 0) return { repository: await api.commit(owner, name, 'HEAD', signal), path: '' };
  const longest = Math.min(refAndPath.length, MAX_REF_SEGMENTS);
  for (let length = 1; length <= longest; length++) {
    const ref = refAndPath.slice(0, length).join('/');
    try {
      const repository = await api.commit(owner, name, ref, signal);
      return { repository, path: refAndPath.slice(length).join('/') };
    } catch (error) {
      const isMissing = error instanceof ReadingFailure && error.code === 'ref_not_found';
      if (!isMissing || length === longest) throw error;
    }
  }
  throw new ReadingFailure('ref_not_found');
}

/** A new file that is already unlinked, so that the system frees it when it is closed, even after a kill. */
async function openNameless(folder: string): Promise<FileHandle> {
  const path = join(folder, `archive-${randomUUID()}`);
  const file = await open(path, 'wx+', 0o600);
  await unlink(path);
  return file;
}

function encodePath(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/');
}
