import { Type } from 'typebox';
import type { ReadData } from '../../benchmarks/benchmarks.ts';
import type { Route } from '../../graders/graders.ts';
import type { Condition } from '../../retrieval/retrieval.ts';
import type { CapacityLimits, LoadAsked, PlannedWindows } from '../../traffic/traffic.ts';
import { Judging } from '../schemas/kinds/judging-schemas.ts';
import { CapacityReport, LoadReport } from '../schemas/kinds/load-schemas.ts';
import { RetrievalReport } from '../schemas/kinds/retrieval-schemas.ts';
import { StructuredReport } from '../schemas/kinds/structured-schemas.ts';
import { TaskReport } from '../schemas/kinds/task-schemas.ts';

// What the plan and the results must know of each kind: the shape of its planned benchmarks, whom its units ask, and its
// field of the results. All else of a kind is in its folder.

/** What every benchmark of a plan says, whatever its kind. */
interface Planned<K extends string> {
  /** What runs, aggregates and reports it: the name of a folder here, or begins with one. */
  kind: K;
  /** The key in `benchmark_scores`: `arithmetic`, `dataset/<source>`. */
  key: string;
  type: string;
  version: string;
  items: number;
  chanceLevel: number | null;
  /** There where a short program without a model scores near 1 on it. Absent in plans of earlier versions. */
  smokeTest?: true;
  /** SHA-256 in hex of the items' hashes, and of those of the messages that are sent; absent in old plans. */
  itemsSha256?: string;
  promptsSha256?: string;
  /** What the items were read from; absent where they are made, and in old plans. */
  data?: readonly ReadData[];
  /** The cluster of each item by index; absent when no two items share one. */
  clusters?: (string | null)[];
}

/** Targets are asked, and a grader or a dataset says what is right. */
export type PlannedAnswers = Planned<'answers'>;

/** Targets are asked with passages: their own, those that are right, or none. */
export interface PlannedRetrieval extends Planned<'retrieval'> {
  retrieval: {
    condition: Condition;
    /** So many passages are measured, from the first. */
    k: number;
    /** Nothing answers these questions, and right is to say so. */
    isUnanswerable: boolean;
    /** The place in the plan of the benchmark with the targets' own passages. */
    of: number;
    /** Characters of the right passages of all items, for the estimate. */
    goldCharacters: number;
    /** How many of these passages there are. */
    goldPassages: number;
  };
}

/** One measure of retrieval or of citations as a benchmark of its own: its scores are among those of the answers. */
export interface PlannedRetrievalScore extends Planned<'retrieval-score'> {
  /** Whose answers: a place in the plan, and one among the measures. */
  measure: { of: number; index: number };
}

/** Targets solve tasks in conversations with simulated tools. */
export type PlannedTasks = Planned<'tasks'>;

/** Targets are asked for JSON of a schema, in one of two conditions. */
export interface PlannedStructured extends Planned<'structured'> {
  route: Route;
}

/** Targets are asked by a custom prompt, and criteria with graders and judges say how good the answers are. */
export interface PlannedJudging extends Planned<'judging'> {
  custom: PlannedCustom;
}

/** One criterion of a custom evaluation. It has no units of its own. */
export interface PlannedCriterionScore extends Planned<'judging-criterion'> {
  /** Whose answers it grades: a place in the plan, and one among its criteria; of one alone the whole is its score. */
  criterion: { of: number; index: number; isOnly?: true };
}

/** Judges compare the answers of two targets at a time. */
export interface PlannedPreference extends Planned<'preference'> {
  /** Whose answers: a place in the plan. */
  pairs: { of: number };
}

/** Load is sent in windows; an item is one slice of it. */
export interface PlannedLoad extends Planned<'load'> {
  windows: PlannedWindows;
}

/** A search for capacity; it has one item. */
export interface PlannedCapacity extends Planned<'capacity'> {
  capacity: CapacitySearch;
}

/** What follows from facts: it has no units, and nothing is asked for it. */
export type PlannedFacts = Planned<'facts'>;

/** A benchmark of a plan, told apart by `kind`. */
export type PlannedBenchmark =
  | PlannedAnswers
  | PlannedTasks
  | PlannedStructured
  | PlannedRetrieval
  | PlannedRetrievalScore
  | PlannedJudging
  | PlannedCriterionScore
  | PlannedPreference
  | PlannedLoad
  | PlannedCapacity
  | PlannedFacts;

