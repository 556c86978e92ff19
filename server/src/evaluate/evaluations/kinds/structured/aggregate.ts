import {
  type Details,
  placeOfDetail,
  STRUCTURED_OUTCOMES,
  type StructuredOutcome,
} from '../../../../measure/graders/graders.ts';
import type { Database } from '../../../../platform/db/db.ts';
import type { Plan } from '../../plan/plan.ts';
import { type KindSample, measureSamples } from '../../results/measure-samples.ts';
import type { EvaluationKey } from '../kind.ts';

/** Numbers of correct fields and of all fields, by item. */
export interface Shares {
  sum: Float64Array;
  answers: Uint16Array;
}

/** Measurements of one target's responses in one condition. */
export interface MeasuredStructured {
  /** Indexes of the benchmark and target in the plan. */
  at: number;
  target: number;
  /** By item: the number of graded responses, and the number of each outcome. */
  answers: Uint16Array;
  outcomes: ReadonlyMap<StructuredOutcome, Uint16Array>;
  /** Field accuracy of valid responses: of all fields together, and of each field by its path. */
  accuracy: Shares;
  fields: Map<string, Shares>;
  /** Fields that exceed the maximum size of `fields`. */
  furtherFields: Set<string>;
  invented: number;
}

const MAX_FIELDS = 100;
/** Maximum field shares by item in memory for all targets on one benchmark; they take 40 MB. */
const MAX_SHARES = 4_000_000;
/** Maximum number of further fields that are counted. */
const MAX_FURTHER = 10_000;

/** Reads the responses of an evaluation; null if the plan has no structured output. */
export const measureStructured = (db: Database, of: EvaluationKey, plan: Plan) =>
  measureSamples<MeasuredStructured>(db, of, plan, 'structured', {
    begin: nothingYet,
    add(own, page, items) {
      const room = Math.floor(MAX_SHARES / Math.max(1, items * plan.targets.length));
      const mostFields = Math.max(1, Math.min(MAX_FIELDS, room));
      for (const sample of page) add(own[sample.target] as MeasuredStructured, sample, mostFields);
    },
  });

const newShares = (items: number): Shares => ({
  sum: new Float64Array(items),
  answers: new Uint16Array(items),
});

function nothingYet(at: number, target: number, items: number): MeasuredStructured {
  return {
    at,
    target,
    answers: new Uint16Array(items),
    outcomes: new Map(STRUCTURED_OUTCOMES.map((outcome) => [outcome, new Uint16Array(items)])),
    accuracy: newShares(items),
    fields: new Map(),
    furtherFields: new Set(),
    invented: 0,
  };
}

function add(
  to: MeasuredStructured,
  { item, state, reason, details_json }: KindSample,
  mostFields: number,
): void {
  const counts = to.outcomes.get(outcomeOf(reason));
  if (state !== 'scored' || counts === undefined) return;
  to.answers[item] = (to.answers[item] ?? 0) + 1;
  counts[item] = (counts[item] ?? 0) + 1;
  const details = JSON.parse(details_json ?? '{}') as Details;
  if (!details.valid) return;
  to.invented += Number(details.invented_fields ?? 0);
  for (const [name, value] of Object.entries(details)) {
    const [part, whole] = typeof value === 'number' ? [value, 1] : value;
    const place = placeOfDetail(name);
    if (name === 'fields') addShare(to.accuracy, item, whole === 0 ? 1 : part / whole);
    else if (place !== null) {
      const shares = sharesOf(to, place, mostFields);
      if (shares) addShare(shares, item, part / whole);
    }
  }
}

/** A row without a reason is right; reasoning without text is no response. */
function outcomeOf(reason: string | null): StructuredOutcome {
  if (reason === null) return 'right';
  return reason === 'only_reasoning' ? 'empty' : (reason as StructuredOutcome);
}

function sharesOf(to: MeasuredStructured, place: string, most: number): Shares | null {
  const known = to.fields.get(place);
  if (known) return known;
  if (to.fields.size >= most) {
    if (to.furtherFields.size < MAX_FURTHER) to.furtherFields.add(place);
    return null;
  }
  const made = newShares(to.answers.length);
  to.fields.set(place, made);
  return made;
}

function addShare({ sum, answers }: Shares, item: number, share: number): void {
  sum[item] = (sum[item] ?? 0) + share;
  answers[item] = (answers[item] ?? 0) + 1;
}
