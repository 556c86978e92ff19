import type { DocumentKind, Mark } from '../contract.ts';
import type { ReadingFailureCode } from '../failures.ts';
import type { ParsedMetadata, ParseProgress, ParseTask } from '../parse-task.ts';

/** To a parsing process: a task, then its bytes as raw frames, then its end. */
export type ToChild = { begin: ParseTask } | { end: true };

/** From a parsing process. Contents come in pieces, so that no message is large. */
export type FromChild =
  | { progress: ParseProgress }
  | { document: { kind: DocumentKind; path: string | null } }
  | { content: string }
  | { marks: Mark[] }
  | { finished: ParsedMetadata }
  | { failed: { code: ReadingFailureCode; detail: string } };
