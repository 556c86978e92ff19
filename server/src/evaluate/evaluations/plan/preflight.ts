import {
  type FailureNote,
  type ModelQuirks,
  type Serving,
  sentParameters,
  sentServing,
  withQuirks,
} from '../../../models/models.ts';

/** Outcome of one trial request to a target or judge before an evaluation, as stored with its run. */
export interface PreflightEntry {
  /** The label of the target or judge. */
  label: string;
  status: 'passed' | 'other_model' | 'refused' | 'undetermined';
  /** Why it did not pass; null if it did. */
  message: string | null;
  /** It failed because of its response, so it is not called again. */
  hasAnswered?: true;
  /** Present if `refused`: why every other request would be refused. */
  refusal?: FailureNote;
  /** The model name that the server returned; null if it returned none. */
  returnedModel: string | null;
  firstTokenMs: number | null;
  latencyMs: number;
  /** The parameters as sent; null if an existing response to the same request was used. */
  parameters: Readonly<Record<string, unknown>> | null;
  learned?: ModelQuirks;
  /** What the preflight learned about parameters, as sentences. */
  lessons?: readonly string[];
  /** Cost in 10⁻¹² USD apart from responses stored as samples; null if unknown. */
  cost: number | null;
  /** The cost is estimated, because the response was aborted. */
  isEstimated?: true;
}

/**
 * Entries in plan order; null for targets and judges that were not checked, because they need no network or have
 * nothing left to run.
 */
export interface Preflight {
  targets: (PreflightEntry | null)[];
  judges: (PreflightEntry | null)[];
}

const withFullStop = (message: string | null) => (message ?? '').replace(/(?<![.”])$/, '.');

/** A sentence for each target or judge that refuses every request. */
export const describeRefusals = (preflight: Preflight, lead = BEFORE_RUN_TEXT): string[] =>
  describeThose(preflight, 'refused', (label, why) => `${lead}${label} was refused: ${why}`);

/** A sentence for each target or judge for which a different model responded. */
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

/** Stated parameters, except the serving options, as they are sent after the preflight's lessons. */
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

/** The service tier that requests to a target name, after the preflight's lessons; undefined if they name none. */
export function requestedTier(
  { serving, quirks = {} }: { serving?: Serving; quirks?: ModelQuirks },
  entry: PreflightEntry | null | undefined,
): string | undefined {
  return sentServing(serving, withQuirks(quirks, entry?.learned ?? {})).service_tier;
}

/**
 * Warnings of a preflight.
 * @param isRun whether a run follows; a definition can also be checked without one
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

/** The preflight with only the entries that got a response, so that the others are checked again. */
export function keepAnsweredEntries({ targets, judges }: Preflight): Preflight {
  const answered = (entries: Preflight['targets']) =>
    entries.map((entry) => (entry?.status === 'passed' || entry?.hasAnswered ? entry : null));
  return { targets: answered(targets), judges: answered(judges) };
}

/** Known cost in 10⁻¹² USD apart from responses stored as samples, and the number of calls it covers. */
export function preflightCost(entries: readonly (PreflightEntry | null)[] = []): {
  spent: number;
  calls: number;
} {
  const costs = entries.flatMap((entry) => (entry?.cost ? [entry.cost] : []));
  return { spent: costs.reduce((sum, cost) => sum + cost, 0), calls: costs.length };
}
