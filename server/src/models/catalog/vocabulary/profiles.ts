/** A number of tokens, turns or seconds, as a distribution to draw from. */
export type Distribution =
  | Quantiles
  | { readonly dist: 'lognormal' | 'normal'; mean: number; sd: number; min: number; max: number }
  | { readonly dist: 'uniform'; min: number; max: number }
  /** Mean and spread are known, the shape is not. */
  | { readonly dist: 'moments'; mean: number; sd?: number; max?: number }
  | { readonly dist: 'constant'; value: number };

/**
 * A measured distribution: `values[i]` is the `percentiles[i]`-th percentile. To draw from it, interpolate log(value +
 * 1) linearly between neighbours and clamp to `min` and `max`.
 */
export interface Quantiles {
  readonly dist: 'quantiles';
  readonly percentiles: readonly number[];
  readonly values: readonly number[];
  readonly mean?: number;
  readonly min?: number;
  readonly max?: number;
  /** Number of requests measured. */
  readonly n?: number;
}

/** The source of a fact and its date; if it has none, the date on which it was read. */
export interface Sourced {
  readonly source: string;
  /** ISO 8601: a year, a month or a day. */
  readonly as_of: string;
}

/** The sizes of requests and sessions. Absent fields are unknown. */
export interface Sizes {
  readonly input_tokens?: Distribution;
  readonly output_tokens?: Distribution;
  /** Rank correlation of input and output length; if absent, draw them independently. */
  readonly input_output_spearman?: number;
  /** Calls in one session. */
  readonly turns?: Distribution;
  readonly think_time_s?: Distribution;
  readonly time_between_turns_s?: Distribution;
  readonly tool_calls_per_session?: number;
  readonly shared_system_prompt_tokens?: number;
  readonly dynamic_context_tokens?: Distribution;
  readonly user_tokens_per_turn?: Distribution;
  readonly output_tokens_per_turn?: Distribution;
  /** Share of the input that an earlier call of the session already sent. */
  readonly shared_prefix_ratio?: number;
  /** Share of input blocks that an ideal prefix cache would contain. */
  readonly ideal_prefix_block_reuse?: number;
  /** Share of the output that is hidden reasoning. */
  readonly reasoning_share_of_output?: { readonly mean: number; readonly p50: number };
  /** Texts sent in one request. */
  readonly inputs_per_request?: number;
}

/** Limits that others state for such a workload, in milliseconds: for orientation, never applied. */
export interface SloExample extends Sourced {
  readonly limits: Readonly<Record<string, number>>;
  readonly note?: string;
}

/** How reliable the default sizes are, best first. */
export type EvidenceGrade = 'measured' | 'measured moments' | 'proxy' | 'design' | 'weak' | 'placeholder';

/** The meaning of a word of `workload_type`. */
export interface WorkloadProfile extends Sourced {
  readonly word: string;
  readonly title: string;
  readonly grade: EvidenceGrade;
  readonly sizes: Sizes;
  /** Other published sizes for the same kind of work. */
  readonly variants: readonly (Sourced & { readonly name: string; readonly sizes: Sizes })[];
  readonly slo_examples: readonly SloExample[];
  readonly note?: string;
}

/** One parameter of an arrival process; `default` null: the scenario or the user must state it. */
export interface TrafficParameter {
  readonly meaning: string;
  readonly default: number | null;
  readonly range?: readonly [number, number];
}

/** The meaning of a word of `traffic_profile`: an arrival process. */
export interface TrafficProfile extends Sourced {
  readonly word: string;
  readonly process: string;
  /** Open: arrivals do not wait for responses. Closed: each user waits, so overload is hidden. */
  readonly loop: 'open' | 'closed';
  readonly parameters: Readonly<Record<string, TrafficParameter>>;
  /** The rate, or the gaps between arrivals, as a formula of the parameters. */
  readonly formula?: string;
  readonly evidence: string;
}

/** The meaning of a word of `vendor_lock_in_tolerance`. */
export interface LockInTolerance extends Sourced {
  readonly word: string;
  /** The highest accepted lock-in score: 0 portable, 100 fully locked in. */
  readonly max_score: number;
  /** Whether one component at its maximum also fails. */
  readonly fails_on_component_maximum: boolean;
}
