import type { Classification, DocumentKind, Mark } from './contract.ts';
import type { ReadingFailureCode } from './failures.ts';

/** What a parsing process is asked to read; the bytes follow. */
export type ParseTask =
  | { do: 'html'; url: string; charset: string }
  | { do: 'pdf'; filename: string }
  | { do: 'text'; mediaType: string; charset: string; isCharsetSure?: boolean; name: string }
  | { do: 'archive'; path: string; maxBytes: number };

/** To a parsing process: a task, its bytes (as raw frames), its end. */
export type ToChild = { begin: ParseTask } | { end: true };

/** From a parsing process; contents come in pieces so that no message is large. */
export type FromChild =
  | { progress: { unit: 'pages' | 'files'; done: number; total: number | null } }
  | { document: { kind: DocumentKind; path: string | null } }
  | { content: string }
  | { marks: Mark[] }
  | { finished: ParsedFacts }
  | { failed: { code: ReadingFailureCode; detail: string } };

/** What is known of everything that was parsed together. */
export interface ParsedFacts {
  title: string;
  mediaType: string;
  language: string | null;
  /** The encoding that its bytes were read in; null where they are no text. */
  charset: string | null;
  classification: Classification;
  skipped: Record<string, number>;
}

/** A document on its way through the pipe; contents of a repository add up to many. */
export interface ParsedDocument {
  kind: DocumentKind;
  path: string | null;
  content: string;
  marks: Mark[];
}

export interface Parsed extends ParsedFacts {
  documents: ParsedDocument[];
}
