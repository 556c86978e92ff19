import type { ParsedDocument, ParseProgress } from '../parse-task.ts';

export interface ParseOutput {
  progress(progress: ParseProgress): void;
  document(document: ParsedDocument): void;
}

/** What a parser finds out itself; language and kind are decided from its documents. */
export interface ParserFacts {
  title: string;
  mediaType: string;
  /** What the document says of its own language; believed only when the text is too short to tell. */
  declaredLanguage?: string;
  /** The encoding that its bytes were read in; absent where they are no text. */
  charset?: string;
  /** What it is called: a filename or an address. */
  name?: string;
  skipped?: Record<string, number>;
}

export type Parser = (bytes: AsyncIterable<Uint8Array>, output: ParseOutput) => Promise<ParserFacts>;
