import { createDenseTopK, type ScoredRow } from '../rank/top-k.ts';
import { createKernelMemory, type KernelMemory, ROW_MULTIPLE } from './int8-dot-product.ts';

/** The vectors of one index file in memory, ready for a scan. */
export type VectorRows = ReturnType<typeof createVectorRows>;

/** Rows scored at a time; their scores stay in the processor's first cache. */
const ROWS_AT_ONCE = 4096;
const MIN_CAPACITY = 64;
const GROWTH = 1.5;

interface Run {
  from: number;
  to: number;
}

/** The layout of the memory; rows last, each part at a multiple of 16. */
interface RowLayout {
  memory: KernelMemory;
  capacity: number;
  query: Float32Array;
  scores: Float32Array;
  scales: Float32Array;
  rows: Int8Array;
}

/** @param expected the expected number of rows; with more, the memory grows by half */
export function createVectorRows(dimensions: number, expected: number) {
  const width = Math.max(1, Math.ceil(dimensions / ROW_MULTIPLE)) * ROW_MULTIPLE;
  const runs = new Map<number, Run[]>();
  let layout = createLayout(width, Math.max(MIN_CAPACITY, expected));
  let ids = new Float64Array(layout.capacity);
  let size = 0;
  let live = 0;

  function grow(): void {
    const before = layout;
    layout = createLayout(width, Math.ceil(before.capacity * GROWTH));
    layout.rows.set(before.rows);
    layout.scales.set(before.scales);
    const oldIds = ids;
    ids = new Float64Array(layout.capacity);
    ids.set(oldIds);
  }

  /** Ids ascend, because rows are added in their order. */
  function placeOf(id: number): number {
    let [low, high] = [0, size - 1];
    while (low <= high) {
      const middle = (low + high) >> 1;
      const found = ids[middle] ?? 0;
      if (found === id) return middle;
      if (found < id) low = middle + 1;
      else high = middle - 1;
    }
    return -1;
  }

  function runsOf(sources: readonly number[] | null): Run[] {
    const all = sources === null ? [...runs.values()].flat() : sources.flatMap((id) => runs.get(id) ?? []);
    return joined(all.sort((a, b) => a.from - b.from));
  }

  function vectorOf(id: number): Float32Array | undefined {
    const at = placeOf(id);
    if (at === -1) return undefined;
    const scale = layout.scales[at] ?? 0;
    const row = layout.rows.subarray(at * width, at * width + dimensions);
    return Float32Array.from(row, (value) => value * scale);
  }

  return {
    dimensions,
    /** Number of rows, including those of removed sources. */
    size: (): number => size,
    /** Number of rows of removed sources. */
    removed: (): number => size - live,
    /** The memory in use, in bytes. */
    bytes: (): number => layout.memory.buffer.byteLength + ids.byteLength,
    /** Adds a row with a higher id than all before. Consecutive rows of one source are scanned together. */
    add(id: number, source: number, scale: number, values: Uint8Array): void {
      if (size === layout.capacity) grow();
      layout.rows.set(values, size * width);
      layout.scales[size] = scale;
      ids[size] = id;
      const ofSource = runs.get(source) ?? [];
      if (ofSource.length === 0) runs.set(source, ofSource);
      const last = ofSource.at(-1);
      if (last?.to === size) last.to++;
      else ofSource.push({ from: size, to: size + 1 });
      size++;
      live++;
    },
    /** Keeps only the rows of these sources; the memory of the others stays allocated. */
    keepSources(sources: ReadonlySet<number>): void {
      for (const [source, of] of runs) {
        if (sources.has(source)) continue;
        runs.delete(source);
        for (const { from, to } of of) live -= to - from;
      }
    },
    /**
     * The `count` rows with the highest product with `query`, best first, equal ones in insertion order. `sources` null
     * for all; `accepts` is called only for rows with a sufficient score.
     */
    best(
      query: Float32Array,
      count: number,
      sources: readonly number[] | null,
      accepts: (id: number) => boolean = () => true,
    ): ScoredRow[] {
      if (count < 1) return [];
      layout.query.fill(0);
      layout.query.set(query);
      const top = createDenseTopK(count);
      for (const run of runsOf(sources)) {
        for (let from = run.from; from < run.to; from += ROWS_AT_ONCE) {
          const rows = Math.min(ROWS_AT_ONCE, run.to - from);
          scoreRows(layout, width, from, rows);
          top.take(layout.scores, rows, from, (at) => accepts(ids[at] ?? 0));
        }
      }
      return top.sorted().map(({ id: at, score }) => ({ id: ids[at] ?? 0, score }));
    },
    /** The vector of a row as stored; undefined if there is none. */
    vectorOf,
    /** The product of a row with `query`; 0 if there is no such row. */
    productWith(id: number, query: Float32Array): number {
      const at = placeOf(id);
      if (at === -1) return 0;
      let sum = 0;
      for (let value = 0; value < dimensions; value++)
        sum += (layout.rows[at * width + value] ?? 0) * (query[value] ?? 0);
      return sum * (layout.scales[at] ?? 0);
    },
  };
}

function createLayout(width: number, wanted: number): RowLayout {
  const capacity = Math.ceil(wanted / 4) * 4;
  const scoresAt = width * 4;
  const scalesAt = scoresAt + ROWS_AT_ONCE * 4;
  const rowsAt = scalesAt + capacity * 4;
  const memory = createKernelMemory(rowsAt + capacity * width);
  return {
    memory,
    capacity,
    query: new Float32Array(memory.buffer, 0, width),
    scores: new Float32Array(memory.buffer, scoresAt, ROWS_AT_ONCE),
    scales: new Float32Array(memory.buffer, scalesAt, capacity),
    rows: new Int8Array(memory.buffer, rowsAt, capacity * width),
  };
}

function scoreRows(
  { memory, query, rows, scales, scores }: RowLayout,
  width: number,
  from: number,
  count: number,
) {
  memory.score(
    query.byteOffset,
    rows.byteOffset + from * width,
    scales.byteOffset + from * 4,
    width,
    count,
    scores.byteOffset,
  );
}

function joined(runs: readonly Run[]): Run[] {
  const all: Run[] = [];
  for (const run of runs) {
    const last = all.at(-1);
    if (last?.to === run.from) last.to = run.to;
    else all.push({ ...run });
  }
  return all;
}
