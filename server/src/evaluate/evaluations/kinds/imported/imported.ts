import { benchmarksOfKind } from '../../plan/plan.ts';
import type { Kind } from '../kind.ts';
import type { PlannedImported } from './describe.ts';

/** Results of other tools. The kind has no units to run and never grades again. */
export const importedKind: Kind<PlannedImported> = {
  name: 'imported',
  async manifest(_db, _row, plan) {
    const imported = benchmarksOfKind(plan, 'imported').map(({ benchmark }) => {
      const { key, score, otherScores, matchedBy, changed = 0, runs } = benchmark;
      return {
        benchmark: key,
        score,
        other_scores: [...otherScores],
        matched_by: matchedBy,
        changed,
        runs: runs.map(({ tool, toolVersion, files, parameters, unmatched, unmatchedIds }, i) => ({
          target_label: plan.targets[i]?.label ?? '',
          tool,
          tool_version: toolVersion,
          files: files.map((file) => ({ ...file })),
          parameters: { ...parameters },
          unmatched,
          unmatched_ids: [...unmatchedIds],
        })),
      };
    });
    return { imported };
  },
};
