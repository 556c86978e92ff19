import { jsonrepair } from 'jsonrepair';
import { isObject, parseJson } from '../../../../../kernel/json.ts';
import type { JudgePrompt } from './judge-prompt.ts';
import { withoutQuoted } from './quoted-text.ts';

/** The judgement, or the problem that is reported to the judge in the next request. */
export type ReadJudgement<T> = { said: T } | { problem: string };

/** Why a response could not be read; null if it could. */
export const problemOfRead = (read: ReadJudgement<unknown>): string | null =>
  'problem' in read ? read.problem : null;

type JsonObject = Record<string, unknown>;

/** The form of a judgement. */
export interface JudgementForm<T> {
  /** The required key: an object without it is no judgement. */
  root: string;
  /** Its keys as a regular expression, and their number in one judgement. */
  keys: string;
  count: number;
  read(judgement: JsonObject): ReadJudgement<T>;
}

/** Maximum number of opening braces tried from the end of a response. */
const MAX_TRIES = 100;
/**
 * Maximum number of repairs tried, each with another start or end of the object, and maximum length of repaired text.
 */
const MAX_REPAIRS = 20;
const MAX_REPAIRED = 64 * 1024;

const MISSING = 'there is no JSON object with the mark';
const UNCERTAIN = 'a key of the judgement stands more than once, or outside of its place';

/** An object with the mark, and its end within the text that begins with it. */
interface MarkedObject {
  object: JsonObject;
  end: number;
  /** Whether it was valid JSON. */
  isStrict: boolean;
}

/**
 * Reads the last JSON object with the mark from what the judge wrote. A judgement that the judge repeats from the graded
 * response never contains the mark, because it was drawn after that response was written. Unescaped repeated text could
 * still end the string that contains it; then keys occur twice, and the judgement is rejected. Only an object that is
 * not valid JSON is repaired.
 */
export function readJudgement<T>(
  whole: string,
  prompt: JudgePrompt,
  form: JudgementForm<T>,
): ReadJudgement<T> {
  const { mark } = prompt;
  const reply = withoutQuoted(whole, mark);
  let problem = MISSING;
  let until = reply.length;
  let repairs = MAX_REPAIRS;
  let at = until;
  for (let tries = 0; tries < MAX_TRIES && at > 0; tries++) {
    at = reply.lastIndexOf('{', at - 1);
    if (at === -1) break;
    const text = reply.slice(at, until);
    const found = parseMarkedObject(text, mark) ?? parseRepairedObject(text, mark, () => repairs-- > 0);
    if (found === null) continue;
    if (isInThinking(reply, at, at + found.end)) return { problem: MISSING };
    if (!(form.root in found.object)) {
      problem = `"${form.root}" is missing`;
      continue;
    }
    const read = form.read(found.object);
    if ('said' in read || found.isStrict) {
      return isUncertain(text, found, form, prompt) ? { problem: UNCERTAIN } : read;
    }
    // This is the form from the prompt, which judges repeat: it is no judgement, but an earlier object may be one.
    problem = read.problem;
    until = at;
  }
  return { problem };
}

/** Parses the object at the start of a text, if it is valid JSON and has the mark. */
function parseMarkedObject(text: string, mark: string): MarkedObject | null {
  const json = textToClosingBrace(text);
  const object = objectOf(json);
  return object?.mark === mark ? { object, end: json.length, isStrict: true } : null;
}

/** Parses an object that is not valid JSON, up to one of the last closing braces. */
function parseRepairedObject(text: string, mark: string, isAllowed: () => boolean): MarkedObject | null {
  if (!text.includes(mark) || text.length > MAX_REPAIRED) return null;
  for (let end = text.length; isAllowed(); end--) {
    end = text.lastIndexOf('}', end - 1) + 1;
    if (end === 0) return null;
    try {
      const object = objectOf(jsonrepair(withLoneBackslashes(text.slice(0, end))));
      if (object?.mark === mark) return { object, end, isStrict: false };
    } catch {
      // This end does not give valid JSON; try the next.
    }
  }
  return null;
}

/** Escapes backslashes that a judge left unescaped, as in LaTeX and Windows paths. */
function withLoneBackslashes(text: string): string {
  return text.replace(/\\(["'\\/bfnrt]|u[0-9a-fA-F]{4})|\\/g, (all, known) => (known ? all : '\\\\'));
}

/**
 * Whether the grade may come from an answer that the judge repeats: a key occurs twice in or after the object. Whole
 * objects without the mark after it are ignored, unless the text that ends the marked object also occurs in the
 * answer.
 */
function isUncertain(
  text: string,
  { end, isStrict }: MarkedObject,
  { keys, count }: JudgementForm<unknown>,
  { messages }: JudgePrompt,
): boolean {
  const own = withLetters(text.slice(0, end));
  const found = keysIn(own, keys, isStrict);
  if (found.length > count) return true;
  const { objects, left } = takeObjects(withLetters(text.slice(end)));
  if (keysIn(left, keys, isStrict).length > 0) return true;
  if (keysIn(objects, keys, isStrict).length === 0) return false;
  const ending = withoutSpace(own.slice(found.at(-1) ?? 0));
  return messages.some(({ content }) => withoutSpace(withLetters(content)).includes(ending));
}

/** Decodes letters and digits that are written like `\u0061`, because a key may be. */
const withLetters = (text: string) =>
  text.replace(/\\u00([3-7][0-9a-f])/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));

const withoutSpace = (text: string) => text.replace(/\s+/g, '');

/** The valid JSON objects in a text, and the text without them. */
function takeObjects(text: string): { objects: string; left: string } {
  let [objects, left, rest] = ['', '', text];
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const at = rest.indexOf('{');
    if (at === -1) break;
    const json = textToClosingBrace(rest.slice(at));
    const isObject = objectOf(json) !== null;
    if (isObject) objects += json;
    left += rest.slice(0, isObject ? at : at + 1);
    rest = rest.slice(isObject ? at + json.length : at + 1);
  }
  return { objects, left: left + rest };
}

/** The text from its opening brace to the matching closing brace; empty if there is none. */
function textToClosingBrace(text: string): string {
  let depth = 0;
  let inString = false;
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (inString) {
      if (character === '\\') at++;
      else if (character === '"') inString = false;
    } else if (character === '"') inString = true;
    else if (character === '{') depth++;
    else if (character === '}' && --depth === 0) return text.slice(0, at + 1);
  }
  return '';
}

/** Positions of keys with these names in a text: unescaped and in double quotes if it is JSON, else in any form. */
function keysIn(text: string, names: string, isStrict: boolean): number[] {
  const key = isStrict ? `"(?:${names})"\\s*:` : `(?<!\\w)(?:${names})\\\\*["'“”‘’\`]?\\s*:`;
  return [...text.matchAll(new RegExp(key, 'g'))].map(({ index }) => index);
}

const THOUGHT = '(?:think|thinking|thought|reasoning)';
const THOUGHT_START = new RegExp(`^\\s*(?:<${THOUGHT}>|\\[THINK\\])`, 'i');
const THOUGHT_END = new RegExp(`</${THOUGHT}>|\\[/THINK\\]`, 'i');

/** Whether a part of a response is inside reasoning: adapters remove only `<think>`. */
function isInThinking(reply: string, from: number, to: number): boolean {
  if (THOUGHT_END.test(reply.slice(to))) return true;
  return THOUGHT_START.test(reply) && !THOUGHT_END.test(reply.slice(0, from));
}

function objectOf(text: string): JsonObject | null {
  const value = parseJson(text);
  return isObject(value) ? value : null;
}
