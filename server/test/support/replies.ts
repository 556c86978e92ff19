import { readFileSync } from 'node:fs';
import type { GraderSpec } from '../../src/measure/graders/graders.ts';

/**
 * A reply with what a careful person makes of it: the number or letter that it gives (null = none), or whether it holds
 * an expected text. `held_back`: written with the others, and looked at only after these were read right.
 */
export interface ReadReply {
  grader: 'numeric' | 'choice' | 'exact' | 'contains' | 'list' | 'set';
  reply: string;
  reads?: string | null;
  expected?: string;
  score?: 0 | 1;
  held_back?: true;
}

export const readReplies = (): ReadReply[] =>
  readFileSync(new URL('../fixtures/replies.jsonl', import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

/** The choices of every `choice`. */
export const CHOICES = ['torque', 'The lift force', 'drag', 'mass'];

export const specOf = ({ grader: type }: ReadReply): GraderSpec => ({
  type,
  options: type === 'choice' ? { choices: CHOICES } : {},
});

/** Expected answers with the score that the reply must get: what it says scores, and everything else does not. */
export function expectations({
  grader,
  reads,
  expected,
  score,
}: ReadReply): [expected: string, score: 0 | 1][] {
  if (expected !== undefined && score !== undefined) return [[expected, score]];
  const all = grader === 'choice' ? ['A', 'B', 'C', 'D'] : ['18', '20', '40', '70', '180', reads ?? '19'];
  return [...new Set(all)].map((one) => [one, one === reads ? 1 : 0]);
}
