import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

const ROOT = fileURLToPath(new URL('../../../../..', import.meta.url));
const SCRIPT = `
  const [, url] = process.argv;
  const { createParserPool } = await import(url + 'knowledge/reading/parser-pool/parser-pool.ts');
  const log = { debug() {}, info() {}, warn() {}, error() {} };
  const parsers = createParserPool({ log });
  const page = async function* () { yield Buffer.from('<p>' + 'A page that people read. '.repeat(20)); };
  const task = { do: 'html', url: 'https://example.org/', charset: '' };
  const parsed = await parsers.parse(task, page(), { signal: new AbortController().signal });
  console.log(parsed.documents[0].content);
  await parsers.stop();
`;

it('a parsing process runs where node_modules is a symbolic link', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'touchstone-linked-'));
  try {
    cpSync(join(ROOT, 'server/src'), join(folder, 'server/src'), { recursive: true });
    cpSync(join(ROOT, 'server/package.json'), join(folder, 'server/package.json'));
    symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
    const src = pathToFileURL(join(folder, 'server/src/')).href;
    const args = ['--input-type=module', '--eval', SCRIPT, src];
    const { stdout } = await promisify(execFile)(process.execPath, args);
    assert.match(stdout, /A page that people read/);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
