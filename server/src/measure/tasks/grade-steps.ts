import { type GradedAnswer, grade, matchAll } from '../graders/graders.ts';
import { type Difference, jsonDifferences } from './compare-json.ts';
import { isAtOrBelow, pointerTokens } from './pointer.ts';
import { applyEffects, type Change, replayChanges } from './rules.ts';
import type { ExpectedCall, Json, Task, TaskGrader } from './task.ts';
import { repliesByTurn, type Step, type ToolStep, toolSteps } from './transcript.ts';

/** The result of one grader of a task for a conversation. */
export interface Check {
  /** Its type; with a number if there are several of one type: `reply 2`. */
  name: string;
  /** Null if it could not be decided. */
  passed: boolean | null;
  /** The share of its parts that are met, if it counts parts. */
  share?: readonly [part: number, whole: number];
  /** What is wrong, as a sentence; null if nothing is. */
  message: string | null;
}

/** The results of all graders of the task, in order. The judges' responses are among the steps. */
export function gradeSteps(task: Task, steps: readonly Step[]): Check[] {
  const numbers = new Map<string, number>();
  return task.graders.map((grader) => {
    const { type } = grader;
    const number = (numbers.get(type) ?? 0) + 1;
    numbers.set(type, number);
    const name = number === 1 ? type : `${type} ${number}`;
    return { name, ...check(grader, task, steps, name) };
  });
}

type SaidReplies = Omit<Check, 'name'>;
type GraderOfType<T extends TaskGrader['type']> = Extract<TaskGrader, { type: T }>;

function check(grader: TaskGrader, task: Task, steps: readonly Step[], name: string): SaidReplies {
  switch (grader.type) {
    case 'final_state':
      return finalState(grader, task, steps);
    case 'tool_calls':
      return checkCalls(grader, toolSteps(steps));
    case 'forbidden_effects':
      return checkForbidden(grader, toolSteps(steps));
    case 'reply':
      return checkReplies(grader, repliesByTurn(steps));
    case 'judge':
      return judgedCheck(name, steps);
  }
}

const PASSED: SaidReplies = { passed: true, message: null };
const failedCheck = (message: string): SaidReplies => ({ passed: false, message });

function finalState(
  grader: GraderOfType<'final_state'>,
  { state }: Task,
  steps: readonly Step[],
): SaidReplies {
  const expected =
    'equals' in grader ? grader.equals : applyEffects(grader.changes, { state }, 'state').after;
  const found = replayChanges(
    state,
    toolSteps(steps).flatMap(({ changes }) => changes),
  );
  const wrong = jsonDifferences(expected, found, grader);
  const [first] = wrong;
  return first === undefined
    ? PASSED
    : failedCheck(`${describeDifference(first)}${andMore(wrong.length - 1)}`);
}

function describeDifference({ path, expected, found }: Difference): string {
  return `${path === '' ? 'The state' : path} is ${shortJson(found)}, expected ${shortJson(expected)}`;
}

const MAX_SHOWN = 200;
function shortJson(value: Json | undefined): string {
  if (value === undefined) return 'absent';
  const text = JSON.stringify(value);
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text;
}

const andMore = (n: number) => (n > 0 ? `; and ${n} more.` : '.');

function checkCalls(grader: GraderOfType<'tool_calls'>, made: readonly ToolStep[]): SaidReplies {
  const { calls: wanted, order = 'any', extra = 'allowed' } = grader;
  const fits = (i: number, j: number) => isCall(wanted[i] as ExpectedCall, made[j] as ToolStep, grader);
  const matched =
    order === 'any' ? matchAll(wanted.length, made.length, fits).matched : inOrder(wanted, made, fits);
  const share = [matched.size, Math.max(1, wanted.length)] as const;
  const missing = wanted.find((_, i) => !matched.has(i));
  if (missing !== undefined) {
    const where = order === 'same' && matched.size > 0 ? ' after the calls before it' : '';
    const message = `${callText(missing.name, missing.arguments)} was not called${where}${andMore(wanted.length - matched.size - 1)}`;
    return { passed: false, share, message };
  }
  if (extra === 'none' && made.length > matched.size) {
    const taken = new Set(matched.values());
    const [first] = made.filter((_, j) => !taken.has(j));
    return {
      ...failedCheck(`${callText(first?.name ?? '', first?.arguments ?? {})} was called as well.`),
      share,
    };
  }
  return { ...PASSED, share: wanted.length === 0 ? [1, 1] : share };
}

const callText = (name: string, args: Json) => `${name}(${shortJson(args)})`;

/** Matches each expected call with the first fitting one after the previous match. */
function inOrder(
  wanted: readonly unknown[],
  made: readonly unknown[],
  fits: (i: number, j: number) => boolean,
) {
  const matched = new Map<number, number>();
  let from = 0;
  for (const i of wanted.keys()) {
    const j = made.findIndex((_, at) => at >= from && fits(i, at));
    if (j === -1) break;
    matched.set(i, j);
    from = j + 1;
  }
  return matched;
}

