import { DRAW_PURPOSES, type Draws } from '../random.ts';
import type { LookupItem, Program, SolverAnswers } from '../script/answers.ts';
import { lastExpression } from './arithmetic.ts';
import { add, type Fraction, formatFraction, fraction, parseDecimal } from './fraction.ts';

/** The right answer of a program, and a plausible wrong one; `draw` in [0, 1) selects a variant. */
interface Solution {
  readonly right: string;
  /** The cluster of the item, if it has one. */
  readonly cluster?: string | undefined;
  /** Number of steps of the answer. */
  readonly difficulty: number;
  wrong(draw: number): string;
}

type Solve = (prompt: string) => Solution | undefined;

/** The answer to a prompt: right with the given probability, decided only by the draws. */
export function createSolver(options: SolverAnswers): (prompt: string, draws: Draws) => string {
  const items = options.items ?? [];
  const programs = options.programs ?? (items.length > 0 ? ['lookup', 'arithmetic'] : ['arithmetic']);
  const solvers = programs.map((program) => ({
    solve: program === 'lookup' ? answerByLookup(items) : solveArithmetic,
    accuracy: accuracyOf(options, program),
  }));
  const noise = options.noise === 'per_call' ? 'call' : 'item';
  // Two items of a cluster share its draw if both use it: √ρ · √ρ = ρ. The share of right answers does not change.
  const together = Math.sqrt(options.cluster_correlation);
  return (prompt, draws) => {
    for (const { solve, accuracy } of solvers) {
      const solution = solve(prompt);
      if (solution === undefined) continue;
      const { cluster } = solution;
      const shares = cluster !== undefined && draws[noise](DRAW_PURPOSES.together) < together;
      const chance = accuracy * options.step_accuracy ** solution.difficulty;
      const right = (shares ? draws.named(cluster) : draws)[noise](DRAW_PURPOSES.accuracy) < chance;
      return right ? solution.right : solution.wrong(draws[noise](DRAW_PURPOSES.wrong));
    }
    return options.otherwise;
  };
}

function accuracyOf({ accuracy }: SolverAnswers, program: Program): number {
  return typeof accuracy === 'number' ? accuracy : (accuracy[program] ?? 1);
}

const solveArithmetic: Solve = (prompt) => {
  const value = lastExpression(prompt);
  return (
    value && {
      right: formatFraction(value),
      difficulty: 0,
      wrong: (draw) => formatFraction(wrongNumber(value, draw)),
    }
  );
};

/**
 * The value plus or minus k or k per cent, whichever is more, with k from 1 to 9: always outside of a grader's
 * tolerance.
 */
function wrongNumber(value: Fraction, draw: number): Fraction {
  const pick = Math.floor(draw * 18);
  const k = BigInt((pick >> 1) + 1);
  const whole = (value.n < 0n ? -value.n : value.n) / value.d;
  const share = (whole * k + 99n) / 100n;
  const step = share > k ? share : k;
  return add(value, fraction(pick % 2 === 0 ? step : -step));
}

function answerByLookup(items: readonly LookupItem[]): Solve {
  const find = createLookup(items);
  const answers = [...new Set(items.map((item) => item.expected))];
  return (prompt) => {
    const item = find(prompt);
    return (
      item && {
        right: item.expected,
        cluster: item.cluster,
        difficulty: item.difficulty ?? 0,
        wrong: (draw) => otherAnswer(answers, item.expected, draw),
      }
    );
  };
}

/**
 * Another item's answer that neither contains the right one nor is contained in it (a `contains` grader would accept
 * it). If there is none, a number is changed, and a text becomes `none of these`.
 */
function otherAnswer(answers: readonly string[], right: string, draw: number): string {
  const start = Math.floor(draw * answers.length);
  const own = right.trim().toLowerCase();
  for (let i = 0; i < answers.length; i++) {
    const other = answers[(start + i) % answers.length] ?? '';
    const plain = other.trim().toLowerCase();
    if (!plain.includes(own) && !own.includes(plain)) return other;
  }
  const value = /^-?\d+(?:\.\d+)?$/.test(right.trim()) ? parseDecimal(right.trim()) : null;
  if (value === null) return own === 'none of these' ? 'some of these' : 'none of these';
  return formatFraction(wrongNumber(value, draw));
}

// Number of first characters that select candidates: enough to distinguish questions that start alike.
const LOOKUP_PREFIX_LENGTH = 32;

/**
 * Finds the item whose input occurs in a prompt: of several the one that ends last (the question comes after the
 * examples), and of those the longest. Reads the prompt once, however many items there are.
 */
function createLookup(items: readonly LookupItem[]): (prompt: string) => LookupItem | undefined {
  const width = items.reduce((least, item) => Math.min(least, item.input.length), LOOKUP_PREFIX_LENGTH);
  const byHead = Map.groupBy(items, (item) => item.input.slice(0, width));
  return (prompt) => {
    let best: LookupItem | undefined;
    let bestEnd = 0;
    for (let i = 0; i + width <= prompt.length; i++) {
      for (const item of byHead.get(prompt.slice(i, i + width)) ?? []) {
        const end = i + item.input.length;
        if (end <= bestEnd || !prompt.startsWith(item.input, i)) continue;
        best = item;
        bestEnd = end;
      }
    }
    return best;
  };
}
