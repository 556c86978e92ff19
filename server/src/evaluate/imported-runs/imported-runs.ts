// The door of this folder: reads files of other evaluation tools as runs, and matches their items.

export type {
  ImportedItem,
  ImportedRun,
  ImportedSample,
  ImportedTask,
  RunSource,
} from './imported-run.ts';
export { BLANK_SAMPLE, createMemoryLimit, FILES_AS_RUN_SOURCE, UnreadableRun } from './imported-run.ts';
export { MATCH_BY, type MatchBy, type MatchedTask, matchRuns } from './match-runs.ts';
export { createRunReader } from './run-reader.ts';
export { keyItems, type SharedItems, shareItems } from './share-items.ts';
