import { randomUUID } from 'node:crypto';
import { parseJson } from '../../../kernel/json.ts';
import type { ProviderSettings } from '../../../platform/config-providers.ts';
import type { Call, ChatAnswer } from '../../contract/chat.ts';
import type { Command } from '../../contract/endpoint.ts';
import type { CompiledExchange } from '../../endpoint/compile-endpoint.ts';
import { describeJson } from '../../endpoint/json-path.ts';
import { missingFieldsFailure, placeholderValues } from '../../endpoint/placeholders.ts';
import { errorReportedIn, readWholeAnswer, toChatOutcome } from '../../endpoint/read-answer.ts';
import { attemptChat } from '../http/attempt-chat.ts';
import type { WireFailure } from '../http/failures.ts';
import { createRedaction } from '../http/redaction.ts';
import { type Program, type ProgramEnd, runProgram } from './run-program.ts';

const WHO = 'The program';
const MEMORY_MB = 1024;

/**
 * Calls a program of the operator: one process per request, the request on standard input, the response on standard
 * output.
 */
export function connectCommand(
  command: Command,
  { template, paths }: CompiledExchange,
  { secrets = [], environment = {} }: Pick<ProviderSettings, 'secrets' | 'environment'>,
  model: string,
): Call {
  const redact = createRedaction(secrets.map(({ value }) => value));
  const memoryMb = command.memory_mb ?? MEMORY_MB;
  const program: Program = {
    run: command.run,
    directory: command.directory,
    variables: { ...environment, ...Object.fromEntries(secrets.map(({ name, value }) => [name, value])) },
    memoryBytes: memoryMb * 1024 * 1024,
  };
  return async (request, options) => {
    const { requestId = randomUUID() } = options;
    const outcome = await attemptChat(
      options,
      redact,
      async (deadline, calledAt) => {
        const missing = new Set<string>();
        const body = template.fill(
          placeholderValues(request, { model, session: undefined, requestId }, missing),
        );
        if (missing.size > 0) return { unexpected: missingFieldsFailure(missing, request.fields ?? {}) };
        const end = await runProgram(program, `${JSON.stringify(body ?? null)}\n`, deadline.signal);
        const latencyMs = performance.now() - calledAt;
        return end.end === 'answered' ? read(end.text, latencyMs) : failureOf(end, memoryMb, redact.text);
      },
      { who: WHO },
    );
    if (!outcome.ok) return outcome;
    if (outcome.text !== '') options.onText?.(outcome.text);
    return outcome;
  };

  function read(written: string, latencyMs: number): ChatAnswer | WireFailure {
    const json = redact.json(parseJson(written));
    const isText = paths.get('/response/answer')?.text === '$';
    if (json === undefined && !isText)
      return { ended: `${WHO} wrote what is not JSON: ${firstWords(redact.text(written))}` };
    const reported = errorReportedIn({ template, paths }, json);
    if (reported !== null)
      return { ended: `${WHO} reports an error: ${firstWords(describeError(reported))}` };
    const text = redact.text(written.replace(/\r?\n$/, ''));
    const answer = json === undefined ? text : json;
    return toChatOutcome(readWholeAnswer({ template, paths }, answer, false, redact.text), latencyMs);
  }
}

function failureOf(
  end: Exclude<ProgramEnd, { end: 'answered' }>,
  memoryMb: number,
  redact: (text: string) => string,
): WireFailure {
  if (end.end === 'not_started') return { unexpected: `${WHO} could not be started: ${end.error.message}.` };
  if (end.end === 'failed') {
    const said =
      end.errors === '' ? 'it wrote nothing to its standard error' : firstWords(redact(end.errors));
    return { ended: `${WHO} ended ${end.how}: ${said}` };
  }
  if (end.why === 'memory')
    return { unexpected: `${WHO} was terminated: it used more than ${memoryMb} MB (memory_mb).` };
  if (end.why === 'output') return { unexpected: `${WHO} was terminated: it wrote more than 4 MB.` };
  // The timeout or the caller ended the program; that is reported instead.
  return { ended: `${WHO} was terminated.` };
}

const describeError = (reported: unknown) =>
  typeof reported === 'string' ? reported : messageIn(reported) || describeJson(reported);

function messageIn(reported: unknown): string {
  const { message } = (typeof reported === 'object' && reported !== null ? reported : {}) as {
    message?: unknown;
  };
  return typeof message === 'string' ? message : '';
}

/**
 * Keeps the end of long texts, because in most languages the last lines describe the error. Secrets are already
 * removed.
 */
const SHOWN = 300;
const firstWords = (text: string) => (text.length > SHOWN ? `…${text.slice(-SHOWN)}` : text);