export type KindName = PlannedBenchmark['kind'];

/** A benchmark of one kind. */
export type PlannedOf<K extends KindName> = Extract<PlannedBenchmark, { kind: K }>;

/** What must be known of a kind to number units and to tell scores from measurements. */
export interface KindTraits<B extends PlannedBenchmark> {
  /** Who is asked an item: each target, each pair of targets, or nobody. */
  readonly asks: 'targets' | 'pairs' | 'nobody';
  /** Whether it ends in scores, which are compared. */
  readonly scored: boolean;
  /** What graders say beside the score is in its own part of the results, and not among the further scores. */
  readonly reportsDetails?: true;
  /** Whether its scores explain those of another benchmark, or are the same, and say nothing more of a target. */
  readonly explains?: (benchmark: B) => boolean;
  /** Its items are the user's own wherever they come from; absent = where they were read from a source. */
  readonly isOwn?: true;
  /** A unit is many calls of a target, so that its latency is none of a call; absent = it is one, or has none. */
  readonly isManyCalls?: true;
  /** The place in the plan of the benchmark whose answers it grades; absent = it has its own. */
  readonly restsOn?: (benchmark: B) => number;
  /** Which of the scores of that benchmark's answers is its own; absent = it has scores of its own. */
  readonly scoreIndex?: (benchmark: B) => number;
}

export const TRAITS: { readonly [K in KindName]: KindTraits<PlannedOf<K>> } = {
  answers: { asks: 'targets', scored: true },
  tasks: { asks: 'targets', scored: true, isManyCalls: true },
  structured: { asks: 'targets', scored: true, reportsDetails: true },
  retrieval: {
    asks: 'targets',
    scored: true,
    explains: ({ retrieval }) => retrieval.condition !== 'retrieved',
  },
  'retrieval-score': {
    asks: 'nobody',
    scored: true,
    restsOn: ({ measure }) => measure.of,
    scoreIndex: ({ measure }) => measure.index,
  },
  judging: { asks: 'targets', scored: true, isOwn: true },
  'judging-criterion': {
    asks: 'nobody',
    scored: true,
    explains: ({ criterion }) => criterion.isOnly === true,
    restsOn: ({ criterion }) => criterion.of,
    scoreIndex: ({ criterion }) => criterion.index,
  },
  preference: { asks: 'pairs', scored: true, restsOn: ({ pairs }) => pairs.of },
  load: { asks: 'targets', scored: false },
  capacity: { asks: 'targets', scored: false },
  facts: { asks: 'nobody', scored: false },
};

/** The fields of the results that hold what kinds measured beside scores. */
export const KIND_RESULTS = {
  tasks: Type.Optional(Type.Array(TaskReport)),
  structured: Type.Optional(
    Type.Array(StructuredReport, { description: 'What became of answers that were to be JSON of a schema.' }),
  ),
  retrieval: Type.Optional(Type.Array(RetrievalReport)),
  load: Type.Optional(Type.Array(LoadReport)),
  capacity: Type.Optional(
    Type.Array(CapacityReport, {
      description: 'Of each candidate and scenario whose capacity was searched.',
    }),
  ),
  judging: Type.Optional(Judging),
};

/** A search for the highest rate at which a scenario's limits hold. */
export interface CapacitySearch {
  /** Index in the plan's scenarios. */
  scenario: number;
  load: Omit<LoadAsked, 'peakRps'>;
  limits: CapacityLimits;
}

/** How a judge grades a criterion. */
export type Scale = 'one_to_five' | 'pass_fail';

/** What judges do: grade one answer by criteria, or say which of two they prefer. */
export type JudgeMode = 'criteria' | 'pairwise';

/** A criterion as it is graded. */
export interface PlannedCriterion {
  name: string;
  /** Of the sum of all weights. */
  weight: number;
  /** Null where a built-in grader decides it, which each item carries with what it expects. */
  judged: { description: string; scale: Scale } | null;
}

/** What decides the scores of a custom evaluation, beside its items. */
export interface PlannedCustom {
  criteria: PlannedCriterion[];
  /** What judges are told beside the criteria; null = nothing. */
  instructions: string | null;
  /** SHA-256 in hex of what judges are told, by what they do; absent in old plans. */
  judgePrompts?: Partial<Record<JudgeMode, string>>;
}