type ArgumentRules = Pick<GraderOfType<'tool_calls'>, 'arguments' | 'tolerance'>;

function isCall(wanted: ExpectedCall, made: ToolStep, how: ArgumentRules): boolean {
  if (wanted.name !== made.name || typeof made.arguments !== 'object' || made.arguments === null)
    return false;
  const given = made.arguments as Record<string, Json>;
  const names = Object.keys(wanted.arguments);
  if (how.arguments !== 'contain' && Object.keys(given).some((name) => !names.includes(name))) return false;
  return names.every((name) => isArgument(wanted.arguments[name], given[name], how));
}

function isArgument(
  wanted: Json | undefined,
  given: Json | undefined,
  { tolerance = 0 }: ArgumentRules,
): boolean {
  const equal = (one: Json | undefined) => jsonDifferences(one, given, { tolerance }).length === 0;
  if (typeof wanted === 'object' && wanted !== null && !Array.isArray(wanted)) {
    const { $any, $one_of } = wanted as Record<string, Json>;
    if ($any === true) return given !== undefined;
    if (Array.isArray($one_of)) return $one_of.some(equal);
  }
  return equal(wanted);
}

function checkForbidden(
  { paths = [], only, calls: never = [] }: GraderOfType<'forbidden_effects'>,
  made: readonly ToolStep[],
): SaidReplies {
  for (const step of made) {
    const call = callText(step.name, step.arguments);
    if (!step.failed && never.some((one) => isCall(one, step, { arguments: 'contain' }))) {
      return failedCheck(`${call} is forbidden.`);
    }
    for (const change of step.changes) {
      for (const place of placesOf(change)) {
        const tokens = pointerTokens(place);
        const isForbidden = paths.some((pattern) => isAtOrBelow(pattern, tokens));
        const isOutside = only !== undefined && !only.some((pattern) => isAtOrBelow(pattern, tokens));
        if (isForbidden || isOutside) return failedCheck(`${call} changed ${place}, which it must not.`);
      }
    }
  }
  return PASSED;
}

/** The places whose value a change altered; none if it wrote the existing value. */
function placesOf({ path, before, after }: Change): string[] {
  const isWhole = before === undefined || after === undefined;
  const parts = jsonDifferences(before ?? emptyAs(after), after ?? emptyAs(before), {});
  return [...(isWhole ? [path] : []), ...parts.map((one) => `${path}${one.path}`)];
}

/** Compared with a new or removed value, so that each of its parts counts. */
function emptyAs(value: Json | undefined): Json | undefined {
  if (Array.isArray(value)) return [];
  return typeof value === 'object' && value !== null ? {} : undefined;
}

function checkReplies(
  { turn, grader, expected }: GraderOfType<'reply'>,
  said: readonly string[],
): SaidReplies {
  const chosen =
    turn === 'last' ? said.slice(-1) : typeof turn === 'number' ? said.slice(turn - 1, turn) : said;
  if (chosen.length === 0) return failedCheck(`There is no response to turn ${turn}.`);
  const right = chosen.filter((text) => isRight(text, grader, expected)).length;
  const passed = turn === 'any' ? right > 0 : right === chosen.length;
  const share = [turn === 'any' ? Math.min(1, right) : right, turn === 'any' ? 1 : chosen.length] as const;
  if (passed) return { ...PASSED, share };
  const which =
    typeof turn === 'number'
      ? `to turn ${turn}`
      : turn === 'last'
        ? 'to the last turn'
        : `to ${turn === 'any' ? 'any' : 'each'} turn`;
  return {
    passed: false,
    share,
    message: `The response ${which} is not as ${grader.type} expects: ${shortJson(expected)}.`,
  };
}

function isRight(
  text: string,
  grader: GraderOfType<'reply'>['grader'],
  expected: string | string[],
): boolean {
  const answer: GradedAnswer = { text, reasoning: null, finishReason: 'stop' };
  const result = grade(grader, expected, answer);
  return result.state === 'scored' && result.score === 1;
}

function judgedCheck(name: string, steps: readonly Step[]): SaidReplies {
  const step = steps.findLast((one) => one.kind === 'judge' && one.judge === name);
  if (step?.kind !== 'judge') return { passed: null, message: 'The judge has not graded it.' };
  const bad = step.grades.filter(({ score }) => score < 1);
  const share = [step.grades.length - bad.length, step.grades.length] as const;
  const [first] = bad;
  if (first === undefined) return { ...PASSED, share };
  return { passed: false, share, message: `The judge’s reason for ${first.name}: ${first.reason}` };
}
