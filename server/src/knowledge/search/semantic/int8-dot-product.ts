import { readFileSync } from 'node:fs';

// The part of WebAssembly used here: its types come with those of browsers, which this program does not load.
declare const WebAssembly: {
  Module: new (bytes: Uint8Array) => object;
  Memory: new (size: { initial: number; maximum: number; shared: true }) => { buffer: SharedArrayBuffer };
  Instance: new (
    module: object,
    imports: { env: { memory: object } },
  ) => { exports: Record<string, unknown> };
};

/**
 * Scores `count` rows into `out`; the other arguments are byte addresses in the memory and a width, see dot-int8.wat.
 */
export type ScoreRows = (
  query: number,
  rows: number,
  scales: number,
  width: number,
  count: number,
  out: number,
) => void;

const PAGE_BYTES = 65_536;

/** Rows are padded with zeros to a multiple of this many values. */
export const ROW_MULTIPLE = 16;

export interface KernelMemory {
  buffer: SharedArrayBuffer;
  score: ScoreRows;
}

let module: object | undefined;

/** Memory of at least `bytes`, and the kernel that works on it. Throws a `RangeError` if it cannot be allocated. */
export function createKernelMemory(bytes: number): KernelMemory {
  // Compiled on first use and cached, because importing a module does nothing.
  module ??= new WebAssembly.Module(readFileSync(new URL('./dot-int8.wasm', import.meta.url)));
  const pages = Math.max(1, Math.ceil(bytes / PAGE_BYTES));
  const memory = new WebAssembly.Memory({ initial: pages, maximum: pages, shared: true });
  const { exports } = new WebAssembly.Instance(module, { env: { memory } });
  return { buffer: memory.buffer, score: exports.score as ScoreRows };
}
