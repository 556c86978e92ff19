import type { FinishReason, TextMessage } from '../../models/models.ts';
import type { CodeCall, CodeLanguage } from './code/code-messages.ts';
import type { CommandCall } from './command/command-runner.ts';
import type { GraderOptions, OptionSpecs } from './options.ts';

/** `strict`: the answer was in the requested form; `flexible`: it was found elsewhere; `none`: not found. */
export type Extraction = 'strict' | 'flexible' | 'none';

/** A grader's result for a response; `settled` is false if more text could still change it. */
export interface Judgement {
  score: number;
  /** Null if the whole response was read and nothing had to be extracted. */
  extraction: Extraction | null;
  extracted: string | null;
  settled: boolean;
  /** Further figures by name that published reports show beside the score, such as SQuAD's `exact_match`. */
  details?: Details;
  /** The outcome in a word, if a grader distinguishes more than right and wrong, and in a sentence. */
  reason?: string | null;
  message?: string | null;
}

/** A model's response as stored in the ledger. */
export interface GradedAnswer {
  text: string;
  reasoning: string | null;
  finishReason: FinishReason;
  /** Tool calls of the response, if any. */
  toolCalls?: readonly { readonly name: string; readonly arguments: string }[];
  /**
   * The question, if known: for a question that asks for the exception, a verdict on each choice means the opposite.
   */
  question?: string;
  /** The row, if known: users' graders receive it together with the response. */
  row?: { readonly input: readonly TextMessage[]; readonly metadata?: Readonly<Record<string, unknown>> };
  /** The latency and cost of the call; null or absent if unknown. */
  latencyMs?: number | null;
  costUsd?: number | null;
}

/**
 * A figure of one response, or its contribution to a share over all responses: `[3, 4]` is three of its four
 * instructions.
 */
export type Details = Readonly<Record<string, number | readonly [part: number, whole: number]>>;

/** The grader of an item, as stored with the item. */
export interface GraderSpec {
  type: string;
  options: GraderOptions;
  /** Whether it was chosen automatically by what is expected. */
  chosen?: true;
}

export type GradeResult =
  | {
      state: 'scored';
      /** 0 to 1. */
      score: number;
      /** Null if the whole response was graded and nothing had to be extracted. */
      extraction: Extraction | null;
      /** The text that was compared; null if none was found. */
      extracted: string | null;
      /** Whether the text was empty and there was only reasoning, which is not an answer. */
      onlyReasoning?: boolean;
      /** Whether the token limit was reached after the answer was complete. */
      truncated: boolean;
      /** Further figures by name, if the grader has any. */
      details?: Details;
      /** The score of a lenient reading if it differs: it shows a weakness of the grader and is never the score. */
      lenient?: number;
      /** The grade by the published rule, if one is named. */
      referenceGrade?: number;
      /** The outcome in a word and in a sentence, if the grader distinguishes more than right and wrong. */
      reason?: string | null;
      message?: string | null;
    }
  | UnscoredGrade;

export interface UnscoredGrade {
  state: 'unscored';
  /** `grader_error` and `grading_timeout` concern a part of a composite; `message` has details. */
  reason: UnscoredReason | 'grader_error' | 'grading_timeout';
  message?: string;
  referenceGrade?: number;
}

/** Why a response contains nothing to read. `empty` is a wrong answer for a grader, the others are not. */
export type UnscoredReason = 'empty' | 'truncated' | 'content_filter';

/** Whether the scores of a grader may be between 0 and 1. */
export const SHARES = ['never', 'by_option', 'always'] as const;

/** The kinds of lenient reading; `lenient-reading.ts` has a function for each. */
export type LenientReading =
  | 'answer'
  | 'words'
  | 'contained'
  | 'number'
  | 'letter'
  | 'list'
  | 'set'
  | 'share';

