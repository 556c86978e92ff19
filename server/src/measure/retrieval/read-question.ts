import { count } from '@touchstone/report/figures';
import { isObject } from '../../kernel/json.ts';
import {
  asksModel,
  type GraderChooser,
  type GraderSpec,
  graderProblems,
  readsCalls,
} from '../graders/graders.ts';
import type { WrittenQuestion, WrittenRelevant } from './question.ts';
import { comparableText, containsQuote } from './quotes.ts';

const FIELDS = ['question', 'answer', 'grader', 'relevant', 'answerable', 'refusal', 'cluster', 'metadata'];
const RELEVANT = ['quote', 'id', 'text', 'source', 'grade'];
const MAX_RELEVANT = 50;
const MAX_GRADE = 10;
const MAX_QUESTION = 10_000;
const MAX_PASSAGE = 100_000;

type Say = (pointer: string, detail: string) => void;

/**
 * Reads the question in a line, or returns everything that is wrong with it, by the JSON Pointer of the field.
 * `chooser` chooses the grader of an answer that names none.
 */
export function readQuestion(
  fields: Record<string, unknown>,
  chooser: GraderChooser,
): { question: WrittenQuestion } | { problems: string[] } {
  const problems: string[] = [];
  const say: Say = (pointer, detail) => problems.push(`${pointer} ${detail}`);
  refuseUnknown(fields, FIELDS, '', say);
  const { question, answerable = true } = fields;
  if (!isText(question, MAX_QUESTION))
    say('/question', `must be a text of at most ${count(MAX_QUESTION)} characters`);
  if (typeof answerable !== 'boolean') say('/answerable', 'must be true or false');
  const answer = answerable === false ? refuseAnswer(fields, say) : readAnswer(fields, chooser, say);
  const relevant = readRelevant(fields.relevant, say);
  if (answerable === false && relevant.length > 0) say('/relevant', 'must be omitted if answerable is false');
  if (answerable !== false && fields.relevant === undefined)
    say('/relevant', 'is missing: a list of {quote} or {id}; or say "answerable": false');
  const refusal = readTexts(fields.refusal, say);
  const { cluster, metadata } = fields;
  if (cluster !== undefined && !isText(cluster, 1000) && typeof cluster !== 'number')
    say('/cluster', 'must be a text or a number');
  if (metadata !== undefined && !isObject(metadata)) say('/metadata', 'must be an object');
  if (problems.length > 0) return { problems };
  return {
    question: {
      question: question as string,
      answer,
      relevant,
      refusal,
      ...(cluster !== undefined && { cluster: String(cluster) }),
      ...(metadata !== undefined && { metadata: metadata as Record<string, unknown> }),
    },
  };
}

function refuseAnswer(fields: Record<string, unknown>, say: Say): null {
  for (const name of ['answer', 'grader'])
    if (fields[name] !== undefined) say(`/${name}`, 'must be omitted if answerable is false');
  return null;
}

function readAnswer(
  { question, answer, grader }: Record<string, unknown>,
  chooser: GraderChooser,
  say: Say,
): WrittenQuestion['answer'] {
  const all = Array.isArray(answer) ? answer : [answer];
  if (all.length === 0 || !all.every(isAnswer)) {
    say('/answer', 'must be a text, a number up to 2^53, or a list of them; or say "answerable": false');
    return null;
  }
  const expected = Array.isArray(answer) ? all.map(String) : String(answer);
  const spec = grader === undefined ? chooser.choose(expected, String(question)) : readGrader(grader);
  if (spec === null) {
    say('/grader', 'must be a name or {"type": …, "options": {…}}');
    return null;
  }
  if (asksModel(spec) || readsCalls(spec))
    say('/grader', `${spec.type} cannot grade an answer from passages`);
  for (const problem of graderProblems(spec, expected)) say('/grader', problem);
  return { expected, grader: spec };
}

function readGrader(value: unknown): GraderSpec | null {
  if (typeof value === 'string') return { type: value, options: {} };
  if (!isObject(value) || typeof value.type !== 'string') return null;
  const { type, options = {}, ...more } = value;
  return isObject(options) && Object.keys(more).length === 0
    ? { type: type as string, options: options as GraderSpec['options'] }
    : null;
}

function readRelevant(value: unknown, say: Say): WrittenRelevant[] {
  if (value === undefined) return [];
  if (!Array.isArray(value) || value.length === 0 || value.length > MAX_RELEVANT) {
    say('/relevant', `must be a list of 1 to ${MAX_RELEVANT} passages, {quote} or {id} each`);
    return [];
  }
  return value.flatMap((one: unknown, i) => readPassage(one, `/relevant/${i}`, say) ?? []);
}

function readPassage(value: unknown, at: string, say: Say): WrittenRelevant | null {
  if (!isObject(value)) {
    say(at, 'must be an object with quote, or with id');
    return null;
  }
  refuseUnknown(value, RELEVANT, at, say);
  const { quote, id, text, source, grade = 1 } = value;
  if ((quote === undefined) === (id === undefined)) say(at, 'needs either quote or id');
  for (const [name, one] of Object.entries({ quote, id, text, source }))
    if (one !== undefined && !isText(one, MAX_PASSAGE))
      say(`${at}/${name}`, 'must be a text that is not empty');
  if (!Number.isInteger(grade) || (grade as number) < 1 || (grade as number) > MAX_GRADE)
    say(`${at}/grade`, `must be a whole number from 1 to ${MAX_GRADE}`);
  if (source !== undefined && (quote === undefined || text !== undefined))
    say(`${at}/source`, 'only applies to a quote without text; omit it');
  if (isText(quote, MAX_PASSAGE) && isText(text, MAX_PASSAGE)) {
    if (!containsQuote(comparableText(text), comparableText(quote)))
      say(`${at}/quote`, `is not in the text beside it: "${quote.slice(0, 80)}"`);
  }
  return { ...(value as Omit<WrittenRelevant, 'gain'>), gain: grade as number };
}

function readTexts(value: unknown, say: Say): string[] {
  if (value === undefined) return [];
  if (Array.isArray(value) && value.length <= 20 && value.every((one) => isText(one, 1000))) return value;
  say('/refusal', 'must be a list of at most 20 texts');
  return [];
}

function refuseUnknown(value: object, known: readonly string[], at: string, say: Say): void {
  for (const name of Object.keys(value))
    if (!known.includes(name)) say(`${at}/${name}`, `is not a field; known: ${known.join(', ')}`);
}

function isText(value: unknown, most: number): value is string {
  return typeof value === 'string' && value.trim() !== '' && value.length <= most;
}

function isAnswer(value: unknown): boolean {
  if (typeof value === 'string') return value !== '';
  return typeof value === 'number' && Number.isFinite(value) && Math.abs(value) <= Number.MAX_SAFE_INTEGER;
}
