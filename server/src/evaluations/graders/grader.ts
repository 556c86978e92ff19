import type { Extraction } from './extract.ts';
import type { GraderOptions, OptionSpecs } from './options.ts';

/** What a grader finds in a reply; `settled` is false when more text could still change it. */
export interface Judgement {
  score: number;
  /** Null when the whole reply was read and nothing had to be found in it. */
  extraction: Extraction | null;
  extracted: string | null;
  settled: boolean;
}

/** What every grader implements; one file each, listed in `graders.ts`. */
export interface Grader {
  type: string;
  /** What it accepts and how it compares, in a sentence or two. */
  description: string;
  options: OptionSpecs;
  /** Why this expected answer cannot be graded; null when it can. Options are known to be valid. */
  expectedProblem(expected: string, options: GraderOptions): string | null;
  judge(reply: string, expected: readonly string[], options: GraderOptions): Judgement;
}
