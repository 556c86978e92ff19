import { isObject } from '../../kernel/json.ts';
import type { Details, GradeResult, GraderDescription, GraderSpec } from './grader.ts';
import { type GraderOptions, type OptionSpec, oneOf } from './options.ts';

/** A grader that combines the scores of other graders. */
export interface CombiningGrader extends GraderDescription {
  combines: true;
}

const MOST_PARTS = 100;
const MOST_LEVELS = 4;
/** The maximum weight, for which sums and products of all parts stay finite. */
const MOST_WEIGHT = 1_000_000;

const share = (description: string): OptionSpec => ({
  type: 'number',
  description,
  expects: 'a number from 0 to 1',
  accepts: isShare,
});

/**
 * Several graders, the parts, decide one response. A part passes if its score reaches its threshold (default 1); `not`
 * inverts both. The response passes if every part with a weight passes or, with a threshold, if the weighted mean of
 * the parts' scores reaches it. A part may be a composite itself.
 */
export const composite: CombiningGrader = {
  type: 'composite',
  version: 1,
  combines: true,
  share: 'by_option',
  expectsNothing: true,
  description:
    'Several graders decide one response: it passes if every part passes, or if the weighted mean of their scores reaches a threshold.',
  options: {
    parts: {
      type: 'json',
      required: true,
      description:
        'The parts, each `{"grader", "expected", "not", "weight", "threshold", "metric"}`; only `grader` is required. `expected` defaults to that of the row, `weight` to 1 (0: recorded, not counted), `threshold` to 1. `metric` names a score of its own in results.',
      expects: `a list of 1 to ${MOST_PARTS} parts, each an object with grader and optionally expected (a text or a list of texts), not (true or false), weight (0 to ${MOST_WEIGHT}), threshold (0 to 1) and metric (a text); composites within it count by their parts, in at most ${MOST_LEVELS} levels`,
      accepts: (value) => partsProblem(value) === null,
      explains: (value) => partsProblem(value),
    },
    threshold: share(
      'The weighted mean of the scores from which the response passes. Without it every part must pass.',
    ),
    score: oneOf('"pass": 1 if the response passes, else 0. "mean": the weighted mean of the scores.', [
      'pass',
      'mean',
    ]),
  },
  expectedProblem: () => null,
};

interface CommonPart {
  /** Its place, counted from 1: `2.1` is the first part of the second one. */
  place: string;
  grader: GraderSpec;
  not: boolean;
  weight: number;
  metric: string | null;
}
/** One grader of a composite, with its expected answer. */
export interface Leaf extends CommonPart {
  expected: string | readonly string[];
  threshold: number;
}
interface Branch extends CommonPart {
  parts: readonly Part[];
  threshold: number | null;
}
type Part = Leaf | Branch;

/** The parts of a composite with these options, whose row expects `expected`. Options must be valid. */
function partsOf(options: GraderOptions, expected: string | readonly string[], above = ''): Part[] {
  const given = Array.isArray(options.parts) ? (options.parts as Record<string, unknown>[]) : [];
  return given.map((part, i) => {
    const place = `${above}${i + 1}`;
    const grader = specOf(part.grader);
    const own = (part.expected ?? expected) as Leaf['expected'];
    const common = {
      place,
      grader,
      not: part.not === true,
      weight: typeof part.weight === 'number' ? part.weight : 1,
      metric: typeof part.metric === 'string' ? part.metric : null,
    };
    const threshold = typeof part.threshold === 'number' ? part.threshold : null;
    return grader.type === composite.type
      ? {
          ...common,
          parts: partsOf(grader.options, own, `${place}.`),
          threshold: thresholdOf(grader.options),
        }
      : { ...common, expected: own, threshold: threshold ?? 1 };
  });
}

const specOf = (grader: unknown): GraderSpec =>
  isObject(grader)
    ? { type: String(grader.type), options: isObject(grader.options) ? grader.options : {} }
    : { type: String(grader), options: {} };

const thresholdOf = ({ threshold }: GraderOptions): number | null =>
  typeof threshold === 'number' ? threshold : null;

/** All graders of a composite that are not composites, in order. */
export const leafGraders = (options: GraderOptions, expected: string | readonly string[]): Leaf[] =>
  partsOf(options, expected).flatMap(leavesIn);

const leavesIn = (part: Part): Leaf[] => ('parts' in part ? part.parts.flatMap(leavesIn) : [part]);

const KEYS = ['grader', 'expected', 'not', 'weight', 'threshold', 'metric'];
/** Names of other scores, which a metric must not have. */
const RESERVED_FIGURES = /^(?:mean|passed)$|^(?:part|field|lenient)(?:$|[ /])/;

