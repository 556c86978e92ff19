import { plural } from '@touchstone/report/figures';
import type { Static, TSchema } from 'typebox';
import { type AppError, impossibleField } from '../../../kernel/errors.ts';
import type { Row } from '../../../knowledge/reading/tables/tables.ts';
import { schemaErrors } from '../../../platform/http/validation.ts';
import { graderProblems } from '../../graders/graders.ts';
import { createRandom, sampleWithoutReplacement } from '../../statistics/statistics.ts';
import type { Benchmark, BenchmarkDescription, DataFile, ItemsRequest, SampledItems } from '../benchmark.ts';
import { type Item, toItem } from '../item.ts';
import {
  andMoreText,
  type ItemRows,
  type Places,
  type Problems,
  readItemsAtPositions,
  type Survey,
  surveyRows,
} from '../rows/sample-rows.ts';
import type { DataDirectory } from './data-directory.ts';
import { type Flatten, fileRows, textLines } from './rows-of-file.ts';

/** Data for making an item from a row. */
export interface RowContext<Fields> {
  subset: string | null;
  seed: number;
  /** The rows of the file of worked examples that `shots` chose. */
  shots: readonly Fields[];
}

/** A public benchmark: its facts, its files, and how a row becomes an item. One file each. */
export interface PublishedBenchmark<S extends TSchema = TSchema>
  extends Omit<BenchmarkDescription, 'dataFrom' | 'offline' | 'subsets'> {
  subsets: { name: string; description: string }[];
  /** The required fields of a row; a row without them is malformed. */
  row: S;
  flatten?: Flatten;
  /** The files of a subset, and which of their rows belong to it. */
  from(subset: string | null): Reading<Static<S>>;
  /** Returns an item, or what is wrong with the row. */
  toItem(fields: Static<S>, context: RowContext<Static<S>>): Omit<Item, 'id'> | { problem: string };
  /**
   * The rule by which the benchmark's own script reads responses, by the name that the grader uses. Absent if it reads
   * none.
   */
  publishedRule?: string;
}

export interface Reading<Fields> {
  /** The file with the items. */
  items: string;
  /** The file with worked examples, and how many of them are used at most, chosen by `isShot`. */
  shots?: { file: string; isShot?(fields: Fields, taken: readonly Fields[]): boolean; most: number };
  isAsked?(fields: Fields): boolean;
  /**
   * The file of JSON lines with the answer to each row, in the same order; its line becomes the row's `answer_line`.
   */
  answers?: string;
}

export interface PublishedOptions {
  data: DataDirectory;
  /** Whether malformed rows are skipped with a warning, instead of refusing the file. */
  skipMalformed: boolean;
}

/**
 * One seeded sample of a public benchmark, in random order. The file is read once to find the usable rows, and once
 * more for those of the sample, so that memory does not grow with the file.
 */
