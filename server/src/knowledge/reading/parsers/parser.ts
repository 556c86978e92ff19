import type { LeftOut } from '../contract.ts';
import type { ParsedDocument, ParseProgress } from '../parse-task.ts';

export interface ParseOutput {
  progress(progress: ParseProgress): void;
  document(document: ParsedDocument): void;
}

/** The findings of a parser. Language and kind are detected from its documents. */
export interface ParserResult {
  title: string;
  mediaType: string;
  /** The language that the document declares, used only if the text is too short for detection. */
  declaredLanguage?: string;
  /** The encoding in which the bytes were read; absent if they are not text. */
  charset?: string;
  /** A filename or an address. */
  name?: string;
  leftOut?: LeftOut[];
}

export type Parser = (bytes: AsyncIterable<Uint8Array>, output: ParseOutput) => Promise<ParserResult>;
