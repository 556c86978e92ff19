import { impossibleField } from '../../../kernel/errors.ts';
import { createSlots } from '../../../kernel/slots.ts';
import {
  addressProblem,
  expectsNothing,
  type GradedAnswer,
  type GradeResult,
  type GraderSpec,
  givenAnswer,
  gradedBy,
  graderProblems,
  modelsAsked,
  ownGraderProblem,
} from '../../../measure/graders/graders.ts';
import type { FinishReason, Models } from '../../../models/models.ts';
import { gradeGiven } from '../run/grade-given.ts';
import { createGrading } from '../run/grading.ts';
import type { GraderTrial, GraderTrialResult } from '../schemas/grader-trial-schemas.ts';
import type { Sample } from '../schemas/sample-schemas.ts';

/** Each may start a process. */
const MAX_AT_ONCE = 2;

interface Graded {
  expected: string | readonly string[];
  answer: GradedAnswer;
}

/** Grades single samples, without storing anything. */
export function createGraderTrials(models: Models, commandGraders: readonly string[] = []) {
  const slots = createSlots(MAX_AT_ONCE);
  return {
    /**
     * Grades the sample of the trial, or the existing one that it names. Throws 422 for a grader that cannot be used
     * here, and rejects with the reason of the signal.
     */
    async run(trial: GraderTrial, named: Sample | null, signal: AbortSignal): Promise<GraderTrialResult> {
      const spec = readTriedGrader(trial);
      const graded = named === null ? fromGiven(trial) : fromNamed(named);
      requireUsable(models, commandGraders, spec, graded.expected);
      return slots.run(async () => {
        const grading = createGrading(models, commandGraders);
        const stop = () => void grading.stop();
        signal.addEventListener('abort', stop, { once: true });
        try {
          const result = await gradeGiven({ grading, signal }, spec, graded.expected, graded.answer);
          return toResult(spec, result);
        } finally {
          signal.removeEventListener('abort', stop);
          await grading.stop();
        }
      }, signal);
    },
  };
}

/** The grader of a trial. */
export function readTriedGrader({ grader }: GraderTrial): GraderSpec {
  return typeof grader === 'string'
    ? { type: grader, options: {} }
    : { type: grader.type, options: (grader.options ?? {}) as GraderSpec['options'] };
}

function fromGiven({ sample }: GraderTrial): Graded {
  if (sample === undefined)
    throw impossibleField('/sample', 'Give a sample, or evaluation_id and sample_id of an existing one.');
  const { response, expected = '', input = '', metadata } = sample;
  return { expected, answer: givenAnswer(response, input, metadata) };
}

function fromNamed(sample: Sample): Graded {
  const { expected, answer, reasoning, tool_calls, input, latency_ms, cost_usd, finish_reason } = sample;
  if (answer === null) throw impossibleField('/sample_id', 'This sample has no response to grade.');
  return {
    expected,
    answer: {
      text: answer,
      reasoning,
      finishReason: (finish_reason ?? 'stop') as FinishReason,
      ...(tool_calls && { toolCalls: tool_calls }),
      question: input.at(-1)?.content ?? '',
      row: { input: input as NonNullable<GradedAnswer['row']>['input'] },
      latencyMs: latency_ms,
      costUsd: cost_usd,
    },
  };
}

function requireUsable(
  models: Models,
  commandGraders: readonly string[],
  spec: GraderSpec,
  expected: Graded['expected'],
): void {
  const isMissing = expected === '' && !expectsNothing(spec);
  const [problem] = graderProblems(spec, isMissing ? 'text' : expected);
  if (problem !== undefined) throw impossibleField('/grader', `${problem}.`);
  if (isMissing)
    throw impossibleField('/sample/expected', `The grader ${spec.type} needs an expected answer.`);
  if (modelsAsked(spec).length > 0)
    throw impossibleField('/grader', `The grader ${spec.type} calls a model; try it in an evaluation.`);
  const refused = ownGraderProblem(spec, commandGraders) ?? addressProblem(spec, models);
  if (refused !== null) throw impossibleField('/grader', refused);
}

function toResult(spec: GraderSpec, result: GradeResult): GraderTrialResult {
  const graded_by = { ...gradedBy(spec) };
  if (result.state === 'unscored') {
    const message = result.message ?? `The response is unscored: ${result.reason}.`;
    const [, line, column] = /\(line (\d+), column (\d+)\)$/.exec(message) ?? [];
    const place = { line: line ? Number(line) : null, column: column ? Number(column) : null };
    const error = { reason: result.reason, message, ...place };
    return { score: null, reason: null, figures: {}, extracted: null, error, graded_by };
  }
  const { score, message = null, extracted, details = {} } = result;
  const figures = Object.entries(details).filter(
    (figure): figure is [string, number] => typeof figure[1] === 'number',
  );
  return {
    score,
    reason: message,
    figures: Object.fromEntries(figures),
    extracted,
    error: null,
    graded_by,
  };
}
