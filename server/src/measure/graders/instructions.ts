import type { Grader } from './grader.ts';
import { type Arguments, argumentProblem, type Check } from './instructions/check.ts';
import { FORMAT_CHECKS } from './instructions/format-checks.ts';
import { KEYWORD_CHECKS } from './instructions/keyword-checks.ts';
import { LANGUAGE_CHECKS } from './instructions/language-checks.ts';
import { LENGTH_CHECKS } from './instructions/length-checks.ts';
import { flag } from './options.ts';

/** An instruction in the format of IFEval; null arguments are ignored. */
export interface Instruction {
  id: string;
  kwargs: Arguments;
}

/** The 25 verifiable instructions of IFEval by id. */
export const CHECKS: ReadonlyMap<string, Check> = new Map(
  Object.entries<Check>({ ...KEYWORD_CHECKS, ...LENGTH_CHECKS, ...FORMAT_CHECKS, ...LANGUAGE_CHECKS }),
);

/**
 * Right if the response follows every instruction: each expected text is one, as JSON `{"id", "kwargs"}`. Strict reads
 * the response unchanged; `loose` lets an instruction pass with any of IFEval's eight variants of the response. The
 * score is that of the prompt; prompt level and instruction level, strict and loose, are details.
 */
export const instructions: Grader = {
  type: 'instructions',
  version: 1,
  share: 'never',
  description: 'The response follows every expected instruction, each verified by a program (IFEval).',
  options: {
    loose: flag(
      'Also accept the response without its first line, its last line or both, and without asterisks.',
      false,
    ),
  },
  expectedProblem(expected) {
    const instruction = parse(expected);
    if (instruction === null) return 'expected is not an instruction {"id": …, "kwargs": {…}}';
    const check = CHECKS.get(instruction.id);
    if (check === undefined) return `there is no instruction "${instruction.id}"`;
    return argumentProblem(instruction.id, check, instruction.kwargs) ?? trialProblem(check, instruction);
  },
  judge(reply, expected, options) {
    const strict = missedOf(expected, [reply]);
    const loose = missedOf(expected, variantsOf(reply));
    const missed = options.loose === true ? loose : strict;
    const extracted = missed.length === 0 ? null : `not followed: ${missed.join(', ')}`;
    const details = {
      prompt_strict: strict.length === 0 ? 1 : 0,
      prompt_loose: loose.length === 0 ? 1 : 0,
      instruction_strict: [expected.length - strict.length, expected.length],
      instruction_loose: [expected.length - loose.length, expected.length],
    } as const;
    return { score: missed.length === 0 ? 1 : 0, extraction: null, extracted, settled: false, details };
  },
};

/** The ids of the instructions that no variant of the response follows. */
function missedOf(expected: readonly string[], variants: readonly string[]): string[] {
  return expected.flatMap((text) => {
    const instruction = parse(text);
    return instruction !== null && followed(instruction, variants) ? [] : [instruction?.id ?? text];
  });
}

function followed({ id, kwargs }: Instruction, variants: readonly string[]): boolean {
  return variants.some((variant) => variant.trim() !== '' && CHECKS.get(id)?.follows(variant, kwargs));
}

/** Unchanged; without the first line, the last, both; and all four without asterisks. */
function variantsOf(reply: string): string[] {
  const lines = reply.split('\n');
  const cuts = [lines, lines.slice(1), lines.slice(0, -1), lines.slice(1, -1)];
  const texts = cuts.map((part, i) => (i === 0 ? reply : part.join('\n').trim()));
  return [...texts, ...texts.map((text) => text.replaceAll('*', ''))];
}

/** An invalid pattern of a keyword is reported here, before any call. */
function trialProblem(check: Check, { id, kwargs }: Instruction): string | null {
  try {
    check.follows('a', kwargs);
    return null;
  } catch (error) {
    return `${id}: ${error instanceof Error ? error.message : error}`;
  }
}

function parse(text: string): Instruction | null {
  try {
    const { id, kwargs } = JSON.parse(text) as Partial<Instruction>;
    return typeof id === 'string' && typeof kwargs === 'object' && kwargs !== null ? { id, kwargs } : null;
  } catch {
    return null;
  }
}
