import type { KindDescription, PlannedOfKind } from '../description.ts';

/** A task whose items were sent and scored by another tool, as its files state. */
export interface PlannedImported extends PlannedOfKind<'imported'> {
  /** The compared score, and the names of further scores in the files. */
  score: string;
  otherScores: readonly string[];
  matchedBy: 'id' | 'content';
  /** Number of items that all runs have with different content; absent in old plans. */
  changed?: number;
  /**
   * For each target: what was imported, the number of its items that another run lacks, and the first of their ids.
   */
  runs: readonly ImportedSource[];
}

export interface ImportedSource {
  tool: string;
  toolVersion: string | null;
  files: readonly { name: string; sha256: string }[];
  parameters: Readonly<Record<string, unknown>>;
  unmatched: number;
  unmatchedIds: readonly string[];
}

export const importedDescription: KindDescription<PlannedImported> = {
  kind: 'imported',
  asks: 'targets',
  scored: true,
  isRecorded: true,
};
