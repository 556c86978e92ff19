import { type Draws, PURPOSE } from '../random.ts';
import type { LookupItem, Program, SolverAnswers } from '../script/answers.ts';
import { lastExpression } from './arithmetic.ts';
import { createLookup } from './lookup.ts';
import { apply, formatRational, parseRational, type Rational, rational } from './rational.ts';

/** The right answer of a program, and how it is wrong plausibly; `draw` in [0, 1) picks one way. */
interface Solution {
  readonly right: string;
  wrong(draw: number): string;
}

type Solve = (prompt: string) => Solution | undefined;

/** The answer to a prompt: right with the probability asked for, decided by the draws alone. */
export function createSolver(options: SolverAnswers): (prompt: string, draws: Draws) => string {
  const items = options.items ?? [];
  const programs = options.programs ?? (items.length > 0 ? ['lookup', 'arithmetic'] : ['arithmetic']);
  const solvers = programs.map((program) => ({
    solve: program === 'lookup' ? lookup(items) : arithmetic,
    accuracy: accuracyOf(options, program),
  }));
  return (prompt, draws) => {
    const draw = options.noise === 'per_call' ? draws.call : draws.item;
    for (const { solve, accuracy } of solvers) {
      const solution = solve(prompt);
      if (solution === undefined) continue;
      return draw(PURPOSE.accuracy) < accuracy ? solution.right : solution.wrong(draw(PURPOSE.wrong));
    }
    return options.otherwise;
  };
}

function accuracyOf({ accuracy }: SolverAnswers, program: Program): number {
  return typeof accuracy === 'number' ? accuracy : (accuracy[program] ?? 1);
}

const arithmetic: Solve = (prompt) => {
  const value = lastExpression(prompt);
  return value && { right: formatRational(value), wrong: (draw) => formatRational(offBy(value, draw)) };
};

/**
 * The value plus or minus k or k per cent, whichever is more, k from 1 to 9: never the value itself, and
 * so far off that no grader's tolerance lets it pass.
 */
function offBy(value: Rational, draw: number): Rational {
  const pick = Math.floor(draw * 18);
  const k = BigInt((pick >> 1) + 1);
  const size = value.numerator / value.denominator;
  const share = ((size < 0n ? -size : size) * k + 99n) / 100n;
  const step = rational(share > k ? share : k);
  return apply(pick % 2 === 0 ? '+' : '-', value, step) ?? value;
}

function lookup(items: readonly LookupItem[]): Solve {
  const find = createLookup(items);
  const answers = [...new Set(items.map((item) => item.expected))];
  return (prompt) => {
    const item = find(prompt);
    return item && { right: item.expected, wrong: (draw) => otherAnswer(answers, item.expected, draw) };
  };
}

/**
 * Another item's answer, neither containing the right one nor contained in it (a `contains` grader would
 * let it pass). When there is none, a number is off by some, and a text is `none of these`.
 */
function otherAnswer(answers: readonly string[], right: string, draw: number): string {
  const start = Math.floor(draw * answers.length);
  const own = right.trim().toLowerCase();
  for (let i = 0; i < answers.length; i++) {
    const other = answers[(start + i) % answers.length] ?? '';
    const plain = other.trim().toLowerCase();
    if (!plain.includes(own) && !own.includes(plain)) return other;
  }
  const number = /^(-?)(\d+(?:\.\d+)?)$/.exec(right.trim());
  if (number === null) return own === 'none of these' ? 'some of these' : 'none of these';
  const size = parseRational(number[2] ?? '0');
  return formatRational(offBy(number[1] === '-' ? rational(-size.numerator, size.denominator) : size, draw));
}
