import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { runCli, temporaryFolder } from '../../test/support/cli-process.ts';
import { createCatalog, findPrice } from '../catalog/catalog.ts';

describe('touchstone catalog update', () => {
  const folder = temporaryFolder();
  after(() => folder.remove());
  const list = join(folder.path, 'api.json');
  const own = join(folder.path, 'own.json');
  const cost = { input: 1, output: 2, cache_read: 0.5 };
  writeFileSync(list, JSON.stringify({ openai: { models: { 'gpt-4.1': { cost } } } }));

  test('shows what would change and writes nothing, then writes what it showed', async () => {
    const shown = await runCli(['catalog', 'update', list, '--catalog-file', own]);
    assert.equal(shown.code, 0, shown.stderr);
    assert.match(shown.stdout, /openai\/gpt-4.1\n {2}- input 2, cached 0.5, output 8\n/);
    assert.match(shown.stdout, /Nothing is written/);
    assert.throws(() => readFileSync(own), /ENOENT/);

    const written = await runCli(['catalog', 'update', list, '--write', '--catalog-file', own]);
    assert.equal(written.code, 0, written.stderr);
    const price = findPrice(createCatalog({ file: own }).facts, 'openai', 'gpt-4.1', '2030-01-01');
    assert.equal(price.known && price.value.input_usd_per_million, 1);
    const again = await runCli(['catalog', 'update', list, '--write', '--catalog-file', own]);
    assert.match(again.stdout, /0 models change, 1 do not/);
  });

  test('says what is wrong with the call or the list', async () => {
    const wrong: [string[], number, RegExp][] = [
      [['catalog'], 2, /takes the word update/],
      [['catalog', 'update'], 2, /a file or an address/],
      [['catalog', 'update', list, '--write'], 2, /--write needs the file/],
      [['catalog', 'update', join(folder.path, 'none.json')], 1, /cannot be read/],
      [['catalog', 'update', 'package.json'], 1, /neither a models.dev list/],
    ];
    const ended = await Promise.all(wrong.map(([args]) => runCli(args)));
    for (const [i, [, code, message]] of wrong.entries()) {
      assert.equal(ended[i]?.code, code);
      assert.match(ended[i]?.stderr ?? '', message);
    }
  });
});
