import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { impossibleField } from '../../../kernel/errors.ts';
import type { DataFile, ReadData } from '../benchmark.ts';

/** The directory with the files of public benchmarks: `<directory>/<benchmark_type>/<file>`. */
export type DataDirectory = ReturnType<typeof createDataDirectory>;

export function createDataDirectory(directory: string) {
  const path = (type: string, file: string) => join(directory, type, file);
  return {
    path,
    /** The files that are missing. */
    missing: (type: string, files: readonly DataFile[]): DataFile[] =>
      files.filter(({ name }) => !existsSync(path(type, name))),
    /** The hash of a file. Throws `benchmark_unavailable` if it is not the known one. */
    async verify(type: string, { name, address, sha256 }: DataFile): Promise<ReadData> {
      const found = await sha256Of(path(type, name));
      // The client need not know where the directory is.
      requireHash(`BENCHMARK_DATA_DIR/${type}/${name}`, sha256, found);
      return { name, address, sha256: found };
    },
  };
}

/** Throws `benchmark_unavailable` for a file with another hash. */
export function requireHash(where: string, known: string | null, found: string): void {
  if (known === null || known === found) return;
  throw impossibleField(
    '/benchmark_type',
    `${where} has the SHA-256 ${found}, but the published file has ${known}. Delete it and download it again.`,
    'benchmark_unavailable',
  );
}

async function sha256Of(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}
