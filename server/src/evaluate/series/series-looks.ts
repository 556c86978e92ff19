import { ms, percent, points, stated, times, together, usd } from '@touchstone/report/figures';
import type { Evaluation, Observations, Versions } from '../evaluations/evaluations.ts';
import { addObservations, type Monitor, startMonitors } from './monitors.ts';
import type { Shown } from './series-fields.ts';
import type { Alarm, Finding, SeriesMargins } from './series-schemas.ts';

/** Who answered a look, and by which items. */
export interface Identity {
  readonly targets: Observations['targets'];
  readonly items: Readonly<Record<string, string | null>>;
  /** By which versions of graders it was graded; absent in looks before there were any. */
  readonly graders?: Versions;
}

export const identityOf = ({ targets, benchmarks, loads }: Observations, graders: Versions): Identity => ({
  targets,
  graders,
  items: Object.fromEntries([
    ...benchmarks.map(({ key, itemsSha256 }) => [key, itemsSha256]),
    ...loads.map(({ key, sha256 }) => [key, sha256]),
  ]),
});

/** Above it what is kept of each item would make a series slow to read. Items times targets. */
const MOST_SCORES = 200_000;

/** Why an evaluation gives no look; null where it does. */
export function whyNoLook({
  status,
  stop_reason,
  error_message,
}: Pick<Evaluation, 'status' | 'stop_reason' | 'error_message'>): string | null {
  if (status === 'completed' && stop_reason === undefined) return null;
  if (stop_reason === 'budget')
    return 'It was stopped by max_cost_usd, or by what was left of the month’s budget.';
  if (stop_reason === 'refused')
    return 'A model or its account refuses every call; its results say why. Correct the cause.';
  if (stop_reason === 'quota') return 'The account of a model is exhausted; add credit.';
  if (status === 'cancelled') return 'Its evaluation was cancelled.';
  return error_message ?? 'Its evaluation failed.';
}

/** Why what was seen cannot be compared with the reference; null where it can. */
export function whyNotComparable(
  seen: Observations,
  { items, reference }: { items: string; reference: Identity | null },
): string | null {
  const scores = seen.benchmarks.reduce((sum, one) => sum + one.items * seen.targets.length, 0);
  if (scores > MOST_SCORES)
    return `It has ${scores} scores of items; a series follows at most ${MOST_SCORES}. Make one of fewer items.`;
  if (items === 'fresh' || reference === null) return null;
  // References of older versions know nothing of loads.
  const load = seen.loads.find(({ key, sha256 }) => (reference.items[key] ?? sha256) !== sha256);
  if (load !== undefined)
    return `The load of ${load.key} is not that of the reference: its scenario has changed. Make a new series, or put the scenario back.`;
  const other = seen.benchmarks.find(({ key, itemsSha256 }) => reference.items[key] !== itemsSha256);
  if (other === undefined) return null;
  return `The items of ${other.key} are not those of the reference: its data has changed. Make a new series, or put the data back.`;
}

export interface Looked {
  monitors: Monitor[];
  shown: Shown;
}

export function lookFirst(seen: Observations, margins: SeriesMargins, items: 'frozen' | 'fresh'): Looked {
  return { monitors: startMonitors(seen, margins, items), shown: { findings: [], alarms: [], changes: [] } };
}

/** What a look after the reference shows. `before`: who answered the look before it, and its alarms. */
export function lookAgain(
  monitors: readonly Monitor[],
  seen: Observations,
  {
    own,
    reference,
    before,
    alarmsBefore,
  }: { own: Identity; reference: Identity; before: Identity; alarmsBefore: readonly Alarm[] },
): Looked {
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

function alarmOf(finding: Finding, before: readonly Alarm[]): Alarm {
  const { target_label, benchmark, measure } = finding;
  const kind = KINDS[measure as keyof typeof KINDS];
  const isSame = (one: Alarm) =>
    one.kind === kind && one.target_label === target_label && one.benchmark === benchmark;
  return { kind, target_label, benchmark, is_new: !before.some(isSame), sentence: sentenceOf(finding) };
}

const WORDS = {
  score: 'score',
  coverage: 'share of scored items',
  latency_p95: 'p95 of the latency',
  load_p95: 'p95 of the latency under load',
  cost_p50: 'cost of a call (p50)',
};

/** Looks count together, so that an alarm goes on for a while after what it was about has ended. */
const BY_EARLIER = ' Alone it is within the margin: looks before it make the alarm.';

function sentenceOf({ target_label, benchmark, measure, margin, reference, value }: Finding): string {
  const what = `${target_label} on ${benchmark}: the ${WORDS[measure as keyof typeof WORDS]}`;
  const isShare = measure === 'score' || measure === 'coverage';
  const unit = isShare ? percent : measure === 'cost_p50' ? usd : ms;
  const [before, now] =
    reference === null || value === null
      ? [unit(reference, 'unknown'), unit(value, 'unknown')]
      : together(unit, [reference, value]);
  const isWithin =
    value !== null &&
    reference !== null &&
    (isShare ? value >= reference - margin : value <= margin * reference);
  const beyond = isShare
    ? `below the reference’s ${before} by more than ${stated(points, margin)} points`
    : `above ${stated(times, margin)} the reference’s ${before}`;
  return `${what} is ${beyond}; at this look ${now}.${isWithin ? BY_EARLIER : ''}`;
}

/** What of the targets is another than it was: their definition, the model that answers, or its configuration. */
function changesOf(before: Identity, after: Identity): { target_label: string; sentence: string }[] {
  return after.targets.flatMap(({ label, definition, models, fingerprints }) => {
    const was = before.targets.find((one) => one.label === label);
    if (was === undefined) return [];
    const said = [
      ...(was.definition === definition ? [] : ['its stack or definition was changed']),
      ...named('the server named the model', was.models, models),
      ...named('the server named its configuration (system_fingerprint)', was.fingerprints, fingerprints),
    ];
    return said.map((what) => ({ target_label: label, sentence: `${label}: ${what}.` }));
  });
}

/** Of several names that answer in turn only one that is new says something; and that none is left of those there were. */
function named(what: string, was: readonly string[], is: readonly string[]): string[] {
  const added = is.filter((name) => !was.includes(name));
  if (was.length === 0 || is.length === 0 || added.length === 0) return [];
  return [`${what} ${listed(is)}, before ${listed(was)}`];
}

const MOST_NAMED = 3;
const listed = (names: readonly string[]) =>
  names.length > MOST_NAMED
    ? `${names.slice(0, MOST_NAMED).join(', ')} and ${names.length - MOST_NAMED} more`
    : names.join(', ');
