import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { startMockModel } from '@touchstone/mock';
import { runCli, temporaryFolder } from '../support/cli-process.ts';

const EXAMPLE = fileURLToPath(new URL('../../../examples/migration/', import.meta.url));
const read = (name: string) => readFileSync(join(EXAMPLE, name), 'utf8');
const TWO_MINUTES_MS = 120_000;

/** What the README shows, on a free port in the place of 9100. */
test('examples/migration ends in its page within two minutes', async () => {
  const folder = temporaryFolder();
  const mock = await startMockModel({ script: JSON.parse(read('mock-model.json')) });
  try {
    const providers = join(folder.path, 'providers.json');
    writeFileSync(providers, read('providers.json').replace('http://127.0.0.1:9100', mock.url));
    const begun = performance.now();
    const { code, stdout, stderr } = await runCli(
      ['migrate', '--from', 'large', '--to', 'medium,tiny', join(EXAMPLE, 'evaluation.yaml'), '--yes'],
      { TOUCHSTONE_CONFIG: providers, CATALOG_FILE: join(EXAMPLE, 'catalog.json') },
    );
    assert.ok(performance.now() - begun < TWO_MINUTES_MS);
    assert.deepEqual([code, stderr], [1, ''], stdout);
    const words = stdout.replace(/\s+/g, ' ');
    for (const said of [
      'medium is no worse than large in the score on Orders.',
      'Do not move to tiny: tiny is worse than large in the score on Orders.',
      'shop/large-2025 (large) end',
      'medium costs 70.',
      'large misses it ($',
    ])
      assert.ok(words.includes(said), `${said}\n${stdout}`);
  } finally {
    await mock.stop();
    folder.remove();
  }
});
