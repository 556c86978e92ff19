import type { Static, TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { type AppError, impossible } from '../../../kernel/errors.ts';
import { graderProblems } from '../../graders/graders.ts';
import { createRandom, sampleIndices } from '../../statistics/statistics.ts';
import {
  type Benchmark,
  type BenchmarkFacts,
  collectItems,
  type DataFile,
  type Drawing,
  type ItemsRequest,
} from '../benchmark.ts';
import type { Row } from '../dataset-row.ts';
import { type Item, toItem } from '../item.ts';
import type { DataDirectory } from './data-directory.ts';
import { type Flatten, fileRows } from './file-rows.ts';

/** What a row is made an item with. */
export interface RowContext<Fields> {
  subset: string | null;
  seed: number;
  /** The rows of the file of worked examples that `shots` chose. */
  shots: readonly Fields[];
}

/** A public benchmark: its facts, its files, and how a row becomes an item. One file each. */
export interface Published<S extends TSchema = TSchema>
  extends Omit<BenchmarkFacts, 'dataFrom' | 'offline' | 'subsets'> {
  subsets: { name: string; description: string }[];
  /** The fields of a row that are read; a row without them is malformed. */
  row: S;
  flatten?: Flatten;
  /** Which files a subset is read from, and which rows of them. */
  from(subset: string | null): Reading<Static<S>>;
  toItem(fields: Static<S>, context: RowContext<Static<S>>): Omit<Item, 'id'>;
}

export interface Reading<Fields> {
  /** The file the items are in. */
  items: string;
  /** The file worked examples are in, and how many of it are wanted at most, chosen by `isShot`. */
  shots?: { file: string; isShot?(fields: Fields, taken: readonly Fields[]): boolean; most: number };
  isAsked?(fields: Fields): boolean;
}

export interface PublishedOptions {
  data: DataDirectory;
  /** Whether malformed rows are passed over, with a warning, instead of refusing the file. */
  skipMalformed: boolean;
}

/** Items held at a time; each such block costs one more pass over the file. */
const BLOCK = 2_000;
const MAX_NAMED = 20;

/**
 * One seeded sample of a public benchmark, in random order. The file is read once to find the rows that can be asked,
 * then once for each 2,000 items of the sample, so that memory does not grow with the file.
 */
export function published<S extends TSchema>(
  { row, flatten, from, toItem: make, ...facts }: Published<S>,
  { data, skipMalformed }: PublishedOptions,
): Benchmark {
  const { type, files, subsets } = facts;

  async function draw(request: ItemsRequest): Promise<Drawing> {
    const { subset, seed, sampleSize } = request;
    requireSubset(type, subsets, subset);
    const reading = from(subset);
    const needed = files.filter(({ name }) => name === reading.items || name === reading.shots?.file);
    requireFiles(type, data.missing(type, needed));
    const read = await Promise.all(needed.map((file) => data.verify(type, file)));
    const shots = await takeShots(reading);
    const toItemOf = (fields: Static<S>) => toItem(make(fields, { subset, seed, shots }));
    const { places, problems, repeated } = await survey(reading, toItemOf);
    if (problems.length > 0 && !skipMalformed) throw malformed(type, reading.items, problems);
    if (places.length === 0) throw impossible('/subset', `${reading.items} holds no items to ask.`);
    const random = createRandom(seed, type, subset ?? 'all', 'items');
    const order = sampleIndices(random, places.length, sampleSize).map((i) => places[i] as number);
    return {
      count: order.length,
      items: inOrder(reading, order, toItemOf),
      warnings: warningsOf(reading.items, { problems, repeated, places, sampleSize }),
      read,
    };
  }

  /** The places of all rows that can be asked, each item once, and what is wrong with the others. */
  async function survey(reading: Reading<Static<S>>, toItemOf: (fields: Static<S>) => Item) {
    const [places, problems, seen]: [number[], string[], Set<bigint>] = [[], [], new Set()];
    let repeated = 0;
    for await (const one of rowsOf(reading.items)) {
      const checked = check(one);
      if ('problem' in checked) problems.push(`line ${one.line}: ${checked.problem}`);
      else if (reading.isAsked?.(checked.fields) ?? true) {
        const item = toItemOf(checked.fields);
        const [problem] = graderProblems(item.grader, item.expected);
        const id = BigInt(`0x${item.id.slice(0, 16)}`);
        if (problem !== undefined) problems.push(`line ${one.line}: ${problem}`);
        else if (seen.has(id)) repeated += 1;
        else places.push(one.at);
        seen.add(id);
      }
    }
    return { places, problems, repeated };
  }

  async function takeShots({ shots }: Reading<Static<S>>): Promise<Static<S>[]> {
    const taken: Static<S>[] = [];
    if (shots === undefined) return taken;
    for await (const one of rowsOf(shots.file)) {
      if (taken.length >= shots.most) break;
      const checked = check(one);
      if ('fields' in checked && (shots.isShot?.(checked.fields, taken) ?? true)) taken.push(checked.fields);
    }
    return taken;
  }

  async function* inOrder(
    { items }: Reading<Static<S>>,
    order: readonly number[],
    toItemOf: (fields: Static<S>) => Item,
  ): AsyncGenerator<Item> {
    for (let from = 0; from < order.length; from += BLOCK) {
      const block = order.slice(from, from + BLOCK);
      const made = new Map<number, Item>();
      for await (const one of rowsOf(items, new Set(block))) {
        const checked = check(one);
        if ('fields' in checked) made.set(one.at, toItemOf(checked.fields));
        if (made.size === block.length) break;
      }
      for (const at of block) {
        const item = made.get(at);
        if (item === undefined) throw new Error(`${items} changed while it was read.`);
        yield item;
      }
    }
  }

  const rowsOf = (file: string, only?: ReadonlySet<number>) =>
    fileRows(data.path(type, file), { flatten, ...(only && { only }) });

  function check(one: Row): { fields: Static<S> } | { problem: string } {
    if ('problem' in one) return one;
    if (Value.Check(row, one.fields)) return { fields: one.fields as Static<S> };
    const [error] = Value.Errors(row, one.fields);
    return { problem: `${error?.instancePath.slice(1) || 'the row'} ${error?.message ?? 'does not fit'}` };
  }

  return {
    ...facts,
    dataFrom: files.map(({ address }) => address).join(' '),
    get offline() {
      return (
        data.missing(
          type,
          files.filter(({ optional }) => !optional),
        ).length === 0
      );
    },
    draw,
    items: async (request) => collectItems(await draw(request)),
  };
}

const unavailable = (detail: string) => impossible('/benchmark_type', detail, 'benchmark_unavailable');

function requireSubset(type: string, subsets: Published['subsets'], subset: string | null): void {
  if (subset === null || subsets.some(({ name }) => name === subset)) return;
  const names = subsets.map(({ name }) => name).join(', ');
  throw impossible('/subset', `${type} has no subset "${subset}"; it has ${names || 'none'}.`);
}

function requireFiles(type: string, missing: readonly DataFile[]): void {
  if (missing.length === 0) return;
  const names = missing.map(({ name, address }) => `${name} (published at ${address})`).join(' and ');
  throw unavailable(
    `The data of ${type} is not here: ${names}. Put the file into BENCHMARK_DATA_DIR/${type}/ under this name, or let an admin fetch it: POST /benchmarks/${type}/fetch.`,
  );
}

function malformed(type: string, file: string, problems: readonly string[]): AppError {
  const named = problems.slice(0, MAX_NAMED);
  const more = problems.length > named.length ? ` And ${problems.length - named.length} more.` : '';
  return unavailable(
    `${type}/${file} has ${problems.length} malformed ${problems.length === 1 ? 'row' : 'rows'}: ${named.join('; ')}.${more} Get the file again, or set BENCHMARK_SKIP_MALFORMED=true to leave such rows out.`,
  );
}

function warningsOf(
  file: string,
  found: { problems: string[]; repeated: number; places: number[]; sampleSize: number },
): string[] {
  const { problems, repeated, places, sampleSize } = found;
  const warnings: string[] = [];
  if (problems.length > 0)
    warnings.push(
      `${problems.length} malformed rows of ${file} are left out: ${problems.slice(0, MAX_NAMED).join('; ')}.`,
    );
  if (repeated > 0) warnings.push(`${repeated} repeated items of ${file} are used once.`);
  if (places.length < sampleSize) warnings.push(`There are ${places.length} different items; all are used.`);
  return warnings;
}
