import { createHash } from 'node:crypto';
import { count } from '@touchstone/report/figures';
import { impossibleField } from '../../../kernel/errors.ts';
import { createYieldToEventLoop } from '../../../kernel/yield-to-event-loop.ts';
import type { GraderSpec } from '../../graders/graders.ts';
import type {
  Benchmark,
  BenchmarkDescription,
  ItemsRequest,
  SampledItem,
  SampledItems,
} from '../benchmark.ts';
import { toItem } from '../item.ts';
import type { Passage } from '../passages.ts';
import { type Cloze, makeClozes } from './cloze.ts';
import { CONTEXTS, type Context, contextBySubset, passagesFor } from './contexts.ts';
import { groundedPrompt } from './prompt.ts';

/** The question of a cloze, and its right answers. */
export interface Question {
  sentence: string;
  expected: string[];
  grader: GraderSpec;
}

/** Makes the questions of one sample, after seeing every passage of the workspace. */
export interface Asking {
  see?(passage: Passage): void;
  accepts(cloze: Cloze): boolean;
  question(cloze: Cloze): Question;
}

export interface GroundedSpec
  extends Pick<BenchmarkDescription, 'type' | 'title' | 'measures' | 'doesNotMeasure' | 'version'> {
  /** The contexts in which a short program without a model scores near 1. */
  smokeTests: readonly Context[];
  begin(seed: number): Asking;
}

/** Maximum items: each contains its passages, and a request waits for their search. */
const MAX_ITEMS = 2_000;
/** Maximum passages that are read while a request waits. */
const MAX_PASSAGES = 200_000;

/**
 * A benchmark made from sentences of the workspace's own sources: the same seed and sources give the same items. No
 * model writes a question. Passages are copied into the items; those of one passage are one cluster.
 */
export function createGroundedBenchmark({ begin, smokeTests, ...facts }: GroundedSpec): Benchmark {
  const { type } = facts;

  async function sampleItems({ subset, sampleSize, seed, passages }: ItemsRequest): Promise<SampledItems> {
    const context = contextBySubset(type, subset);
    if (passages === undefined) throw new Error(`${type} needs the passages of a workspace.`);
    const asking = begin(seed);
    const yieldToEventLoop = createYieldToEventLoop();
    const lowest = createClozeSample(seed, type, Math.min(sampleSize, MAX_ITEMS));
    let seen = 0;
    for await (const page of passages.all()) {
      seen += page.length;
      if (seen > MAX_PASSAGES) throw tooMany(type);
      for (const passage of page) {
        await yieldToEventLoop();
        asking.see?.(passage);
        for (const cloze of makeClozes(passage, seed)) if (asking.accepts(cloze)) lowest.add(cloze);
      }
    }
    const clozes = lowest.sample();
    if (clozes.length === 0) throw nothingToAsk(type, seen);
    return {
      count: clozes.length,
      items: toItems(clozes),
      warnings: warningsOf(type, clozes, sampleSize),
      read: [],
    };

    async function* toItems(sampled: readonly Cloze[]): AsyncGenerator<SampledItem> {
      for (const [index, cloze] of sampled.entries()) {
        await yieldToEventLoop();
        const { sentence, expected, grader } = asking.question(cloze);
        const { fact, passage } = cloze;
        const { shown, found } = await passagesFor(
          context,
          sentence,
          passage,
          passages as NonNullable<typeof passages>,
        );
        const item = toItem({
          input: [{ role: 'user', content: groundedPrompt(sentence, fact.kind, passage, shown) }],
          expected,
          grader,
          cluster: createHash('sha256').update(passage.text).digest('hex').slice(0, 16),
          metadata: {
            kind: fact.kind,
            context,
            source: passage.title,
            chunk_id: passage.chunkId,
            ...(found !== undefined && { found_by_search: found }),
          },
        });
        yield { index, item };
      }
    }
  }

  return {
    ...facts,
    ofAllSources: true,
    licence: 'your own sources',
    size: `up to ${count(MAX_ITEMS)}, depending on the sentences with dates, numbers and names in the sources`,
    dataFrom: 'the sources of the workspace that are ready',
    offline: true,
    metric: 'accuracy',
    chanceLevel: null,
    smokeTest: true,
    subsets: CONTEXTS.map((context) => ({
      ...context,
      ...(smokeTests.includes(context.name) && { smokeTest: true }),
    })),
    differs: null,
    files: [],
    sampleItems,
  };
}

function tooMany(type: string) {
  const most = count(MAX_PASSAGES);
  return impossibleField(
    '/benchmark_type',
    `${type} searches at most ${most} passages, and this workspace has more; use a workspace with fewer sources.`,
    'limit_exceeded',
  );
}

function nothingToAsk(type: string, seen: number) {
  const why =
    seen === 0
      ? 'This workspace has no source that is ready; add one, and wait until it is.'
      : `None of the ${seen} passages of this workspace has a sentence that ${type} can use; add sources with prose that contains dates, numbers and names.`;
  return impossibleField('/benchmark_type', why, 'benchmark_unavailable');
}

function warningsOf(type: string, { length }: readonly Cloze[], sampleSize: number): string[] {
  if (length >= sampleSize) return [];
  return [
    length === MAX_ITEMS
      ? `${type} has at most ${MAX_ITEMS} items; that number is used.`
      : `The sources of this workspace yield ${length} items; all are used.`,
  ];
}

/**
 * Samples clozes from a stream of any length: each is ranked by the SHA-256 of the seed and its sentence with the gap,
 * and the lowest are used. So the order of the passages does not matter, a larger sample begins with a smaller one, and
 * another source changes few items. If two passages fill the same gap differently, neither is used. Memory is limited
 * by four times the sample, and 200.
 */
function createClozeSample(seed: number, type: string, count: number) {
  // As many again may turn out to be ambiguous.
  const capacity = 2 * count + 100;
  let kept = new Map<string, Cloze | 'ambiguous'>();

  function prune(): void {
    const places = [...kept.keys()].sort().slice(0, capacity);
    kept = new Map(places.map((place) => [place, kept.get(place) as Cloze | 'ambiguous']));
  }

  return {
    add(cloze: Cloze): void {
      const place = createHash('sha256').update(`${seed}\n${type}\n${cloze.frame}`).digest('hex');
      const known = kept.get(place);
      if (known === undefined) kept.set(place, cloze);
      else if (known !== 'ambiguous' && known.fact.text !== cloze.fact.text) kept.set(place, 'ambiguous');
      if (kept.size > 2 * capacity) prune();
    },
    sample(): Cloze[] {
      prune();
      return [...kept.values()].filter((cloze) => cloze !== 'ambiguous').slice(0, count);
    },
  };
}
