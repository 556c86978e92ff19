import { count } from '@touchstone/report/figures';
import { impossibleField } from '../../../kernel/errors.ts';
import { createYieldToEventLoop } from '../../../kernel/yield-to-event-loop.ts';
import { createRandom } from '../../statistics/statistics.ts';
import type { Benchmark, BenchmarkDescription, ItemsRequest, SampledItem } from '../benchmark.ts';
import { type Item, shortId, toItem } from '../item.ts';
import { createWordRandom, type WordRandom } from './wording/wording.ts';

/** A subset. */
export interface Level {
  name: string;
  description: string;
  make(random: WordRandom): Omit<Item, 'id'>;
}

export interface GeneratedSpec
  extends Pick<BenchmarkDescription, 'type' | 'title' | 'measures' | 'doesNotMeasure' | 'version'> {
  /** Default: accuracy. */
  metric?: string;
  /** Smoke tests: a short program solves them. */
  levels: readonly Level[];
  /** Levels that no short program solves. They are used only by name: without a `subset` the other levels alternate. */
  entangled: readonly Level[];
  /** Maximum number of different items, well before a level has no more. */
  maxItems: number;
}

/** A level for each description: `level-1`, `level-2`, … */
export const numberedLevels = (
  descriptions: readonly string[],
  make: (random: WordRandom, level: number) => Omit<Item, 'id'>,
): Level[] =>
  descriptions.map((description, i) => ({
    name: `level-${i + 1}`,
    description,
    make: (random) => make(random, i + 1),
  }));

/**
 * A benchmark whose items are generated from the seed. Item i of a request for n is of level `i mod levels`, or of the
 * level that `subset` names, and a larger n begins with the items of a smaller one. No item occurs twice.
 */
export function createGeneratedBenchmark({
  levels,
  entangled,
  maxItems,
  metric = 'accuracy',
  ...facts
}: GeneratedSpec): Benchmark {
  const all = [...levels.map((level) => ({ ...level, smokeTest: true as const })), ...entangled];
  async function sampleItems({ subset, sampleSize, seed }: ItemsRequest) {
    const chosen = subset === null ? levels : [levelOf(facts.type, all, subset)];
    const count = Math.min(sampleSize, maxItems);
    const random = createWordRandom(createRandom(seed, facts.type, subset ?? 'all', 'items'), seed);
    const warnings =
      count < sampleSize ? [`${facts.type} gives at most ${maxItems} items; that many are used.`] : [];
    return { count, items: make(chosen, count, random), warnings, read: [] };
  }
  return {
    ...facts,
    metric,
    chanceLevel: null,
    size: `up to ${count(maxItems)}`,
    licence: 'generated; no licence needed',
    dataFrom: 'generated from the seed',
    offline: true,
    differs: null,
    files: [],
    smokeTest: true,
    subsets: all,
    sampleItems,
  };
}

async function* make(
  levels: readonly Level[],
  count: number,
  random: WordRandom,
): AsyncGenerator<SampledItem> {
  const yieldToEventLoop = createYieldToEventLoop();
  const seen = new Set<bigint>();
  while (seen.size < count) {
    await yieldToEventLoop();
    const index = seen.size;
    const item = toItem((levels[index % levels.length] as Level).make(random));
    seen.add(shortId(item));
    if (seen.size > index) yield { index, item };
  }
}

function levelOf(type: string, levels: readonly Level[], subset: string): Level {
  const level = levels.find(({ name }) => name === subset);
  if (level !== undefined) return level;
  const names = levels.map(({ name }) => name).join(', ');
  throw impossibleField('/subset', `${type} has no subset "${subset}"; it has ${names}.`);
}
