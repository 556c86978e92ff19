import type { Schemas } from '@touchstone/client';
import { figure, ms, usd } from './format.ts';

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

export type Standing = 'first' | 'eligible' | 'rejected' | 'needs data' | 'not judged';

/** What a standing is called. */
export const STANDINGS: Readonly<Record<Standing, string>> = {
  first: 'comes first',
  eligible: 'meets every requirement',
  rejected: 'rejected',
  'needs data': 'needs more data',
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
  const byTarget = Map.groupBy(demanded, ({ target_label }) => target_label);
  return {
    columns: columns.map(({ requirement, kind, limit, says, benchmark }) => ({
      requirement,
      head:
        benchmark === undefined
          ? (HEADS[kind] ?? requirement.replace('certification: ', ''))
          : `${benchmark}, %`,
      limit: limit === null ? null : `${AT_LEAST.has(kind) ? '≥' : '≤'} ${bare(kind, limit)}`,
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
          return found === undefined ? null : cellOf(found, letter);
        }),
      };
    }),
  };
}

function cellOf(requirement: Requirement, letter: string): MatrixCell {
  const { status, margin } = requirement;
  return {
    key: `${letter}.${requirement.requirement}`,
    status,
    value: requirement.observed === null ? null : bare(requirement.kind, requirement.observed),
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

/** A share in percent; an availability such as 99.95 % keeps its digits. */
const shareIn = (kind: string, value: number) =>
  String(Number((100 * value).toPrecision(kind === 'availability' && value >= 0.99 ? 5 : 3)));

/** A figure without its unit. */
function bare(kind: string, value: number): string {
  if (kind.endsWith('_usd')) return usd(value).replace('$', '');
  if (kind.endsWith('_ms')) return ms(value).replace(' ms', '');
  return isShare(kind) ? shareIn(kind, value) : figure(value);
}

/** A figure of a requirement with its unit: `84 ms`, `$46,497`, `99.5 %`. */
export function withUnit({ kind }: Pick<Requirement, 'kind'>, value: number): string {
  if (kind.endsWith('_usd')) return usd(value);
  if (kind.endsWith('_ms')) return ms(value);
  if (isShare(kind)) return `${shareIn(kind, value)} %`;
  return kind === 'throughput_rps' ? `${figure(value)} requests a second` : figure(value);
}

/** How a candidate stands under a scenario. */
export function standingOf(label: string, verdict: Verdict | undefined): Standing {
  if (verdict === undefined) return 'not judged';
  if (verdict.order[0]?.label === label) return 'first';
  if (verdict.eligible.includes(label)) return 'eligible';
  return verdict.rejected.some((one) => one.label === label) ? 'rejected' : 'needs data';
}