/** What is wrong with a list of parts, without checking their graders; null if it is valid. */
function partsProblem(value: unknown, above = '', level = 1): string | null {
  const where = above === '' ? 'it' : `part ${above}`;
  if (level > MOST_LEVELS) return `${where} is on level ${level}, and there are at most ${MOST_LEVELS}`;
  if (!Array.isArray(value)) return `${where} has no list of parts`;
  if (value.length === 0) return `${where} has an empty list of parts`;
  const count = level === 1 ? countLeaves(value) : 0;
  if (count > MOST_PARTS) return `it has ${count} parts, and there are at most ${MOST_PARTS}`;
  for (const [i, part] of value.entries()) {
    const place = above === '' ? `${i + 1}` : `${above}.${i + 1}`;
    const problem = partProblem(part);
    if (problem !== null) return `part ${place}: ${problem}`;
    const { type, options } = specOf((part as Record<string, unknown>).grader);
    const inner = type === composite.type ? partsProblem(options.parts, place, level + 1) : null;
    if (inner !== null) return inner;
  }
  return null;
}

const countLeaves = (parts: readonly unknown[]): number =>
  parts.reduce<number>((sum, part) => {
    const inner =
      isObject(part) && isObject(part.grader) && isObject(part.grader.options) && part.grader.options.parts;
    return sum + (Array.isArray(inner) ? countLeaves(inner) : 1);
  }, 0);

function partProblem(part: unknown): string | null {
  if (!isObject(part)) return 'it must be an object with grader';
  const unknown = Object.keys(part).find((key) => !KEYS.includes(key));
  if (unknown !== undefined) return `unknown field "${unknown}"; known: ${KEYS.join(', ')}`;
  const { grader, expected, not, weight, threshold, metric } = part;
  const { type, options } = isObject(grader) ? grader : { type: grader, options: undefined };
  if (typeof type !== 'string') return 'grader must be a name or {"type", "options"}';
  if (options !== undefined && !isObject(options)) return 'options of grader must be an object';
  if (expected !== undefined && typeof expected !== 'string' && !isTexts(expected))
    return 'expected must be a text or a list of texts';
  if (not !== undefined && typeof not !== 'boolean') return 'not must be true or false';
  if (weight !== undefined && !(typeof weight === 'number' && weight >= 0 && weight <= MOST_WEIGHT))
    return `weight must be a number from 0 to ${MOST_WEIGHT}`;
  if (threshold !== undefined && type === composite.type)
    return 'threshold of a composite belongs to its options';
  if (threshold !== undefined && !isShare(threshold)) return 'threshold must be a number from 0 to 1';
  if (metric === undefined) return null;
  if (typeof metric !== 'string' || metric.trim() === '') return 'metric must be a text';
  return isReservedFigure(metric)
    ? `metric must not be "${metric}", which is the name of another score`
    : null;
}

/** Whether a name is that of another score. */
export const isReservedFigure = (name: string): boolean => RESERVED_FIGURES.test(name);

const isTexts = (value: unknown): boolean =>
  Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === 'string');

function isShare(value: unknown): boolean {
  return typeof value === 'number' && value >= 0 && value <= 1;
}

interface Value {
  score: number;
  passed: boolean;
}
type ScoreOf = (leaf: Leaf) => number | null;
/** Receives the value of each part, and its weight in the whole; null for parts without one. */
type Look = (part: Part, value: Value | null, weight: number) => void;

/** The grade of a response from the grades of `leafGraders`, in the same order. */
export function combine(
  options: GraderOptions,
  expected: string | readonly string[],
  results: readonly GradeResult[],
): GradeResult {
  const parts = partsOf(options, expected);
  const byLeaf = new Map(parts.flatMap(leavesIn).map(({ place }, i) => [place, results[i]]));
  const scoreOf: ScoreOf = ({ place }) => readScore(byLeaf.get(place), false);
  const missing = missingGrade(parts, byLeaf);
  if (missing !== null) return missing;
  const grades: Record<string, readonly [number, number]> = {};
  const metrics = new Map<string, { sum: number; weight: number }>();
  const failed: string[] = [];
  const said: string[] = [];
  const whole = combined(parts, thresholdOf(options), scoreOf, 1, (part, value, weight) => {
    const message = messageOf(byLeaf.get(part.place));
    if (message !== null) said.push(`${part.place}: ${message}`);
    if (value === null) return;
    grades[partDetail(part.place)] = [value.score, Number(value.passed)];
    if (!value.passed) failed.push(`${part.place} (${nameOf(part)})`);
    if (part.metric !== null) {
      // A part without a weight counts only in its own metric.
      const of = weight === 0 ? 1 : weight;
      const before = metrics.get(part.metric) ?? { sum: 0, weight: 0 };
      metrics.set(part.metric, { sum: before.sum + value.score * of, weight: before.weight + of });
    }
  });
  const isMean = options.score === 'mean';
  const scored = (value: Value) => (isMean ? value.score : Number(value.passed));
  const lenient = combined(parts, thresholdOf(options), ({ place }) => readScore(byLeaf.get(place), true), 1);
  const scores = Object.fromEntries([...metrics].map(([name, { sum, weight }]) => [name, sum / weight]));
  const details: Details = {
    ...(isMean ? { passed: Number(whole.passed) } : { mean: whole.score }),
    ...scores,
    ...grades,
  };
  return {
    state: 'scored',
    score: scored(whole),
    extraction: null,
    extracted: null,
    truncated: results.some((one) => one.state === 'scored' && one.truncated),
    details,
    message:
      [...(failed.length > 0 ? [`Parts that do not pass: ${failed.join(', ')}.`] : []), ...said].join(' ') ||
      null,
    ...(scored(lenient) !== scored(whole) && { lenient: scored(lenient) }),
  };
}

