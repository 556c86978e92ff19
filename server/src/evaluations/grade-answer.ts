import type { Item } from './benchmarks/benchmarks.ts';
import { createEmbedTexts } from './embed-texts.ts';
import { type GradedAnswer, type GradeResult, grade, gradeAsking } from './graders/graders.ts';
import type { Run } from './run.ts';
import type { Graded } from './sample-store.ts';
import { storable } from './storable.ts';

/** Grades an answer by the grader its item names; one that the grader fails on is `unscored`, for it was paid for. */
export function gradeByItem(item: Item, answer: GradedAnswer): Graded {
  try {
    return toGraded(grade(item.grader, item.expected, answer));
  } catch (error) {
    return failedGrader(item, error);
  }
}

/** The same by any grader, also one that asks a model; what ends the run is thrown. */
export async function gradeAskingModels(run: Run, item: Item, answer: GradedAnswer): Promise<Graded> {
  try {
    return toGraded(await gradeAsking(item.grader, item.expected, answer, createEmbedTexts(run)));
  } catch (error) {
    run.signal.throwIfAborted();
    return failedGrader(item, error);
  }
}

function failedGrader({ grader }: Item, error: unknown): Graded {
  const said = error instanceof Error ? error.message : String(error);
  return unscored('grader_error', `The grader ${grader.type} failed: ${said.slice(0, 500)}`);
}

function toGraded(result: GradeResult): Graded {
  if (result.state === 'unscored') return unscored(result.reason, null);
  return {
    state: 'scored',
    verdict: result.score === 1 ? 'right' : 'wrong',
    score: result.score,
    extraction: result.extraction,
    extracted: result.extracted === null ? null : storable(result.extracted),
    reason: null,
    message: null,
    scores_json: null,
  };
}

/** An answer without a grade, which is not a wrong one. */
export function unscored(reason: string, message: string | null): Graded {
  return {
    state: 'unscored',
    verdict: 'unscored',
    score: null,
    extraction: null,
    extracted: null,
    reason,
    message: message === null ? null : storable(message),
    scores_json: null,
  };
}
