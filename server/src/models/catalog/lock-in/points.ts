import type { Assumption } from '../assumptions.ts';
import type { MissingFact } from '../facts/find.ts';
import type { LockInTolerance } from '../vocabulary/profiles.ts';

/**
 * Points by component and choice: 0 is portable, and 100 in total is fully locked in. This project's proposal
 * (docs/how-to/load-and-cost.md).
 */
export const LOCK_IN_POINTS = {
  model: {
    open_weights_commercial: 0,
    open_weights_restricted: 14,
    closed_3plus_platforms: 18,
    closed_2_platforms: 24,
    closed_1_platform: 35,
  },
  api: { openai_compatible: 0, documented_own_protocol_with_adapters: 6, own_protocol_no_adapter: 15 },
  orchestration: {
    none_or_own_code: 0,
    permissive_self_hosted: 3,
    copyleft_or_open_core: 6,
    source_available: 9,
    proprietary_managed: 15,
  },
  telemetry: {
    otel_export_self_hosted: 0,
    self_hosted_own_format: 4,
    saas_with_otel: 6,
    saas_own_format: 10,
  },
  hardware: {
    managed_api_no_hardware: 0,
    gpu_on_3plus_clouds: 2,
    gpu_on_2_clouds: 6,
    single_cloud_gpu: 10,
    single_cloud_custom_accelerator: 15,
  },
  data_exit: {
    nothing_stored_at_vendor: 0,
    exportable_open_format: 3,
    vendor_tuned_weights_or_vector_store: 7,
    no_export: 10,
  },
} as const;

type Points = typeof LOCK_IN_POINTS;
export type LockInComponent = keyof Points;

export const LOCK_IN_COMPONENTS = Object.keys(LOCK_IN_POINTS) as LockInComponent[];

/** The points of one component, and their reason. */
export interface LockInLine {
  readonly component: LockInComponent;
  /** Null if unknown. */
  readonly choice: string | null;
  readonly points: number | null;
  readonly most: number;
  readonly evidence: string;
}

export interface LockIn {
  /** The sum; null if a component is unknown. */
  readonly score: number | null;
  /** The sum of the known components, a lower bound of the score. */
  readonly at_least: number;
  readonly lines: readonly LockInLine[];
  readonly assumptions: readonly Assumption[];
  readonly missing: readonly MissingFact[];
}

/** One component with the points of its choice. */
export function lockInLine(component: LockInComponent, choice: string, evidence: string): LockInLine {
  const points = (LOCK_IN_POINTS[component] as Readonly<Record<string, number>>)[choice];
  if (points === undefined) throw new RangeError(`${component} has no choice ${choice}.`);
  return { component, choice, points, most: maxPointsOfComponent(component), evidence };
}

/** The maximum points of the component. */
export function maxPointsOfComponent(component: LockInComponent): number {
  return Math.max(...Object.values(LOCK_IN_POINTS[component]));
}

/** The lines with their sum. */
export function sumLockIn(
  lines: readonly LockInLine[],
  assumptions: readonly Assumption[],
  missing: readonly MissingFact[],
): LockIn {
  const at_least = lines.reduce((sum, { points }) => sum + (points ?? 0), 0);
  const whole = lines.every(({ points }) => points !== null);
  return { score: whole ? at_least : null, at_least, lines, assumptions, missing };
}

/**
 * Compares with a tolerance: `fail` as soon as the known points exceed it, `unknown` while a component is unknown. If
 * the tolerance requires it, one component at its maximum also fails.
 */
export function judgeLockIn(
  { score, at_least, lines }: LockIn,
  { max_score, fails_on_component_maximum }: LockInTolerance,
): 'pass' | 'fail' | 'unknown' {
  const atMaximum = fails_on_component_maximum && lines.some(({ points, most }) => points === most);
  if (at_least > max_score || atMaximum) return 'fail';
  return score === null ? 'unknown' : 'pass';
}