function readScore(result: GradeResult | undefined, isLenient: boolean): number | null {
  if (result?.state !== 'scored') return null;
  return isLenient ? (result.lenient ?? result.score) : result.score;
}

const messageOf = (result: GradeResult | undefined): string | null => result?.message ?? null;

/** The grade of a weighted part that is missing, which leaves the whole without a grade. */
function missingGrade(
  parts: readonly Part[],
  byLeaf: ReadonlyMap<string, GradeResult | undefined>,
): GradeResult | null {
  for (const part of parts) {
    if (part.weight === 0) continue;
    if ('parts' in part) {
      const found = missingGrade(part.parts, byLeaf);
      if (found !== null) return found;
      continue;
    }
    const found = byLeaf.get(part.place);
    if (found?.state === 'unscored')
      return found.message === undefined ? found : { ...found, message: `${part.place}: ${found.message}` };
  }
  return null;
}

function combined(
  parts: readonly Part[],
  threshold: number | null,
  scoreOf: ScoreOf,
  weight: number,
  look: Look = () => {},
): Value {
  let [sum, whole, all] = [0, 0, true];
  for (const part of parts) {
    const value = valueIn(part, scoreOf, weight * part.weight, look);
    if (value === null) continue;
    sum += value.score * part.weight;
    whole += part.weight;
    if (!value.passed && part.weight > 0) all = false;
  }
  const score = whole > 0 ? sum / whole : 0;
  return { score, passed: threshold === null ? all : score >= threshold };
}

function valueIn(part: Part, scoreOf: ScoreOf, weight: number, look: Look): Value | null {
  const own =
    'parts' in part ? combined(part.parts, part.threshold, scoreOf, weight, look) : leafValue(part, scoreOf);
  const given = isGraded(part, scoreOf) ? own : null;
  const value = given && part.not ? { score: 1 - given.score, passed: !given.passed } : given;
  look(part, value, weight);
  return value;
}

/** Whether a part has a grade; for a composite, whether all of its weighted parts have one. */
function isGraded(part: Part, scoreOf: ScoreOf): boolean {
  if (!('parts' in part)) return scoreOf(part) !== null;
  return part.parts.every((one) => one.weight === 0 || isGraded(one, scoreOf));
}

function leafValue(leaf: Leaf, scoreOf: ScoreOf): Value | null {
  const score = scoreOf(leaf);
  return score === null ? null : { score, passed: score >= leaf.threshold };
}

const nameOf = ({ not, grader: { type } }: Part) => (not ? `not ${type}` : type);

const partDetail = (place: string) => `part ${place}`;
/** Whether a stored figure is the grade of a part: its score, and 1 if it passed. */
export const isPartDetail = (name: string): boolean => name.startsWith(partDetail(''));

/** A part of a composite in the form of the API, with its grade for one response. */
export interface PartGrade {
  part: string;
  grader: string;
  expected: string | string[] | null;
  not: boolean;
  weight: number;
  threshold: number | null;
  metric: string | null;
  /** 0 to 1; null without a grade. */
  score: number | null;
  passed: boolean | null;
}

const copied = (expected: string | readonly string[]): string | string[] =>
  typeof expected === 'string' ? expected : [...expected];

/** The parts of a composite in order, with the grades stored beside a response's score. */
export function partGrades(
  { options }: Pick<GraderSpec, 'options'>,
  expected: string | readonly string[],
  details: Details,
): PartGrade[] {
  const shown = (part: Part): PartGrade[] => {
    const grade = details[partDetail(part.place)];
    const [score = null, passed = null] = Array.isArray(grade) ? grade : [];
    const { place, grader, not, weight, threshold, metric } = part;
    const own = {
      part: place,
      grader: grader.type,
      expected: 'parts' in part || part.expected === '' ? null : copied(part.expected),
      not,
      weight,
      threshold,
      metric,
      score,
      passed: passed === null ? null : passed === 1,
    };
    return [own, ...('parts' in part ? part.parts.flatMap(shown) : [])];
  };
  return partsOf(options, expected).flatMap(shown);
}
