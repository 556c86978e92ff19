import { type FailureNote, type ModelQuirks, sentParameters, withQuirks } from '../../../models/models.ts';

/** Outcome of asking a target or a judge once before an evaluation, as stored with its run. */
export interface PreflightEntry {
  /** The label of the target, or of the judge. */
  label: string;
  status: 'passed' | 'other_model' | 'refused' | 'undetermined';
  /** Why it did not pass; null where it did. */
  message: string | null;
  /** It failed because of its answer, so it is not asked again. */
  hasAnswered?: true;
  /** There with `refused`: why everything else would be refused. */
  refusal?: FailureNote;
  /** The model that the server named; null where it named none. */
  returnedModel: string | null;
  firstTokenMs: number | null;
  latencyMs: number;
  /** As they were sent; null where nothing was, because an answer that is kept shows the same. */
  parameters: Readonly<Record<string, unknown>> | null;
  learned?: ModelQuirks;
  /** The lessons as sentences. */
  lessons?: readonly string[];
  /** Cost beside answers stored as samples, in 10⁻¹² USD; null if unknown. */
  cost: number | null;
  /** The cost is estimated, since the answer was given up. */
  isEstimated?: true;
}

/**
 * Entries in the order of the plan; null for those that were not asked: without network, or with nothing left to ask.
 */
export interface Preflight {
  targets: (PreflightEntry | null)[];
  judges: (PreflightEntry | null)[];
}

const withFullStop = (message: string | null) => (message ?? '').replace(/(?<![.”])$/, '.');

/** A sentence for each who refuses everything. */
export const describeRefusals = (preflight: Preflight, lead = BEFORE_RUN_TEXT): string[] =>
  describeThose(preflight, 'refused', (label, why) => `${lead}${label} was refused: ${why}`);

/** A sentence for each in whose place another model answered. */
export const describeOtherModels = (preflight: Preflight, lead = BEFORE_RUN_TEXT): string[] =>
  describeThose(preflight, 'other_model', (label, why) => `${lead}${label} received one request. ${why}`);

const describeThose = (
  { targets, judges }: Preflight,
  status: PreflightEntry['status'],
  say: (label: string, why: string) => string,
) =>
  [...targets, ...judges].flatMap((entry) =>
    entry?.status === status ? [say(entry.label, withFullStop(entry.message))] : [],
  );

const BEFORE_RUN_TEXT = 'Before the run, ';

/** Stated parameters outside of the serving options, as sent after what was learned. */
export function parametersSent(
  { temperature, maxTokens, quirks = {} }: { temperature?: number; maxTokens?: number; quirks?: ModelQuirks },
  seed: number | undefined,
  entry: PreflightEntry | null | undefined,
): Record<string, number> {
  const request = {
    messages: [],
    ...(seed !== undefined && { seed }),
    ...(temperature !== undefined && { temperature }),
    ...(maxTokens !== undefined && { maxTokens }),
  };
  const known = entry?.learned ? withQuirks(quirks, entry.learned) : {};
  return sentParameters(request, known) as Record<string, number>;
}

/**
 * Warnings of a preflight.
 * @param isRun whether a run follows; a definition can also be tried without one
 */
export function preflightWarnings({ preflight }: { preflight?: Preflight }, isRun = true): string[] {
  if (preflight === undefined) return [];
  const entries = [...preflight.targets, ...preflight.judges];
  const lead = isRun ? BEFORE_RUN_TEXT : '';
  const then = isRun ? 'It was measured anyway.' : 'A run measures it anyway.';
  return [
    ...describeRefusals(preflight, lead),
    ...describeOtherModels(preflight, lead),
    ...describeThose(
      preflight,
      'undetermined',
      (label, why) => `${lead}${label} did not pass: ${why} ${then}`,
    ),
    ...entries.flatMap((entry) =>
      entry?.lessons && entry.lessons.length > 0
        ? [`${entry.label}: ${entry.lessons.join('; ')}, in every request of this evaluation.`]
        : [],
    ),
  ];
}

/** The preflight with only those who answered, so that the others are asked again. */
export function keepAnsweredEntries({ targets, judges }: Preflight): Preflight {
  const answered = (entries: Preflight['targets']) =>
    entries.map((entry) => (entry?.status === 'passed' || entry?.hasAnswered ? entry : null));
  return { targets: answered(targets), judges: answered(judges) };
}

/** Known cost beside answers stored as samples, in 10⁻¹² USD, and the number of calls it covers. */
export function preflightCost(entries: readonly (PreflightEntry | null)[] = []): {
  spent: number;
  calls: number;
} {
  const costs = entries.flatMap((entry) => (entry?.cost ? [entry.cost] : []));
  return { spent: costs.reduce((sum, cost) => sum + cost, 0), calls: costs.length };
}
