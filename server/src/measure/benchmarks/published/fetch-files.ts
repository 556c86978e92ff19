import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { AppError } from '../../../kernel/errors.ts';
import { newId } from '../../../kernel/ids.ts';
import { type Downloader, DownloadFailed } from '../../../knowledge/reading/reading.ts';
import type { DataFile } from '../benchmark.ts';
import { type DataDirectory, requireHash } from './data-directory.ts';

export interface FetchOptions {
  data: DataDirectory;
  downloader: Downloader;
  /** Files are downloaded from `<mirror>/<type>/<name>` instead of their canonical addresses. */
  mirror: URL | null;
}

export interface FetchedFile {
  name: string;
  address: string;
  bytes: number;
  sha256: string;
  /** Whether the hash is the known one; null if none is known. */
  verified: true | null;
}

const MAX_BYTES = 512 * 1024 * 1024;

/**
 * Downloads the files of a benchmark into the data directory, each completely or not at all. Throws
 * `benchmark_unavailable` with the address and the reason.
 */
export async function fetchFiles(
  options: FetchOptions,
  type: string,
  files: readonly DataFile[],
  signal: AbortSignal,
): Promise<FetchedFile[]> {
  const fetched: FetchedFile[] = [];
  for (const file of files) fetched.push(await fetchFile(options, type, file, signal));
  return fetched;
}

/** The address that a file is downloaded from. */
export function downloadAddress(mirror: URL | null, type: string, { address, name }: DataFile): string {
  return mirror === null ? address : `${mirror.href.replace(/\/$/, '')}/${type}/${name}`;
}

async function fetchFile(
  { data, downloader, mirror }: FetchOptions,
  type: string,
  file: DataFile,
  signal: AbortSignal,
): Promise<FetchedFile> {
  const address = downloadAddress(mirror, type, file);
  const path = data.path(type, file.name);
  const part = `${path}.${newId(Date.now())}.part`;
  try {
    await mkdir(dirname(path), { recursive: true });
    const { bytes, sha256 } = await downloader.download(address, { maxBytes: MAX_BYTES, signal }, (body) =>
      writeHashed(body, part),
    );
    requireHash(address, file.sha256, sha256);
    await rename(part, path);
    return { name: file.name, address, bytes, sha256, verified: file.sha256 === null ? null : true };
  } catch (error) {
    if (isOfTheDisk(error))
      throw new AppError(
        'benchmark_unavailable',
        `${file.name} of ${type} could not be written to BENCHMARK_DATA_DIR/${type} (${error.code}). Free or grant the space there, or set BENCHMARK_DATA_DIR to another directory, and download again.`,
      );
    if (!(error instanceof DownloadFailed)) throw error;
    throw new AppError(
      'benchmark_unavailable',
      `${file.name} of ${type} could not be downloaded. ${error.message}`,
    );
  } finally {
    // The reason that prevents the removal also prevented the writing, which is reported.
    await rm(part, { force: true }).catch(() => {});
  }
}

const DISK_ERRORS =
  'ENOSPC EDQUOT EROFS EACCES EPERM EIO EFBIG EMFILE ENFILE ENOENT EEXIST ENOTDIR ENAMETOOLONG'.split(' ');

function isOfTheDisk(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'code' in error && DISK_ERRORS.includes(String(error.code));
}

async function writeHashed(body: AsyncIterable<Uint8Array>, path: string) {
  const hash = createHash('sha256');
  let bytes = 0;
  await pipeline(
    body,
    async function* (source: AsyncIterable<Uint8Array>) {
      for await (const piece of source) {
        hash.update(piece);
        bytes += piece.length;
        yield piece;
      }
    },
    createWriteStream(path),
  );
  return { bytes, sha256: hash.digest('hex') };
}
