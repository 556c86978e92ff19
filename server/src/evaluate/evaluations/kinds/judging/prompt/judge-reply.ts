import { isObject } from '../../../../../kernel/json.ts';
import type { GradedBy } from '../../../../../measure/graders/graders.ts';
import type { Preference } from '../../../../../measure/statistics/statistics.ts';
import type { Scale } from '../describe.ts';
import type { JudgedCriterion, JudgePrompt } from './judge-prompt.ts';
import { type ReadJudgement, readJudgement } from './marked-judgement.ts';

/**
 * Version of the reader of judge responses. Increment it with every change that may read a response differently or
 * make it unreadable. Rescoring keeps earlier readings, and calls the judge again where none was possible.
 */
export const JUDGE_READER_VERSION: GradedBy = { judges: 2 };

/** The grade of one criterion, 0 to 1, with the judge's reason. */
export interface CriterionGrade {
  index: number;
  score: number;
  reason: string;
}

/** The response that a judge prefers, by the order in which it saw them, and its reason. */
export interface JudgePreference {
  winner: Preference;
  reason: string;
}

const MAX_REASON = 4000;

/** Reads the grades in a judge's response; every criterion must have one. */
export function readGrades(
  reply: string,
  prompt: JudgePrompt,
  criteria: readonly JudgedCriterion[],
): ReadJudgement<CriterionGrade[]> {
  return readJudgement(reply, prompt, {
    root: 'grades',
    keys: 'grades|score|c\\d+',
    count: 1 + 2 * criteria.length,
    read({ grades }) {
      const said: CriterionGrade[] = [];
      for (const { index, scale } of criteria) {
        const grade = isObject(grades) ? grades[`c${index}`] : undefined;
        const score = isObject(grade) ? toScore(grade.score, scale) : null;
        if (!isObject(grade) || score === null) return { problem: `c${index} has no score on its scale` };
        said.push({ index, score, reason: reasonOf(grade) });
      }
      return { said };
    },
  });
}

const PREFERENCES: ReadonlyMap<unknown, Preference> = new Map(
  (['first', 'second', 'tie'] as const).map((one) => [one, one]),
);

/** Reads the preference in a judge's response. */
export function readPreference(reply: string, prompt: JudgePrompt): ReadJudgement<JudgePreference> {
  return readJudgement(reply, prompt, {
    root: 'winner',
    keys: 'winner',
    count: 1,
    read(judgement) {
      const winner = PREFERENCES.get(wordOf(judgement.winner));
      if (winner === undefined) return { problem: '"winner" is none of "first", "second" and "tie"' };
      return { said: { winner, reason: reasonOf(judgement) } };
    },
  });
}

function reasonOf({ reason }: Record<string, unknown>): string {
  return typeof reason === 'string' ? reason.slice(0, MAX_REASON) : '';
}

const PASSES: ReadonlyMap<unknown, number> = new Map<unknown, number>([
  ['pass', 1],
  ['passed', 1],
  ['true', 1],
  [true, 1],
  ['fail', 0],
  ['failed', 0],
  ['false', 0],
  [false, 0],
]);

const GRADES: readonly unknown[] = [1, 2, 3, 4, 5];
const ONE_TO_FIVE = /^([1-5])(?:\.0+)?(?: ?(?:\/|of|out of) ?5)?$/;

function toScore(value: unknown, scale: Scale): number | null {
  const word = wordOf(value);
  if (scale === 'pass_fail') return PASSES.get(word) ?? null;
  const grade = typeof word === 'string' ? Number(ONE_TO_FIVE.exec(word)?.[1]) : word;
  return GRADES.includes(grade) ? ((grade as number) - 1) / 4 : null;
}

/** Text without case, emphasis, quotation marks and final full stop; other values unchanged. */
function wordOf(value: unknown): unknown {
  return typeof value === 'string'
    ? value.toLowerCase().replace(/^[\s*_`"'“”‘’]+|[\s*_`"'“”‘’.。!]+$/g, '')
    : value;
}
