// The door: files of other evaluation tools as runs, and which of their items are the same.

export type {
  ImportedItem,
  ImportedMessage,
  ImportedRun,
  ImportedSample,
  SentFile,
} from './imported-run.ts';
export { UnreadableRun } from './imported-run.ts';
export { few, MATCH_BY, type MatchBy, type MatchedRuns, type MatchedTask, matchRuns } from './match-runs.ts';
export { createRunReader, type RunReader } from './run-reader.ts';
