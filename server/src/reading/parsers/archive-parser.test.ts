import assert from 'node:assert/strict';
import test from 'node:test';
import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises';
import fc from 'fast-check';
import { inFull } from '../../../test/support/in-full.ts';
import { type DialectEntry, dialectTarball, TAR_DIALECTS } from '../../../test/support/tar-dialects.ts';
import { archiveParser } from './archive-parser.ts';

const STALLED_MS = 20_000;

/** Reads an archive that arrives in pieces of this size: the paths of its documents, and the counts of what was left out. */
async function readArchive(archive: Uint8Array, pieceBytes: number) {
  async function* pieces() {
    for (let at = 0; at < archive.length; at += pieceBytes) {
      await turn();
      yield archive.subarray(at, at + pieceBytes);
    }
  }
  const paths: (string | null)[] = [];
  const output = { progress() {}, document: ({ path }: { path: string | null }) => void paths.push(path) };
  const parsing = archiveParser({ do: 'archive', path: '', maxBytes: 10e6 })(pieces(), output);
  const stopped = new AbortController();
  const stalled = sleep(STALLED_MS, null, { signal: stopped.signal }).catch(() => null);
  const result = await Promise.race([parsing, stalled]);
  stopped.abort();
  assert.ok(result, `the archive of ${archive.length} bytes in pieces of ${pieceBytes} did not end`);
  return { paths, skipped: result.skipped ?? {} };
}

const text = (length: number) => Buffer.alloc(length, 'A line of text that is short enough.\n');
const DEEP = `${'d'.repeat(70)}/${'e'.repeat(70)}`;

/** Kinds of entries by what becomes of them: a document, or left out for a reason, or a folder (null). */
const KINDS: readonly [becomes: string | null, make: (n: number, length: number) => DialectEntry][] = [
  ['document', (n, length) => ({ name: `src/f${n}.md`, body: text(length + 1) })],
  ['document', (n, length) => ({ name: `${DEEP}/f${n}.py`, body: text(length + 1) })],
  ['vendored', (n, length) => ({ name: `node_modules/f${n}.js`, body: text(length) })],
  ['lock_file', (n, length) => ({ name: `p${n}/package-lock.json`, body: text(length) })],
  ['minified', (n, length) => ({ name: `src/f${n}.min.js`, body: text(length) })],
  ['minified', (n, length) => ({ name: `src/f${n}.js`, body: Buffer.alloc(5_000 + length, 'a') })],
  ['binary', (n, length) => ({ name: `f${n}.png`, body: Buffer.alloc(length, 7) })],
  ['binary', (n, length) => ({ name: `f${n}.txt`, body: Buffer.alloc(length + 1) })],
  ['empty', (n) => ({ name: `src/f${n}/__init__.py` })],
  ['not_a_file', (n) => ({ name: `link${n}.md`, type: 'symlink', linkname: 'README.md' })],
  ['not_a_file', (n) => ({ name: `hard${n}.md`, type: 'link', linkname: 'root/README.md' })],
  ['bad_path', (n, length) => ({ name: `../f${n}.md`, body: text(length) })],
  [null, (n) => ({ name: `folder${n}/`, type: 'directory' })],
];

const entry = fc.record({
  kind: fc.constantFrom(...KINDS),
  // The lengths at which a body ends with a block, and around them.
  length: fc.oneof(fc.integer({ min: 0, max: 6_000 }), fc.constantFrom(0, 1, 511, 512, 513, 1_023, 1_024)),
});

test('every archive ends, in pieces of any size and in every dialect, and says what became of each entry', async () => {
  const runs = inFull(40, 300);
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...TAR_DIALECTS.slice(1)),
      fc.array(entry, { maxLength: 12 }),
      fc.constantFrom(0, 6),
      fc.oneof(fc.constantFrom(1, 100, 511, 512, 513, 1_000, 65_536), fc.integer({ min: 1, max: 20_000 })),
      async (dialect, chosen, level, pieceBytes) => {
        const entries = chosen.map(({ kind: [becomes, make], length }, n) => ({
          becomes,
          made: make(n, length),
        }));
        const all = [{ name: 'README.md', body: text(50) }, ...entries.map(({ made }) => made)];
        const rooted = all.map((made) => ({ ...made, name: `root/${made.name}` }));
        const { paths, skipped } = await readArchive(dialectTarball(dialect, rooted, level), pieceBytes);
        const expected = entries.filter(({ becomes }) => becomes === 'document').map(({ made }) => made.name);
        assert.deepEqual(paths, ['README.md', ...expected]);
        const reasons = entries.flatMap(({ becomes }) =>
          becomes === null || becomes === 'document' ? [] : [becomes],
        );
        assert.deepEqual(
          skipped,
          Object.fromEntries(
            Object.entries(Object.groupBy(reasons, (one) => one)).map(([reason, of]) => [reason, of?.length]),
          ),
        );
      },
    ),
    { numRuns: runs, endOnFailure: true },
  );
});

test('an old archive without long names is read', async () => {
  const archive = dialectTarball('v7', [{ name: 'root/README.md', body: text(700) }], 6);
  assert.deepEqual(await readArchive(archive, 100), { paths: ['README.md'], skipped: {} });
});
