import { type FailureNote, type ModelQuirks, sentParameters, withQuirks } from '../../../models/models.ts';

/** What came of asking a target or a judge once before an evaluation, as it is kept with its run. */
export interface PreflightEntry {
  /** The label of the target, or of the judge. */
  label: string;
  status: 'passed' | 'other_model' | 'refused' | 'undetermined';
  /** Why it did not pass; null where it did. */
  message: string | null;
  /** It did not pass because of what it answered, so it is not asked again. */
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
  /** The same as sentences. */
  lessons?: readonly string[];
  /** What it cost beside answers that are kept as samples, in 10⁻¹² USD; null where that is not known. */
  cost: number | null;
  /** The cost is estimated, since the answer was given up. */
  isEstimated?: true;
}

/** In the order of the plan; null for who was not asked: what needs no network, and of whom nothing was left to ask. */
export interface Preflight {
  targets: (PreflightEntry | null)[];
  judges: (PreflightEntry | null)[];
}

const whole = (message: string | null) => (message ?? '').replace(/(?<![.”])$/, '.');

/** A sentence for each who refuses everything. */
export const describeRefusals = (preflight: Preflight, lead = BEFORE_RUN): string[] =>
  describeThose(preflight, 'refused', (label, why) => `${lead}${label} was refused: ${why}`);

/** A sentence for each in whose place another model answered. */
export const describeOthers = (preflight: Preflight, lead = BEFORE_RUN): string[] =>
  describeThose(preflight, 'other_model', (label, why) => `${lead}${label} received one request. ${why}`);

const describeThose = (
  { targets, judges }: Preflight,
  status: PreflightEntry['status'],
  say: (label: string, why: string) => string,
) =>
  [...targets, ...judges].flatMap((entry) =>
    entry?.status === status ? [say(entry.label, whole(entry.message))] : [],
  );

const BEFORE_RUN = 'Before the run, ';

/** The parameters that are stated and no part of how a model is served, as they are sent after what was learned. */
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
 * What of a preflight must not be overlooked.
 *
 * @param isRun whether a run follows; a definition may also be tried without one
 */
export function preflightWarnings({ preflight }: { preflight?: Preflight }, isRun = true): string[] {
  if (preflight === undefined) return [];
  const entries = [...preflight.targets, ...preflight.judges];
  const lead = isRun ? BEFORE_RUN : '';
  const then = isRun ? 'It was measured anyway.' : 'A run measures it anyway.';
  return [
    ...describeRefusals(preflight, lead),
    ...describeOthers(preflight, lead),
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

/** The same with nobody but those who answered, so that the others are asked again. */
export function answeredOnly({ targets, judges }: Preflight): Preflight {
  const answered = (entries: Preflight['targets']) =>
    entries.map((entry) => (entry?.status === 'passed' || entry?.hasAnswered ? entry : null));
  return { targets: answered(targets), judges: answered(judges) };
}

/** What it cost beside answers that are kept as samples, in 10⁻¹² USD, as far as that is known, and of how many calls. */
export function costOfPreflight(entries: readonly (PreflightEntry | null)[] = []): {
  spent: number;
  calls: number;
} {
  const costs = entries.flatMap((entry) => (entry?.cost ? [entry.cost] : []));
  return { spent: costs.reduce((sum, cost) => sum + cost, 0), calls: costs.length };
}
