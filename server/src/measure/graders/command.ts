import { isAbsolute } from 'node:path';
import { programVersion } from './command/command-programs.ts';
import type { AskingGrader } from './grader.ts';
import { readVerdict } from './own-verdict.ts';
import { toSample } from './sample.ts';
import { timeoutOption } from './timeout-option.ts';

const MAX_WORDS = 20;
const MAX_CHARACTERS = 4_000;
const TIMEOUT_MS = 10_000;

const wordsOf = (run: unknown): string[] => (Array.isArray(run) ? run.map(String) : []);

/** A program that the operator allows grades the reply. It is trusted, and contained only where that is possible. */
export const command: AskingGrader = {
  type: 'command',
  version: 1,
  share: 'by_option',
  asks: 'command',
  expectsNothing: true,
  description:
    'A program that the operator allows (`COMMAND_GRADERS`) reads `{input, response, expected, metadata, trace}` as one line of JSON for each response and answers each with one line, as `code` returns it.',
  options: {
    run: {
      type: 'string_list',
      required: true,
      description: 'The program by its absolute path, and its arguments. No shell reads them.',
      expects: `a list of 1 to ${MAX_WORDS} texts that begins with an absolute path`,
      accepts: (value) =>
        Array.isArray(value) &&
        value.length >= 1 &&
        value.length <= MAX_WORDS &&
        value.every((word) => typeof word === 'string' && !word.includes('\0')) &&
        value.join('').length <= MAX_CHARACTERS &&
        isAbsolute(value[0]),
    },
    timeout_ms: timeoutOption(
      'The time for one response, and for the start of the program before the first, in milliseconds.',
      TIMEOUT_MS,
    ),
  },
  expectedProblem: () => null,
  versions: ({ run }) => ({ [programVersion(wordsOf(run))]: 1 }),
  async ask(reply, expected, { run, timeout_ms }, services, answer) {
    const answered = await services.command({
      run: wordsOf(run),
      timeoutMs: Number(timeout_ms),
      sample: JSON.stringify(toSample(reply, expected, answer)),
    });
    return readVerdict(answered);
  },
};
