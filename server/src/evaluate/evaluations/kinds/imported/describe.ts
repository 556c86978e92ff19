import type { KindDescription, PlannedOfKind } from '../description.ts';

/** A task whose items were asked and scored elsewhere, as the files of another tool state it. */
export interface PlannedImported extends PlannedOfKind<'imported'> {
  /** The score of the files that is compared, and the names of those that they also have. */
  score: string;
  otherScores: readonly string[];
  matchedBy: 'id' | 'content';
  /** How many items all runs have with another content; absent in old plans. */
  changed?: number;
  /** By target: what was imported, and its items without a partner in another run: how many, and the ids of the first. */
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
