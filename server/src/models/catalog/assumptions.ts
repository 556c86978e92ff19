/**
 * A value that a calculation needs and no fact provides. It is shown with every result, and the operator can change it.
 */
export interface Assumption {
  readonly name: string;
  readonly value: number | string;
  /** Why this value is the default, and what changes it. */
  readonly why: string;
}

/** The numbers for calculating a cost, in addition to facts and measurements. */
export interface CostAssumptions {
  /** The planned share of a replica's measured capacity. */
  readonly target_utilisation: number;
  readonly spare_replicas: number;
  readonly gpus_per_replica: number;
  /** The share of the input that is read from the provider's cache. */
  readonly cached_share: number;
  /** Cost of people and on-call for self-hosting, in USD a month. */
  readonly people_usd_per_month: number;
}

export const COST_ASSUMPTIONS: CostAssumptions = {
  target_utilisation: 0.7,
  spare_replicas: 1,
  gpus_per_replica: 1,
  cached_share: 0,
  people_usd_per_month: 0,
};

/** The reason for each default. */
export const REASONS_FOR_DEFAULTS: Readonly<Record<keyof CostAssumptions, string>> = {
  target_utilisation: 'a queue grows without bound near full load, so replicas are planned below it',
  spare_replicas: 'one replica may fail or be replaced without the limits being missed',
  gpus_per_replica: 'the model is assumed to fit on one GPU; for tensor parallelism set the number it needs',
  cached_share: 'only measured cache hits count',
  people_usd_per_month: 'staff time is not included, although hosting needs some',
};

/** The reason shown for a value that the evaluation states. */
export const STATED_BY_EVALUATION = 'stated for this evaluation';
