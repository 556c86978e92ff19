import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { it } from 'node:test';
import { buildKernel } from './build-kernel.ts';

it('the kernel that is loaded is what its source makes (to make it anew: node scripts/build-kernel.ts)', async () => {
  const binary = readFileSync(
    new URL('../server/src/knowledge/search/semantic/dot-int8.wasm', import.meta.url),
  );
  assert.deepEqual(Buffer.from(await buildKernel()), binary);
});