/** The description of a grader; one file each, listed in `graders.ts`. */
export interface GraderDescription {
  type: string;
  /**
   * Must be incremented with every change by which the same response may get another grade, so that scores of different
   * versions are distinguished. `grader-versions.test.ts` fails otherwise.
   */
  version: number;
  /** Whether it extracts the answer with `reply/`, whose `READER_VERSION` then also counts. */
  readsReplies?: true;
  /**
   * Its kind of lenient reading; absent if it grades the form of a response (`json`, `instructions`, calls), is defined
   * by the user (`regex`), or calls a model.
   */
  lenient?: LenientReading;
  /** Whether its score may be between 0 and 1: never, always, or depending on options. */
  share: (typeof SHARES)[number];
  /**
   * Whether its time grows faster than the expected answer times the response, or with the user's pattern or schema
   * alone.
   */
  costly?: true;
  /** What it accepts and how it compares, in a sentence or two. */
  description: string;
  options: OptionSpecs;
  /** Whether a row needs no `expected`, because nothing is compared or the grader itself defines it. */
  expectsNothing?: true;
  /** Whether it grades tool calls, given as a JSON list of name and arguments, instead of the text. */
  readsCalls?: boolean;
  /** Why this expected answer cannot be graded; null if it can. Options must be valid. */
  expectedProblem(expected: string, options: GraderOptions): string | null;
  /** Why these cannot be graded together although each alone can; null if they can. Absent: they always can. */
  togetherProblem?(expected: readonly string[], options: GraderOptions): string | null;
}

/** A grader that is a program: the same response always gets the same grade. */
export interface Grader extends GraderDescription {
  judge(reply: string, expected: readonly string[], options: GraderOptions, question?: string): Judgement;
  /** For graders that also grade an empty, truncated or refused response, by everything that arrived. */
  judgeAnswer?(answer: GradedAnswer, expected: readonly string[], options: GraderOptions): Judgement;
}

/** One vector for each text, all of the same length. Rejects with the reason if there are none. */
export type EmbedTexts = (
  model: { provider: string; modelId: string },
  texts: readonly string[],
) => Promise<readonly ArrayLike<number>[]>;

/** The input of a judge for one response. */
export interface JudgedReply {
  /** The criterion that the response must meet. */
  criterion: string;
  scale: 'pass_fail' | 'one_to_five';
  /** The question; '' if unknown. */
  question: string;
  reply: string;
}

/** A model's grade of a response, from 0 to 1, with its reason. Rejects with the reason if there is none. */
export type AskJudge = (
  model: { provider: string; modelId: string },
  judged: JudgedReply,
) => Promise<{ score: number; reason: string }>;

/** The return value of code for a sample. Rejects with the reason if there is none. */
export type RunCode = (call: CodeCall & { language: CodeLanguage }) => Promise<unknown>;

/** A server's response for a sample. Rejects with the reason if there is none. */
export type PostSample = (call: {
  url: string;
  headers: Readonly<Record<string, string>>;
  /** JSON. */
  sample: string;
  timeoutMs: number;
}) => Promise<unknown>;

/** What a program of the operator answers for a sample. Rejects with why it did not. */
export type RunCommand = (call: CommandCall) => Promise<unknown>;

/** Services for graders that are not pure functions. */
export interface GraderServices {
  embed: EmbedTexts;
  judge: AskJudge;
  code: RunCode;
  http: PostSample;
  command: RunCommand;
}

/**
 * A grader that calls a model, named by its option `model` as "provider/model", runs a user's code, or calls a server.
 */
export interface AskingGrader extends GraderDescription {
  /** The service that it uses. */
  asks: keyof GraderServices;
  /** Versions of the user's code or server, in addition to that of the grader. */
  versions?(options: GraderOptions): Readonly<Record<string, number>>;
  ask(
    reply: string,
    expected: readonly string[],
    options: GraderOptions,
    services: GraderServices,
    answer: GradedAnswer,
  ): Promise<Judgement>;
}