export function createPublishedBenchmark<S extends TSchema>(
  { row, flatten, from, toItem: make, publishedRule, ...facts }: PublishedBenchmark<S>,
  { data, skipMalformed }: PublishedOptions,
): Benchmark {
  const { type, files, subsets } = facts;

  async function sampleItems(request: ItemsRequest): Promise<SampledItems> {
    const { subset, seed, sampleSize } = request;
    requireSubset(type, subsets, subset);
    const reading = from(subset);
    const needed = files.filter(({ name }) =>
      [reading.items, reading.answers, reading.shots?.file].includes(name),
    );
    requireFiles(type, data.missing(type, needed));
    const read = await Promise.all(needed.map((file) => data.verify(type, file)));
    const shots = await takeShots(reading);
    const rows = rowsToAsk(reading, { subset, seed, shots });
    const survey = await surveyRows(rows);
    const { places, problems } = survey;
    if (problems.count > 0 && !skipMalformed) throw malformed(type, reading.items, problems);
    if (places.length === 0) throw impossibleField('/subset', `${reading.items} has no items.`);
    const random = createRandom(seed, type, subset ?? 'all', 'items');
    const order = sampleWithoutReplacement(random, places, sampleSize);
    return {
      count: order.length,
      items: readItemsAtPositions(rows, order),
      warnings: warningsOf(reading.items, survey, sampleSize),
      read,
    };
  }

  function rowsToAsk(reading: Reading<Static<S>>, context: RowContext<Static<S>>): ItemRows {
    return {
      rows: (only) => rowsOf(reading.items, only, reading.answers),
      toItem(fields) {
        const checked = check(fields);
        if ('problem' in checked) return { problems: [checked.problem] };
        if (reading.isAsked && !reading.isAsked(checked.fields)) return null;
        const made = make(checked.fields, context);
        if ('problem' in made) return { problems: [made.problem] };
        const item = toItem(withRule(made, publishedRule));
        const problems = graderProblems(item.grader, item.expected);
        return problems.length > 0 ? { problems } : { item };
      },
    };
  }

  async function takeShots({ shots }: Reading<Static<S>>): Promise<Static<S>[]> {
    const taken: Static<S>[] = [];
    if (shots === undefined) return taken;
    for await (const one of rowsOf(shots.file)) {
      if (taken.length >= shots.most) break;
      const checked = 'problem' in one ? one : check(one.fields);
      if ('fields' in checked && (shots.isShot?.(checked.fields, taken) ?? true)) taken.push(checked.fields);
    }
    return taken;
  }

  const rowsOf = (file: string, only?: Places, answers?: string) => {
    const rows = fileRows(data.path(type, file), { flatten, ...(only && { only }) });
    return answers === undefined ? rows : withAnswers(rows, textLines(data.path(type, answers), only));
  };

  function check(fields: Record<string, unknown>): { fields: Static<S> } | { problem: string } {
    const [error] = schemaErrors(row, fields);
    if (error === undefined) return { fields: fields as Static<S> };
    return { problem: `${error.pointer.slice(1) || 'the row'} ${error.detail}` };
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
    sampleItems,
  };
}

/** Each row with the line of answers at the same position; if it is missing and required, the row is malformed. */
async function* withAnswers(
  rows: AsyncIterable<Row & { at: number }>,
  answers: AsyncIterator<{ text: string }>,
): AsyncGenerator<Row & { at: number }> {
  for await (const row of rows) {
    const { value, done } = await answers.next();
    const isAnswered = 'fields' in row && done !== true;
    yield isAnswered ? { ...row, fields: { ...row.fields, answer_line: value.text } } : row;
  }
}

function withRule(item: Omit<Item, 'id'>, published_rule: string | undefined): Omit<Item, 'id'> {
  if (published_rule === undefined) return item;
  const { type, options } = item.grader;
  return { ...item, grader: { type, options: { ...options, published_rule } } };
}

const unavailable = (detail: string) => impossibleField('/benchmark_type', detail, 'benchmark_unavailable');

function requireSubset(type: string, subsets: PublishedBenchmark['subsets'], subset: string | null): void {
  if (subset === null || subsets.some(({ name }) => name === subset)) return;
  const names = subsets.map(({ name }) => name).join(', ');
  throw impossibleField('/subset', `${type} has no subset "${subset}"; it has ${names || 'none'}.`);
}

function requireFiles(type: string, missing: readonly DataFile[]): void {
  if (missing.length === 0) return;
  const names = missing.map(({ name, address }) => `${name} (published at ${address})`).join(' and ');
  throw unavailable(
    `The data of ${type} is missing: ${names}. Put the file into BENCHMARK_DATA_DIR/${type}/ under this name, or let an admin download it: POST /benchmarks/${type}/fetch.`,
  );
}

function malformed(type: string, file: string, problems: Problems): AppError {
  const { count, named } = problems;
  return unavailable(
    `${type}/${file} has ${plural(count, 'malformed row')}: ${named.join('; ')}.${andMoreText(problems)} Download the file again, or set BENCHMARK_SKIP_MALFORMED=true to skip such rows.`,
  );
}

function warningsOf(file: string, { places, repeated, problems }: Survey, sampleSize: number): string[] {
  const warnings: string[] = [];
  if (problems.count > 0)
    warnings.push(`${problems.count} malformed rows of ${file} are skipped: ${problems.named.join('; ')}.`);
  if (repeated > 0) warnings.push(`${repeated} repeated items of ${file} are used once.`);
  if (places.length < sampleSize) warnings.push(`There are ${places.length} distinct items; all are used.`);
  return warnings;
}
