import type { Schemas } from '@touchstone/client';
import { createFigureWriter, formatExact, formatTogether, percent, type Unit } from '../figures/figures.ts';
import { LIMITS } from '../figures/limits.ts';

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
  /** Such as `≤ 3,500`, in the unit of the head; null if the limit is not a number. */
  readonly limit: string | null;
  readonly says: string;
}

interface MatrixRow {
  readonly label: string;
  readonly letter: string;
  readonly standing: Standing;
  /** In the order of the columns; null if a requirement was not judged. */
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

/** Names of standings. */
export const STANDING_NAMES: Readonly<Record<Standing, string>> = {
  first: 'comes first',
  tied: 'is tied for the first place',
  eligible: 'meets every requirement',
  rejected: 'rejected',
  'needs data': 'needs more data',
  'not measured': 'not measured',
  'not judged': 'not judged yet',
};

/** Legend of the bar in a cell. */
export const MARGIN_BAR_LEGEND =
  'Distance of the value from its limit; empty if the limit is not shown to hold';

export interface MatrixCell {
  /** The letter and the requirement, as in an address. */
  readonly key: string;
  readonly status: Requirement['status'];
  /** The observed figure without its unit; null if there is none. */
  readonly value: string | null;
  /**
   * The remaining distance to the limit, as a share of the limit up to 1, for a bar; null if the limit is not shown
   * to hold.
   */
  readonly margin: number | null;
  readonly requirement: Requirement;
}

/** The column head of a requirement, with the unit of its figures. */
const columnHead = ({ kind, requirement }: Pick<Requirement, 'kind' | 'requirement'>) =>
  kind === 'certification' ? requirement.replace('certification: ', '') : LIMITS[kind].head;

/** The name of a requirement in sentences: `p95 latency`. */
export function requirementNoun({ kind, requirement }: Pick<Requirement, 'kind' | 'requirement'>): string {
  const { noun } = LIMITS[kind];
  if (kind === 'certification') return requirement.replace('certification:', noun);
  return kind === 'quality' ? requirement.replace('quality:', `${noun} on`) : noun;
}

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
      head: benchmark === undefined ? columnHead({ kind, requirement }) : `${benchmark}, %`,
      limit:
        limit === null
          ? null
          : `${LIMITS[kind].better === 'higher' ? '≥' : '≤'} ${withoutUnit(formatExact(requirementUnit({ kind }), limit))}`,
      says,
    })),
    rows: [...byTarget].map(([label, own]) => {
      const letter = letters.get(label) ?? '?';
      return {
        label,
        letter,
        standing: candidateStanding(label, verdict),
        cells: columns.map(({ requirement }) => {
          const found = own.find((one) => one.requirement === requirement);
          return found === undefined ? null : matrixCell(found, letter, values.get(found) ?? null);
        }),
      };
    }),
  };
}

/**
 * Observed figures without units. Those of one requirement have the same number of digits, and none looks equal to
 * its limit unless it is.
 */
function observedValues(demanded: readonly Requirement[]): Map<Requirement, string> {
  const values = new Map<Requirement, string>();
  for (const own of Map.groupBy(demanded, ({ requirement }) => requirement).values()) {
    const seen = own.flatMap((one) => (one.observed == null ? [] : [{ one, observed: one.observed }]));
    const [first] = seen;
    if (first === undefined) continue;
    const { limit } = first.one;
    const shown = seen.map(({ observed }) => observed);
    const said = createFigureWriter(requirementUnit(first.one), limit == null ? shown : [...shown, limit]);
    for (const { one, observed } of seen) values.set(one, withoutUnit(said(observed)));
  }
  return values;
}

function matrixCell(requirement: Requirement, letter: string, value: string | null): MatrixCell {
  const { status, margin } = requirement;
  return {
    key: `${letter}.${requirement.requirement}`,
    status,
    value,
    margin: status === 'pass' && margin !== null ? Math.max(0, Math.min(1, margin)) : null,
    requirement,
  };
}

/** The sampled unit of a measured requirement. */
export function countedNoun({ kind }: Pick<Requirement, 'kind'>): 'items' | 'requests' | 'sessions' {
  return LIMITS[kind].counts ?? 'requests';
}

/** Whether figures of this kind are shares, written in percent. */
export const isShare = (kind: Requirement['kind']) => LIMITS[kind].unit === percent;

/** The unit of a requirement's figures. */
export const requirementUnit = ({ kind }: Pick<Requirement, 'kind'>): Unit => LIMITS[kind].unit;

/** A figure without its unit. */
const withoutUnit = (said: string) => said.replace(/^\$| (?:ms|%)$/g, '');

/** A figure of a requirement with its unit: `84 ms`, `$46,497`, `99.5 %`. */
export function withUnit(requirement: Pick<Requirement, 'kind'>, value: number): string {
  return withNoun(requirement, requirementUnit(requirement)(value));
}

/** A figure next to its limit, with units; they look equal only if they are. */
export function formatBesideLimit(
  requirement: Pick<Requirement, 'kind'>,
  value: number,
  limit: number,
): [value: string, limit: string] {
  const [found, asked] = formatTogether(requirementUnit(requirement), [value, limit], limit);
  return [withNoun(requirement, found), withNoun(requirement, asked)];
}

const withNoun = ({ kind }: Pick<Requirement, 'kind'>, said: string) =>
  kind === 'throughput_rps' ? `${said} requests a second` : said;

/** The standing of a candidate under a scenario. */
export function candidateStanding(label: string, verdict: Verdict | undefined): Standing {
  if (verdict === undefined) return 'not judged';
  if (verdict.tied.includes(label)) return 'tied';
  if (verdict.order[0]?.label === label) return 'first';
  if (verdict.eligible.includes(label)) return 'eligible';
  if (verdict.not_measured?.some((one) => one.label === label)) return 'not measured';
  return verdict.rejected.some((one) => one.label === label) ? 'rejected' : 'needs data';
}
