import type { Call, CallMessage } from './call.ts';
import type { HostedEval } from './hosted-eval.ts';
import type { Json } from './json.ts';

export type { Json } from './json.ts';

export const FORMATS = ['otlp', 'openai', 'litellm', 'langfuse', 'jsonl', 'hosted_evals'] as const;
export type FormatName = (typeof FORMATS)[number];

/** What earlier records of a file define for later ones; small, and stored between parts of an upload. */
export interface FileContext {
  eval?: HostedEval;
}

/** A request or response of a call that is in another record; `span` names the call. */
export interface CallContent {
  span: string;
  messages: CallMessage[] | null;
  output: string | null;
}

/** The contents of one record. */
export interface Reading {
  calls: Call[];
  /** Contents of calls in other records. */
  contents?: CallContent[];
  /** Number of objects that are not model calls, by kind. */
  skipped?: Readonly<Record<string, number>>;
}

/** A record that cannot be used. The message says what is wrong and what is accepted, and never quotes the record. */
export class UnusableRecord extends Error {
  override readonly name = 'UnusableRecord';
}

/** The file format of a tool that records calls. */
export interface Format {
  name: FormatName;
  /** The name in sentences. */
  title: string;
  /** What a record must be, to follow "must be". */
  accepts: string;
  looksLike(record: Json): boolean;
  /** Throws `UnusableRecord`. May change the context. */
  read(record: Json, context: FileContext): Reading;
}
