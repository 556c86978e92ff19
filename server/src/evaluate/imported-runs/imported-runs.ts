// The door: files of other evaluation tools as runs, and which of their items are the same.

export type {
  ImportedRun,
  ImportedSample,
} from './imported-run.ts';
export { UnreadableRun } from './imported-run.ts';
export { MATCH_BY, type MatchBy, type MatchedTask, matchRuns } from './match-runs.ts';
export { createRunReader } from './run-reader.ts';
