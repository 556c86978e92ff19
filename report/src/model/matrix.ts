import type { Schemas } from '@touchstone/client';
import { count, ms, percent, stated, together, type Unit, usd, writerOf } from '../figures/figures.ts';

type Requirement = NonNullable<Schemas['Results']['requirements']>[number];
type Verdict = NonNullable<Schemas['Results']['verdict']>[number];

/** The candidates of one scenario against its requirements. */
export interface RequirementMatrix {
  readonly columns: readonly MatrixColumn[];
  readonly rows: readonly MatrixRow[];
}

interface MatrixColumn {
  /** The name of the requirement in the API. */
  readonly requirement: string;
  readonly head: string;
  /** `≤ 3,500`, in the unit of the head; null where the limit is no number. */
  readonly limit: string | null;
  readonly says: string;
}

interface MatrixRow {
  readonly label: string;
  readonly letter: string;
  readonly standing: Standing;
  /** In the order of the columns; null where a requirement was not judged. */
  readonly cells: readonly (MatrixCell | null)[];
}

export type Standing =
  | 'first'
  | 'tied'
  | 'eligible'
  | 'rejected'
  | 'needs data'
  | 'not measured'
  | 'not judged';

/** What a standing is called. */
export const STANDINGS: Readonly<Record<Standing, string>> = {
  first: 'comes first',
  tied: 'is tied for the first place',
  eligible: 'meets every requirement',
  rejected: 'rejected',
  'needs data': 'needs more data',
  'not measured': 'not measured',
  'not judged': 'not judged yet',
};

/** What the bar of a cell shows. */
export const MARGIN_SAYS = 'How far the value is within its limit; none where it is not shown to hold';

export interface MatrixCell {
  /** A letter and a requirement: where it stands in an address. */
  readonly key: string;
  readonly status: Requirement['status'];
  /** What was observed, without its unit; null where there is no figure. */
  readonly value: string | null;
  /** How far the figure is inside of its limit, as a share of the limit up to 1: a bar; null where it is not shown to hold. */
  readonly margin: number | null;
  readonly requirement: Requirement;
}

/** A requirement in the head of a table, with the unit of its figures. */
const HEADS: Readonly<Record<string, string>> = {
  p50_latency_ms: 'p50, ms',
  p95_latency_ms: 'p95, ms',
  p99_latency_ms: 'p99, ms',
  throughput_rps: 'Requests/s',
  availability: 'Availability, %',
  p50_session_ms: 'Session p50, ms',
  p95_session_ms: 'Session p95, ms',
  p99_session_ms: 'Session p99, ms',
  sessions_completed: 'Sessions completed, %',
  monthly_limit_usd: '$/month',
  cost_per_1k_requests_usd: '$/1,000',
  regions: 'Regions',
  vendor_lock_in_tolerance: 'Lock-in',
};

/** What a requirement is about: `p95 latency`. */
export function nounOf({ kind, requirement }: Pick<Requirement, 'kind' | 'requirement'>): string {
  return (
    NOUNS[kind] ?? requirement.replace('certification: ', 'certificate ').replace('quality: ', 'quality on ')
  );
}

const NOUNS: Readonly<Record<string, string>> = {
  p50_latency_ms: 'p50 latency',
  p95_latency_ms: 'p95 latency',
  p99_latency_ms: 'p99 latency',
  throughput_rps: 'throughput',
  availability: 'availability',
  p50_session_ms: 'p50 session time',
  p95_session_ms: 'p95 session time',
  p99_session_ms: 'p99 session time',
  sessions_completed: 'completed sessions',
  monthly_limit_usd: 'cost of a month',
  cost_per_1k_requests_usd: 'cost of 1,000 requests',
  regions: 'regions',
  vendor_lock_in_tolerance: 'lock-in',
};

