import type { Classification, DocumentKind, LeftOut, Mark } from './contract.ts';

/** A document for a parsing process; its bytes follow. */
export type ParseTask =
  | { do: 'html'; url: string; charset: string }
  | { do: 'pdf'; filename: string }
  | { do: 'text'; mediaType: string; charset: string; isCharsetSure?: boolean; name: string }
  | { do: 'archive'; path: string; maxBytes: number }
  | { do: 'table'; sheet?: string }
  | { do: 'rows'; sheet?: string; name: string };

/** The progress of parsing; `total` is null if unknown. */
export interface ParseProgress {
  unit: 'pages' | 'files';
  done: number;
  total: number | null;
}

/** Metadata of all documents that were parsed together. */
export interface ParsedMetadata {
  title: string;
  mediaType: string;
  language: string | null;
  /** The encoding in which the bytes were read; null if they are not text. */
  charset: string | null;
  classification: Classification;
  leftOut: LeftOut[];
}

/** One document of a parse task; a repository has many. */
export interface ParsedDocument {
  kind: DocumentKind;
  path: string | null;
  content: string;
  marks: Mark[];
}

export interface ParsedSource extends ParsedMetadata {
  documents: ParsedDocument[];
}
