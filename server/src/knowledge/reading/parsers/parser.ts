import type { LeftOut } from '../contract.ts';
import type { ParsedDocument, ParseProgress } from '../parse-task.ts';

export interface ParseOutput {
  progress(progress: ParseProgress): void;
  document(document: ParsedDocument): void;
}

/** What a parser finds out itself. Language and kind are found out from its documents. */
export interface ParserResult {
  title: string;
  mediaType: string;
  /** The language that the document declares. It counts only when the text is too short to tell. */
  declaredLanguage?: string;
  /** The encoding in which the bytes were read; absent where they are not text. */
  charset?: string;
  /** A filename or an address. */
  name?: string;
  leftOut?: LeftOut[];
}

export type Parser = (bytes: AsyncIterable<Uint8Array>, output: ParseOutput) => Promise<ParserResult>;
