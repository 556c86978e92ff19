import type { Grader } from './grader.ts';
import { flag, oneOf } from './options.ts';

const PLACES: Readonly<Record<string, (reply: string, text: string) => boolean>> = {
  whole: (reply, text) => reply === text,
  anywhere: (reply, text) => reply.includes(text),
  start: (reply, text) => reply.startsWith(text),
  end: (reply, text) => reply.endsWith(text),
};

/**
 * Compares the unchanged response with an expected text, character by character: nothing is extracted, trimmed or
 * normalised.
 */
export const literal: Grader = {
  type: 'literal',
  version: 1,
  share: 'never',
  description:
    'The response is, contains, starts or ends with an expected text, compared character by character: white space, markup and case count.',
  options: {
    at: oneOf('Where the text must be: the "whole" response, "anywhere", at its "start" or its "end".', [
      'whole',
      'anywhere',
      'start',
      'end',
    ]),
    ignore_case: flag('Compare case-insensitively.', false),
    require: oneOf('Whether "any" or "all" of several expected texts must match.', ['any', 'all']),
  },
  expectedProblem: (expected, { at }) =>
    expected === '' && at !== 'whole' ? 'expected is empty, which every response contains' : null,
  judge(reply, expected, { at, ignore_case, require }) {
    const cased = (text: string) => (ignore_case === true ? text.toLowerCase() : text);
    const given = cased(reply);
    const matches = PLACES[String(at)] ?? (() => false);
    const found = expected.filter((text) => matches(given, cased(text)));
    const right = require === 'all' ? found.length === expected.length : found.length > 0;
    return {
      score: Number(right),
      extraction: null,
      extracted: null,
      settled: right && at !== 'whole' && at !== 'end',
    };
  },
};
