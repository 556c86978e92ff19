import assert from 'node:assert/strict';
import test from 'node:test';
import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises';
import fc from 'fast-check';
import { inFull } from '../../../../test/support/in-full.ts';
import { type DialectEntry, dialectTarball, TAR_DIALECTS } from '../../../../test/support/tar-dialects.ts';
import { archiveParser } from './archive-parser.ts';
import { containsSecretKey, skipReason } from './skip-rules.ts';

const STALLED_MS = 20_000;

/** Reads an archive that arrives in pieces of this size: the paths of its documents, and what was left out. */
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
  return { paths, leftOut: result.leftOut ?? [] };
}

const text = (length: number) => Buffer.alloc(length, 'A line of text that is short enough.\n');
const DEEP = `${'d'.repeat(70)}/${'e'.repeat(70)}`;

const notebook = (source: string) =>
  Buffer.from(JSON.stringify({ cells: [{ cell_type: 'markdown', source }], nbformat: 4 }));

const LFS_POINTER = Buffer.from(
  `version https://git-lfs.github.com/spec/v1\noid sha256:${'7'.repeat(64)}\nsize 12345\n`,
);

const KEY = `sk-${'a1B2c3D4'.repeat(4)}`;

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
  ['secret', (n, length) => ({ name: `env${n}/.env`, body: text(length) })],
  ['secret', (n) => ({ name: `deploy${n}`, body: Buffer.from('-----BEGIN OPENSSH PRIVATE KEY-----\nx') })],
  ['secret', (n) => ({ name: `app${n}/config.ini`, body: Buffer.from(`[ai]\napi_key = ${KEY}\n`) })],
  ['pointer', (n) => ({ name: `model${n}.txt`, body: LFS_POINTER })],
  ['pointer', (n) => ({ name: `data${n}.txt`, body: Buffer.from('/annex/objects/SHA256E-s9--1.txt\n') })],
  ['pointer', (n) => ({ name: `a${n}`, type: 'symlink', linkname: '../.git/annex/objects/x/y/SHA256E' })],
  ['not_a_file', (n) => ({ name: `link${n}.md`, type: 'symlink', linkname: 'README.md' })],
  ['not_a_file', (n) => ({ name: `hard${n}.md`, type: 'link', linkname: 'root/README.md' })],
  ['bad_path', (n, length) => ({ name: `../f${n}.md`, body: text(length) })],
  ['document', (n, length) => ({ name: `study${n}.ipynb`, body: notebook(`A cell.${' '.repeat(length)}`) })],
  ['empty', (n) => ({ name: `blank${n}.ipynb`, body: notebook('') })],
  ['unreadable', (n, length) => ({ name: `broken${n}.ipynb`, body: text(length + 1) })],
  ['binary', (n) => ({ name: `odd${n}.txt`, body: Buffer.from('fffe00', 'hex') })],
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
        const { paths, leftOut } = await readArchive(dialectTarball(dialect, rooted, level), pieceBytes);
        const namesOf = (what: string) =>
          entries.filter(({ becomes }) => becomes === what).map(({ made }) => made.name);
        assert.deepEqual(paths, ['README.md', ...namesOf('document')]);
        const found = entries.filter(({ becomes }) => becomes !== null && becomes !== 'document');
        assert.equal(
          leftOut.reduce((sum, { count }) => sum + count, 0),
          found.length,
        );
        for (const { reason, count, examples } of leftOut) {
          const names = namesOf(reason);
          assert.equal(count, names.length, reason);
          const shown = reason === 'bad_path' ? names.map((name) => `root/${name}`) : names;
          assert.deepEqual(examples, shown.slice(0, 5));
        }
      },
    ),
    { numRuns: runs, endOnFailure: true },
  );
});

test('an old archive without long names is read', async () => {
  const archive = dialectTarball('v7', [{ name: 'root/README.md', body: text(700) }], 6);
  assert.deepEqual(await readArchive(archive, 100), { paths: ['README.md'], leftOut: [] });
});

const NAMES: readonly [path: string, reason: string | null][] = [
  ['.env', 'secret'],
  ['deploy/.env.production', 'secret'],
  ['prod.env', 'secret'],
  ['.npmrc', 'secret'],
  ['certs/server.key', 'secret'],
  ['home/.aws/credentials', 'secret'],
  ['backup/credentials', 'secret'],
  ['gcp-credentials.json', 'secret'],
  ['keys/service-account.json', 'secret'],
  ['.streamlit/secrets.toml', 'secret'],
  ['.env.example', null],
  ['.env.local.sample', null],
  ['docs/secrets.md', null],
  ['src/environment.ts', null],
  ['src/key.ts', null],
  ['src/secrets.py', null],
  ['src/credentials.ts', null],
  ['docs/credentials.md', null],
  ['credentials.example.json', null],
];
for (const [path, reason] of NAMES) {
  test(`the file ${path} is ${reason === null ? 'read' : `left out as ${reason}`}`, () =>
    assert.equal(skipReason(path, 100), reason));
}

const DRAWN = '9f8e7d6c5b4a39281706f5e4d3c2b1a0';
const SETTINGS: readonly [path: string, text: string, holds: boolean][] = [
  ['config.ini', `[openai]\napi_key = ${KEY}`, true],
  ['deploy/settings.yaml', `aws:\n  access: AKIA${'QZ7T'.repeat(4)}`, true],
  ['app.properties', `client.secret=${DRAWN}`, true],
  ['config.json', `{"token": "${DRAWN}", "port": 80}`, true],
  ['config.json', '{"apiKey": "3f2b8c1e-77aa-4c0d-9b1e-5d6f7a8b9c0d"}', true],
  ['config.example.ini', `api_key = ${KEY}`, false],
  ['docs/keys.md', `Set api_key = ${KEY}.`, false],
  ['config.ini', 'api_key = $OPENAI_API_KEY_2024_PRODUCTION', false],
  ['config.ini', 'api_key = YOUR_API_KEY_1234567890', false],
  ['config.ini', 'access_key = AKIAIOSFODNN7EXAMPLE', false],
  ['tokenizer.json', '{"eos_token": "<|endoftext|>", "max_token": 4096}', false],
  ['orders.json', '{"idempotency_key": "a1b2c3d4e5f6a7b8c9d0e1f2"}', false],
  ['rows.json', '{"primaryKey": "3f2b8c1e-77aa-4c0d-9b1e-5d6f7a8b9c0d"}', false],
  ['theme.json', '{"class": "sk-fading-circle-animated-loader"}', false],
  ['chart/values.yaml', 'secret: billing-service-credentials-v2', false],
];
for (const [path, content, holds] of SETTINGS)
  test(`${path} with ${content} ${holds ? 'holds a key' : 'holds none'}`, () =>
    assert.equal(containsSecretKey(path, content), holds));
