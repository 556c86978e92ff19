import { formatExact, formatTogether, ms, percent, points, times, usd } from '@touchstone/report/figures';
import type { Evaluation, Observations, SharedItems, Versions } from '../evaluations/evaluations.ts';
import { addObservations, type Monitor, startMonitors } from './monitors.ts';
import type { StoredFindings } from './series-fields.ts';
import type { Alarm, MeasureFinding, SeriesMargins } from './series-schemas.ts';

/** The models that responded to a run, and its items. */
export interface MeasurementIdentity {
  readonly targets: Observations['targets'];
  readonly items: Readonly<Record<string, string | null>>;
  /** Grader versions; absent for runs from before versions existed. */
  readonly graders?: Versions;
}

export const measurementIdentity = (
  { targets, benchmarks, loads }: Observations,
  graders: Versions,
): MeasurementIdentity => ({
  targets,
  graders,
  items: Object.fromEntries([
    ...benchmarks.map(({ key, itemsSha256 }) => [key, itemsSha256]),
    ...loads.map(({ key, sha256 }) => [key, sha256]),
  ]),
});

/** Maximum items times targets; above it, stored scores would make a series slow to read. */
const MAX_SCORES = 200_000;

/** Why an evaluation gives no interim analysis; null if it gives one. */
export function describeMissingLook({
  status,
  stop_reason,
  error_message,
}: Pick<Evaluation, 'status' | 'stop_reason' | 'error_message'>): string | null {
  if (status === 'completed' && stop_reason === undefined) return null;
  if (stop_reason === 'budget') return 'The run reached max_cost_usd or the rest of the monthly budget.';
  if (stop_reason === 'refused')
    return 'A model or its account refuses every call. See the results for the cause.';
  if (stop_reason === 'quota') return 'The account of a model has no credit left. Add credit.';
  if (status === 'cancelled') return 'The evaluation was cancelled.';
  return error_message ?? 'The evaluation failed.';
}

/**
 * Why measurements cannot be compared with the reference run; null if they can. `sharedItems` returns the items of a
 * benchmark that both runs have, null if unknown.
 */
export async function describeIncomparable(
  seen: Observations,
  { items, reference }: { items: string; reference: MeasurementIdentity | null },
  sharedItems: (benchmark: string) => Promise<SharedItems | null>,
): Promise<string | null> {
  const scores = seen.benchmarks.reduce((sum, one) => sum + one.items * seen.targets.length, 0);
  if (scores > MAX_SCORES)
    return `The run has ${scores} item scores; a series can monitor at most ${MAX_SCORES}. Use fewer items.`;
  if (items === 'fresh' || reference === null) return null;
  // Reference runs of older versions store no loads.
  const load = seen.loads.find(({ key, sha256 }) => (reference.items[key] ?? sha256) !== sha256);
  if (load !== undefined)
    return `The load of ${load.key} differs from the reference run, because its scenario changed. Create a new series, or restore the scenario.`;
  const other = seen.benchmarks.find(({ key, itemsSha256 }) => reference.items[key] !== itemsSha256);
  if (other === undefined) return null;
  const counts = countsOf(await sharedItems(other.key));
  return `The items of ${other.key} differ from the reference run, because the data changed${counts}. Create a new series (with dataset_version, later changes do not affect it), or restore the data.`;
}

function countsOf(found: SharedItems | null): string {
  if (found === null) return '';
  const { shared, changed, only } = found;
  const [before, now] = only.map(({ length }) => length);
  return `: ${shared.length} items are the same, ${changed.length} changed, ${before} were removed, and ${now} were added`;
}

export interface LookResult {
  monitors: Monitor[];
  shown: StoredFindings;
}

export function analyseReferenceRun(
  seen: Observations,
  margins: SeriesMargins,
  items: 'frozen' | 'fresh',
): LookResult {
  return { monitors: startMonitors(seen, margins, items), shown: { findings: [], alarms: [], changes: [] } };
}

