import { readdirSync, readFileSync } from 'node:fs';
import { type GraderSpec, grade } from '../../src/measure/graders/graders.ts';
import { splitReasoning } from '../../src/models/adapters/openai-protocol/reasoning.ts';

/**
 * A reply with the answer that a careful person reads in it: a letter, a number, the elements of a list, or whether the
 * gold text is given; null where there is none. `blind` = written by somebody who had not seen the graders.
 */
export interface LabelledReply {
  id: string;
  kind: 'choice' | 'numeric' | 'text' | 'list';
  language: string;
  style: string;
  choices?: string[];
  gold?: string[];
  reply: string;
  answer: string | string[] | boolean | null;
  blind: boolean;
}

/** `wrong credit`: an answer was read that a careful person does not read; `missed`: none was, where there is one. */
export type Outcome = 'right' | 'missed' | 'wrong credit';

const AT = new URL('../fixtures/answer-styles/', import.meta.url);

export const labelledReplies = (): LabelledReply[] =>
  ['blind', 'further'].flatMap((part) =>
    readdirSync(new URL(`${part}/`, AT))
      .sort()
      .flatMap((name) =>
        readFileSync(new URL(`${part}/${name}`, AT), 'utf8')
          .trim()
          .split('\n'),
      )
      .map((line) => ({ ...(JSON.parse(line) as LabelledReply), blind: part === 'blind' })),
  );

/** What our graders make of a reply; a text is credited where `exact` or the exact match of SQuAD credits it. */
export function readByGraders({ kind, choices, gold, reply, answer }: LabelledReply): {
  outcome: Outcome;
  extracted: string | null;
} {
  const judge = (spec: GraderSpec, expected: string | string[]) => {
    const result = grade(spec, expected, { ...splitReasoning(reply), finishReason: 'stop' });
    if (result.state === 'unscored') throw new Error(`unscored: ${reply}`);
    return result;
  };
  if (kind === 'choice') {
    const { extracted } = judge({ type: 'choice', options: { choices } }, 'A');
    return { outcome: outcomeOf(extracted === answer, extracted !== null), extracted };
  }
  if (kind === 'text') {
    const { details, extracted } = judge({ type: 'f1', options: {} }, gold ?? []);
    const { score } = judge({ type: 'exact', options: {} }, gold ?? []);
    const right = score === 1 || details?.exact_match === 1;
    return { outcome: outcomeOf(right === answer, right), extracted };
  }
  const spec = { type: kind, options: {} };
  const expected = Array.isArray(answer) ? answer : String(answer ?? 0);
  const { score, extraction, extracted } = judge(spec, expected);
  const right = answer === null ? extraction === 'none' : score === 1;
  return { outcome: outcomeOf(right, extraction !== 'none'), extracted };
}

const outcomeOf = (right: boolean, credited: boolean): Outcome =>
  right ? 'right' : credited ? 'wrong credit' : 'missed';
