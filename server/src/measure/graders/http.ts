import { sha256 } from '../../kernel/json.ts';
import { addressFormProblems } from '../../models/models.ts';
import type { AskingGrader } from './grader.ts';
import type { GraderOptions } from './options.ts';
import { readVerdict } from './own-verdict.ts';
import { toSample } from './sample.ts';
import { SHOWN_HASH, timeoutOption } from './timeout-option.ts';

const TIMEOUT_MS = 10_000;

/** A server of the user grades the reply. */
export const http: AskingGrader = {
  type: 'http',
  version: 1,
  share: 'by_option',
  asks: 'http',
  expectsNothing: true,
  description:
    'A server of your own gets `{input, response, expected, metadata, trace}` by POST and returns a score from 0 to 1, true or false, or `{score, reason, figures}`. Its host must be in `TARGET_ALLOW_HOSTS`.',
  options: {
    url: {
      type: 'string',
      required: true,
      description: 'The address of the server.',
      expects: 'an address such as https://grader.example.com/grade',
      accepts: (value) => problemOf(value) === null,
      explains: problemOf,
    },
    headers: {
      type: 'json',
      description: 'Headers by name. A secret is written as `{{secret.NAME}}`, which `TARGET_SECRETS` names.',
      expects: 'an object of texts',
      accepts: (value) => headersProblem(value) === null,
      explains: headersProblem,
    },
    timeout_ms: timeoutOption('The time for one response with all retries, in milliseconds.', TIMEOUT_MS),
  },
  expectedProblem: () => null,
  versions(options) {
    const { url, headers } = addressOf(options);
    const host = URL.parse(url)?.host ?? '';
    return { [`http ${host} ${sha256(JSON.stringify([url, headers])).slice(0, SHOWN_HASH)}`]: 1 };
  },
  async ask(reply, expected, options, services, answer) {
    const returned = await services.http({
      ...addressOf(options),
      sample: JSON.stringify(toSample(reply, expected, answer)),
      timeoutMs: Number(options.timeout_ms),
    });
    return readVerdict(returned);
  },
};

/** Where a grader of these options asks; its headers name secrets. */
export const addressOf = ({ url, headers }: GraderOptions) => ({
  url: String(url),
  headers: (headers ?? {}) as Readonly<Record<string, string>>,
});

function problemOf(url: unknown): string | null {
  if (typeof url !== 'string') return 'it is no text';
  return addressFormProblems({ url })[0]?.detail ?? null;
}

function headersProblem(headers: unknown): string | null {
  if (typeof headers !== 'object' || headers === null || Array.isArray(headers)) return 'it is no object';
  if (!Object.values(headers).every((value) => typeof value === 'string')) return 'a header is no text';
  const [problem] = addressFormProblems({ url: 'https://localhost', headers: { ...headers } });
  return problem === undefined ? null : `${problem.pointer.slice('/headers/'.length)}: ${problem.detail}`;
}
