import { gradeAskingModels } from './answers/grade-answer.ts';
import { answeredKind } from './answers/run.ts';
import { capacityKind } from './capacity/run.ts';
import { customKind } from './judging/run.ts';
import type { UnitKind } from './kind.ts';
import { windowKind } from './load/run.ts';
import { preferenceKind } from './preference/run.ts';

/** A further kind is a file that makes a `UnitKind`, and a line here. They run in this order, one after another. */
export const UNIT_KINDS: readonly UnitKind[] = [
  answeredKind('answers', gradeAskingModels),
  customKind,
  preferenceKind,
  windowKind,
  capacityKind,
];
