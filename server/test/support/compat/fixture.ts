import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';

const FOLDER = fileURLToPath(new URL('../../fixtures/compat/', import.meta.url));
const DATABASE = 'touchstone.db';

/** What is kept in the project, each compressed. */
export type FixtureName = 'settled.db' | 'unfinished.db' | 'answers.json';

// The level and the window that make recorded answers, which repeat each other, smallest.
const SMALLEST = {
  params: {
    [constants.ZSTD_c_compressionLevel]: 19,
    [constants.ZSTD_c_windowLog]: 26,
    [constants.ZSTD_c_enableLongDistanceMatching]: 1,
  },
};

export function readFixture(name: FixtureName): Buffer {
  return zstdDecompressSync(readFileSync(join(FOLDER, `${name}.zst`)), {
    params: { [constants.ZSTD_d_windowLogMax]: 26 },
  });
}

export function writeFixture(name: FixtureName, content: Buffer): void {
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(join(FOLDER, `${name}.zst`), zstdCompressSync(content, SMALLEST));
}

/** Lays a database of the fixture into a data directory. */
export function placeDatabase(name: FixtureName, dataDir: string): void {
  mkdirSync(dataDir, { recursive: true });
  writeFileSync(join(dataDir, DATABASE), readFixture(name));
}

export const databaseIn = (dataDir: string) => join(dataDir, DATABASE);
