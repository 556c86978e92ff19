import type { Call, CallMessage } from './call.ts';
import type { HostedEval } from './hosted-eval.ts';
import type { Json } from './json.ts';

export type { Json } from './json.ts';

export const FORMATS = ['otlp', 'openai', 'litellm', 'langfuse', 'jsonl', 'hosted_evals'] as const;
export type FormatName = (typeof FORMATS)[number];

/** What earlier records of a file say about later ones; small, and kept between parts of an upload. */
export interface FileContext {
  eval?: HostedEval;
}

/** What was asked or answered in a call, held by another record than the call; `span` names the call. */
export interface CallContent {
  span: string;
  messages: CallMessage[] | null;
  output: string | null;
}

/** What one record holds. */
export interface Reading {
  calls: Call[];
  /** Contents of calls that other records hold. */
  contents?: CallContent[];
  /** What is no call of a model, counted by what it is. */
  skipped?: Readonly<Record<string, number>>;
}

/** A record that cannot be used: what is wrong, and what would be accepted. Never what it holds. */
export class UnusableRecord extends Error {
  override readonly name = 'UnusableRecord';
}

/** How a tool writes the calls that it saw. */
export interface Format {
  name: FormatName;
  /** As sentences name it. */
  title: string;
  /** What a record must be, in words, after "must be". */
  accepts: string;
  looksLike(record: Json): boolean;
  /** Throws `UnusableRecord`. May change the context. */
  read(record: Json, context: FileContext): Reading;
}