export function requirementMatrix(
  demanded: readonly Requirement[],
  verdict: Verdict | undefined,
  letters: ReadonlyMap<string, string>,
): RequirementMatrix {
  const columns = [...new Map(demanded.map((one) => [one.requirement, one])).values()];
  const values = observedValues(demanded);
  const byTarget = Map.groupBy(demanded, ({ target_label }) => target_label);
  return {
    columns: columns.map(({ requirement, kind, limit, says, benchmark }) => ({
      requirement,
      head:
        benchmark === undefined
          ? (HEADS[kind] ?? requirement.replace('certification: ', ''))
          : `${benchmark}, %`,
      limit:
        limit === null ? null : `${AT_LEAST.has(kind) ? '≥' : '≤'} ${bare(stated(unitOf({ kind }), limit))}`,
      says,
    })),
    rows: [...byTarget].map(([label, own]) => {
      const letter = letters.get(label) ?? '?';
      return {
        label,
        letter,
        standing: standingOf(label, verdict),
        cells: columns.map(({ requirement }) => {
          const found = own.find((one) => one.requirement === requirement);
          return found === undefined ? null : cellOf(found, letter, values.get(found) ?? null);
        }),
      };
    }),
  };
}

/** What was observed, without its unit: all of a requirement with the same digits, and none looks like its limit. */
function observedValues(demanded: readonly Requirement[]): Map<Requirement, string> {
  const values = new Map<Requirement, string>();
  for (const own of Map.groupBy(demanded, ({ requirement }) => requirement).values()) {
    const seen = own.flatMap((one) => (one.observed == null ? [] : [{ one, observed: one.observed }]));
    const [first] = seen;
    if (first === undefined) continue;
    const { limit } = first.one;
    const shown = seen.map(({ observed }) => observed);
    const said = writerOf(unitOf(first.one), limit == null ? shown : [...shown, limit]);
    for (const { one, observed } of seen) values.set(one, bare(said(observed)));
  }
  return values;
}

function cellOf(requirement: Requirement, letter: string, value: string | null): MatrixCell {
  const { status, margin } = requirement;
  return {
    key: `${letter}.${requirement.requirement}`,
    status,
    value,
    margin: status === 'pass' && margin !== null ? Math.max(0, Math.min(1, margin)) : null,
    requirement,
  };
}

/** The kinds of which more is better. */
const AT_LEAST = new Set(['throughput_rps', 'availability', 'sessions_completed', 'quality']);

/** What is counted of a requirement that is measured. */
export function countedOf({ kind }: Pick<Requirement, 'kind'>): 'items' | 'requests' | 'sessions' {
  if (kind === 'quality') return 'items';
  return kind.includes('session') ? 'sessions' : 'requests';
}

/** Whether figures of the kind are shares, shown in percent. */
export const isShare = (kind: string) => ['availability', 'sessions_completed', 'quality'].includes(kind);

/** How figures of a requirement are written. */
export function unitOf({ kind }: Pick<Requirement, 'kind'>): Unit {
  if (kind.endsWith('_usd')) return usd;
  if (kind.endsWith('_ms')) return ms;
  return isShare(kind) ? percent : count;
}

/** A figure without its unit. */
const bare = (said: string) => said.replace(/^\$| (?:ms|%)$/g, '');

/** A figure of a requirement with its unit: `84 ms`, `$46,497`, `99.5 %`. */
export function withUnit(requirement: Pick<Requirement, 'kind'>, value: number): string {
  return withNoun(requirement, unitOf(requirement)(value));
}

/** A figure and the limit that it is beside, with their units; the limit never looks like another one. */
export function besideLimit(
  requirement: Pick<Requirement, 'kind'>,
  value: number,
  limit: number,
): [value: string, limit: string] {
  const [found, asked] = together(unitOf(requirement), [value, limit], limit);
  return [withNoun(requirement, found), withNoun(requirement, asked)];
}

const withNoun = ({ kind }: Pick<Requirement, 'kind'>, said: string) =>
  kind === 'throughput_rps' ? `${said} requests a second` : said;

/** How a candidate stands under a scenario. */
export function standingOf(label: string, verdict: Verdict | undefined): Standing {
  if (verdict === undefined) return 'not judged';
  if (verdict.tied.includes(label)) return 'tied';
  if (verdict.order[0]?.label === label) return 'first';
  if (verdict.eligible.includes(label)) return 'eligible';
  if (verdict.not_measured?.some((one) => one.label === label)) return 'not measured';
  return verdict.rejected.some((one) => one.label === label) ? 'rejected' : 'needs data';
}
