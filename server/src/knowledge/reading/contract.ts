import type { ReadingError } from './failures.ts';

/** Types of sources that are read from an address. The others are uploaded. */
const ADDRESS_TYPES = ['url', 'github', 'youtube'] as const;
export type AddressType = (typeof ADDRESS_TYPES)[number];
export const SOURCE_TYPES = [...ADDRESS_TYPES, 'pdf', 'text'] as const;
export type SourceType = (typeof SOURCE_TYPES)[number];

export function isAddressType(type: string): type is AddressType {
  return (ADDRESS_TYPES as readonly string[]).includes(type);
}

/** What to read: an address for url, github and youtube, bytes for pdf and text. */
export interface ReadRequest {
  type: SourceType;
  url?: string;
  bytes?: Uint8Array;
  /** The encoding of a text, if known. The text is then read in no other encoding. */
  charset?: string;
  filename?: string;
  /** The sheet of a workbook; absent for the first visible one. */
  sheet?: string;
}

/** The progress of a reading; `total` is null if unknown. */
export interface ReadingStage {
  name: 'fetching' | 'parsing';
  unit: 'bytes' | 'pages' | 'files';
  done: number;
  total: number | null;
}

/**
 * How a document is split into chunks, and what its marks are:
 * - `markdown`: chunk-text; no marks
 * - `notebook`: chunk-text; no marks. Its lines are not those of its file
 * - `pages`: chunk-pages; a mark is the start of a page, `at` is its number from 1
 * - `code`: chunk-code; no marks
 * - `transcript`: chunk-transcript; a mark is the start of a cue, `at` is its time in seconds
 */
export type DocumentKind = 'markdown' | 'notebook' | 'pages' | 'code' | 'transcript';

/** A position in the content: `start` in UTF-16 code units. */
export interface Mark {
  start: number;
  at: number;
}

export interface ReadDocument {
  kind: DocumentKind;
  /** Markdown or plain text, never HTML; well-formed, without NUL and without invisible characters. */
  content: string;
  marks: Mark[];
  /** Its path in a repository; null for other documents. */
  path: string | null;
  /** A permanent address of the document as it was read, from which the links of its chunks are made. */
  link: string | null;
}

/** Why something that was found was not read; `docs/how-to/own-data.md#documents` explains each reason. */
export const LEFT_OUT_REASONS = [
  'vendored',
  'lock_file',
  'minified',
  'binary',
  'empty',
  'unreadable',
  'too_large',
  'pointer',
  'secret',
  'not_a_file',
  'bad_path',
  'page_without_text',
  'invisible_text',
] as const;
export type LeftOutReason = (typeof LEFT_OUT_REASONS)[number];

/** The number of files or pages (or characters of text) omitted for one reason, and the names of the first. */
export interface LeftOut {
  reason: LeftOutReason;
  count: number;
  examples: string[];
}

/** The commit that was read. */
export interface RepositoryCommit {
  owner: string;
  name: string;
  sha: string;
}

export const CLASSIFICATIONS = [
  'documentation',
  'code',
  'paper',
  'article',
  'transcript',
  'pricing',
  'benchmark',
  'policy',
  'dataset',
  'other',
] as const;

export interface Classification {
  kind: (typeof CLASSIFICATIONS)[number];
  /** The features that decided the kind, as a sentence. */
  reason: string;
}

export interface Reading {
  ok: true;
  /** Empty if the document has no title; the caller then chooses one. */
  title: string;
  mediaType: string;
  /** ISO 639-1; null for code and for texts that are too short to tell. */
  language: string | null;
  /** The encoding in which a text was read; null if it is not text. */
  charset: string | null;
  classification: Classification;
  documents: ReadDocument[];
  repository: RepositoryCommit | null;
  /** What was found and not read, most frequent reason first. */
  leftOut: LeftOut[];
}

/** `retryAt`: when the server allows another request, in milliseconds since 1970, if it says so. */
export type ReadResult = Reading | { ok: false; error: ReadingError; retryAt?: number };
