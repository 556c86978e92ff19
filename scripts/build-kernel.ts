import { readFileSync, writeFileSync } from 'node:fs';
import wabtLoader from 'wabt';

// Builds the vector kernel of search from its source: node scripts/build-kernel.ts. A test compares the two.

const kernel = (ending: string) =>
  new URL(`../server/src/knowledge/search/semantic/dot-int8.${ending}`, import.meta.url);

/** The bytes built from the source. The same version of wabt produces the same bytes. */
export async function buildKernel(): Promise<Uint8Array> {
  const wabt = await wabtLoader();
  const features = { simd: true, threads: true };
  const parsed = wabt.parseWat('dot-int8.wat', readFileSync(kernel('wat'), 'utf8'), features);
  try {
    return parsed.toBinary({}).buffer;
  } finally {
    parsed.destroy();
  }
}

if (import.meta.main) {
  const bytes = await buildKernel();
  writeFileSync(kernel('wasm'), bytes);
  console.log(`dot-int8.wasm: ${bytes.length} bytes`);
}
