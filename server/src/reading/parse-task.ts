import type { Classification, DocumentKind, Mark } from './contract.ts';

/** What a parsing process is asked to read; the bytes follow. */
export type ParseTask =
  | { do: 'html'; url: string; charset: string }
  | { do: 'pdf'; filename: string }
  | { do: 'text'; mediaType: string; charset: string; isCharsetSure?: boolean; name: string }
  | { do: 'archive'; path: string; maxBytes: number };

/** How far parsing is; `total` is null where nobody knows. */
export interface ParseProgress {
  unit: 'pages' | 'files';
  done: number;
  total: number | null;
}

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