/** Adds an interim analysis. `before` has the models of the previous one, and its alarms. */
export function analyseLaterRun(
  monitors: readonly Monitor[],
  seen: Observations,
  {
    own,
    reference,
    before,
    alarmsBefore,
  }: {
    own: MeasurementIdentity;
    reference: MeasurementIdentity;
    before: MeasurementIdentity;
    alarmsBefore: readonly Alarm[];
  },
): LookResult {
  const added = addObservations(monitors, seen);
  const tested = added.findings.filter(({ alarm }) => alarm).map((finding) => alarmOf(finding, alarmsBefore));
  const changed = changesOf(before, own);
  return {
    monitors: added.monitors,
    shown: {
      findings: added.findings,
      alarms: [
        ...tested,
        ...changed.map((change): Alarm => ({ kind: 'identity', benchmark: null, is_new: true, ...change })),
      ],
      changes: changesOf(reference, own).map(({ sentence }) => sentence),
    },
  };
}

const KINDS = {
  score: 'quality',
  coverage: 'coverage',
  latency_p95: 'latency',
  load_p95: 'latency',
  cost_p50: 'cost',
} as const;

function alarmOf(finding: MeasureFinding, before: readonly Alarm[]): Alarm {
  const { target_label, benchmark, measure } = finding;
  const kind = KINDS[measure as keyof typeof KINDS];
  const isSame = (one: Alarm) =>
    one.kind === kind && one.target_label === target_label && one.benchmark === benchmark;
  return { kind, target_label, benchmark, is_new: !before.some(isSame), sentence: sentenceOf(finding) };
}

const WORDS = {
  score: 'score',
  coverage: 'share of scored items',
  latency_p95: 'p95 latency',
  load_p95: 'p95 latency under load',
  cost_p50: 'cost per call (p50)',
};

/** Interim analyses accumulate, so an alarm can persist for a while after its cause has ended. */
const EARLIER_LOOKS_NOTE = ' This run alone is within the margin; the alarm comes from earlier runs.';

function sentenceOf({ target_label, benchmark, measure, margin, reference, value }: MeasureFinding): string {
  const what = `${target_label} on ${benchmark}: the ${WORDS[measure as keyof typeof WORDS]}`;
  const isShare = measure === 'score' || measure === 'coverage';
  const unit = isShare ? percent : measure === 'cost_p50' ? usd : ms;
  const [before, now] =
    reference === null || value === null
      ? [unit(reference, 'unknown'), unit(value, 'unknown')]
      : formatTogether(unit, [reference, value]);
  const isWithin =
    value !== null &&
    reference !== null &&
    (isShare ? value >= reference - margin : value <= margin * reference);
  const beyond = isShare
    ? `below the reference’s ${before} by more than ${formatExact(points, margin)} points`
    : `above ${formatExact(times, margin)} the reference’s ${before}`;
  return `${what} is ${beyond}; in this run ${now}.${isWithin ? EARLIER_LOOKS_NOTE : ''}`;
}

/** Changes of a target: its definition, the model that responds, or its configuration. */
function changesOf(
  before: MeasurementIdentity,
  after: MeasurementIdentity,
): { target_label: string; sentence: string }[] {
  return after.targets.flatMap(({ label, definition, models, fingerprints }) => {
    const was = before.targets.find((one) => one.label === label);
    if (was === undefined) return [];
    const said = [
      ...(was.definition === definition ? [] : ['its stack or definition was changed']),
      ...describeRenaming('the server named the model', was.models, models),
      ...describeRenaming(
        'the server named its configuration (system_fingerprint)',
        was.fingerprints,
        fingerprints,
      ),
    ];
    return said.map((what) => ({ target_label: label, sentence: `${label}: ${what}.` }));
  });
}

/** Describes a change of returned model names: a new name, or none of the earlier ones left. */
function describeRenaming(what: string, was: readonly string[], is: readonly string[]): string[] {
  const added = is.filter((name) => !was.includes(name));
  if (was.length === 0 || is.length === 0 || added.length === 0) return [];
  return [`${what} ${listNames(is)}, before ${listNames(was)}`];
}

const MAX_NAMED = 3;
const listNames = (names: readonly string[]) =>
  names.length > MAX_NAMED
    ? `${names.slice(0, MAX_NAMED).join(', ')} and ${names.length - MAX_NAMED} more`
    : names.join(', ');
