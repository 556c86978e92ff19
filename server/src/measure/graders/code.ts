import { sha256 } from '../../kernel/json.ts';
import { CODE_LANGUAGES, type CodeLanguage } from './code/code-messages.ts';
import type { AskingGrader } from './grader.ts';
import { oneOf } from './options.ts';
import { readVerdict } from './own-verdict.ts';
import { toSample } from './sample.ts';
import { SHOWN_HASH, timeoutOption } from './timeout-option.ts';

const MAX_SOURCE = 50_000;
const TIMEOUT_MS = 1_000;

/** A function written by the user grades the response, in a process that can only compute. */
export const code: AskingGrader = {
  type: 'code',
  version: 1,
  share: 'by_option',
  asks: 'code',
  expectsNothing: true,
  description:
    'A function of your own, `grade`, gets `{input, response, expected, metadata, trace}` and returns a score from 0 to 1, true or false, or `{score, reason, figures}`. It has no network, files, environment or processes.',
  options: {
    language: {
      ...oneOf('The language of the code. Python needs the package pyodide.', CODE_LANGUAGES, null),
      required: true,
    },
    source: {
      type: 'string',
      required: true,
      description: 'The code, which defines the function `grade`.',
      expects: `a text of 1 to ${MAX_SOURCE} characters`,
      accepts: (value) => typeof value === 'string' && value.trim() !== '' && value.length <= MAX_SOURCE,
    },
    timeout_ms: timeoutOption('The processor time for one response, in milliseconds.', TIMEOUT_MS),
  },
  expectedProblem: () => null,
  versions: ({ language, source }) => ({
    [`code ${language} ${sha256(String(source)).slice(0, SHOWN_HASH)}`]: 1,
  }),
  async ask(reply, expected, { language, source, timeout_ms }, services, answer) {
    const returned = await services.code({
      language: language as CodeLanguage,
      source: String(source),
      timeoutMs: Number(timeout_ms),
      sample: JSON.stringify(toSample(reply, expected, answer)),
    });
    return readVerdict(returned);
  },
};
