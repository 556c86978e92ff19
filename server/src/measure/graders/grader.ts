import type { FinishReason, TextMessage } from '../../models/models.ts';
import type { CodeCall, CodeLanguage } from './code/code-messages.ts';
import type { GraderOptions, OptionSpecs } from './options.ts';

/** `strict`: the answer stood where it was asked for; `flexible`: it was found elsewhere; `none`: not found. */
export type Extraction = 'strict' | 'flexible' | 'none';

/** What a grader finds in a reply; `settled` is false when more text could still change it. */
export interface Judgement {
  score: number;
  /** Null when the whole reply was read and nothing had to be found in it. */
  extraction: Extraction | null;
  extracted: string | null;
  settled: boolean;
  /** Further figures by name that published reports show beside the score, such as SQuAD's `exact_match`. */
  details?: Details;
  /** What became of it in a word, where a grader tells more apart than right and wrong, and in a sentence. */
  reason?: string | null;
  message?: string | null;
}

/** A model's answer as the ledger keeps it. */
export interface GradedAnswer {
  text: string;
  reasoning: string | null;
  finishReason: FinishReason;
  /** Tools that the answer asks for, if any. */
  toolCalls?: readonly { readonly name: string; readonly arguments: string }[];
  /** What was asked, where it is known: a question for what is not so turns round what a verdict on each choice says. */
  question?: string;
  /** The row that was asked, where it is known: what graders of one's own are given beside the response. */
  row?: { readonly input: readonly TextMessage[]; readonly metadata?: Readonly<Record<string, unknown>> };
  /** What the call took and cost; null or absent where that is not known. */
  latencyMs?: number | null;
  costUsd?: number | null;
}

/** A figure of one reply, or what it adds to a share over all replies: `[3, 4]` is three of its four instructions. */
export type Details = Readonly<Record<string, number | readonly [part: number, whole: number]>>;

/** Which grader an item uses, as stored with the item. */
export interface GraderSpec {
  type: string;
  options: GraderOptions;
  /** Nobody named it: it was chosen by what is expected. */
  chosen?: true;
}

export type GradeResult =
  | {
      state: 'scored';
      /** 0 to 1. */
      score: number;
      /** Null when the whole reply was graded and nothing had to be found in it. */
      extraction: Extraction | null;
      /** What was compared; null when nothing was found. */
      extracted: string | null;
      /** The text was empty and only reasoning came, which is no answer. */
      onlyReasoning?: boolean;
      /** The token limit was hit, after the answer had been given. */
      truncated: boolean;
      /** Further figures by name, where the grader has any. */
      details?: Details;
      /** What a lenient reading gives where that is another score: evidence about the grader, and never a score. */
      lenient?: number;
      /** What the published rule would have given, where one is named. */
      referenceGrade?: number;
      /** What became of it, in a word and in a sentence, where the grader tells more apart than right and wrong. */
      reason?: string | null;
      message?: string | null;
    }
  | UnscoredGrade;

export interface UnscoredGrade {
  state: 'unscored';
  /** `grader_error` and `grading_timeout` are those of a part of a composite; `message` says more of them. */
  reason: UnscoredReason | 'grader_error' | 'grading_timeout';
  message?: string;
  referenceGrade?: number;
}

/** Why an answer has nothing to read. `empty` is a wrong answer to a grader, and the others are not. */
export type UnscoredReason = 'empty' | 'truncated' | 'content_filter';

/** Whether scores of a grader may lie between 0 and 1. */
export const SHARES = ['never', 'by_option', 'always'] as const;

/** Ways to read a reply leniently: `lenient-reading.ts` has a function for each. */
export type LenientReading =
  | 'answer'
  | 'words'
  | 'contained'
  | 'number'
  | 'letter'
  | 'list'
  | 'set'
  | 'share';

/** What every grader says about itself; one file each, listed in `graders.ts`. */
export interface GraderDescription {
  type: string;
  /**
   * Raised by one with every change by which the same reply may get another grade, so that scores of two versions are
   * told apart. `grader-versions.test.ts` fails where a change was made without it.
   */
  version: number;
  /** It finds the answer in the reply with `reply/`, whose `READER_VERSION` then counts beside its own. */
  readsReplies?: true;
  /**
   * How its replies are read leniently; absent where it measures the form of an answer (`json`, `instructions`, calls), is
   * told it by the user (`regex`), or asks a model.
   */
  lenient?: LenientReading;
  /** Whether its score may lie between 0 and 1: never, always, or as its options say. */
  share: (typeof SHARES)[number];
  /** Its time grows faster than what is expected times the reply, or with the user's pattern or schema alone. */
  costly?: true;
  /** What it accepts and how it compares, in a sentence or two. */
  description: string;
  options: OptionSpecs;
  /** It compares the response with nothing, or says itself with what: a row needs no `expected`. */
  expectsNothing?: true;
  /** It reads the calls of tools, which it is given as a JSON list of name and arguments, and not the text. */
  readsCalls?: boolean;
  /** Why this expected answer cannot be graded; null when it can. Options are known to be valid. */
  expectedProblem(expected: string, options: GraderOptions): string | null;
  /** Why these cannot be graded together; null when they can. Each alone can. Absent = they always can. */
  togetherProblem?(expected: readonly string[], options: GraderOptions): string | null;
}

/** A grader that is a program: the same reply always gets the same grade. */
export interface Grader extends GraderDescription {
  judge(reply: string, expected: readonly string[], options: GraderOptions, question?: string): Judgement;
  /** Where an answer that is empty, cut off or refused is graded too: the same of all that came. */
  judgeAnswer?(answer: GradedAnswer, expected: readonly string[], options: GraderOptions): Judgement;
}

/** One vector for each text, all of the same length. Rejects with the reason when there are none. */
export type EmbedTexts = (
  model: { provider: string; modelId: string },
  texts: readonly string[],
) => Promise<readonly ArrayLike<number>[]>;

/** What a judge is asked about one reply. */
export interface JudgedReply {
  /** What the reply must meet. */
  criterion: string;
  scale: 'pass_fail' | 'one_to_five';
  /** What was asked; '' where that is not known. */
  question: string;
  reply: string;
}

/** The grade of a reply by a model, 0 to 1, with its reason. Rejects with why there is none. */
export type AskJudge = (
  model: { provider: string; modelId: string },
  judged: JudgedReply,
) => Promise<{ score: number; reason: string }>;

/** What code returns for a sample. Rejects with why it returned nothing. */
export type RunCode = (call: CodeCall & { language: CodeLanguage }) => Promise<unknown>;

/** What a server answers for a sample. Rejects with why it gave no answer. */
export type PostSample = (call: {
  url: string;
  headers: Readonly<Record<string, string>>;
  /** JSON. */
  sample: string;
  timeoutMs: number;
}) => Promise<unknown>;

/** What graders ask that are no pure functions. */
export interface GraderServices {
  embed: EmbedTexts;
  judge: AskJudge;
  code: RunCode;
  http: PostSample;
}

/** A grader that asks a model, which its option `model` names as "provider/model", runs what a user wrote, or calls a server. */
export interface AskingGrader extends GraderDescription {
  /** Which of the services it asks. */
  asks: keyof GraderServices;
  /** Versions of what the user wrote or named, beside that of the grader. */
  versions?(options: GraderOptions): Readonly<Record<string, number>>;
  ask(
    reply: string,
    expected: readonly string[],
    options: GraderOptions,
    services: GraderServices,
    answer: GradedAnswer,
  ): Promise<Judgement>;
}
