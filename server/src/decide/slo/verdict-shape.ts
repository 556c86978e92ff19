import type { Choice } from './choose.ts';
import type { RequirementFinding } from './judge-requirement.ts';
import type { NearMiss } from './nearest-misses.ts';
import type { Amount, ObservedCandidate } from './observed.ts';
import type { Requirement, StatedRequirements } from './slo-limits.ts';

/** One requirement of one scenario and its finding for one candidate. */
export interface JudgedRequirement extends Requirement, RequirementFinding {
  readonly target_label: string;
  readonly scenario_label: string;
  /** The distance to the limit relative to the limit; negative if missed. Null without a number. */
  readonly margin: number | null;
}

export interface Candidate {
  readonly label: string;
  /** The quality that counts, in [0, 1], and the floor from which it has value; null if none was measured. */
  readonly quality: { readonly score: Amount; readonly floor: number } | null;
  /** Why no call to this candidate was answered; absent if one was. Such a candidate is never eligible or ranked. */
  readonly not_measured?: string;
  /** The share of its questions without a response, if larger than chance and retries explain; absent otherwise. */
  readonly unanswered_share?: number;
  /** By label of the scenario. */
  readonly observed: Readonly<Record<string, ObservedCandidate>>;
}

export interface ScenarioLimits {
  readonly label: string;
  readonly scenario: StatedRequirements;
}

/** The verdict in words; `sentences` contains these in order. A part that does not apply is null. */
export interface VerdictWords {
  /** The recommendation, in at most 25 words. */
  readonly answer: string;
  /** Candidates whose measurement is incomplete or from another model, and why. */
  readonly incomplete: string | null;
  readonly firmness: string | null;
  /** What would change the recommendation. */
  readonly change: string | null;
  /** The facts that the decision lacks. */
  readonly not_known: string | null;
}

/** The verdict under one scenario. */
export interface ScenarioVerdict extends Choice, VerdictWords {
  readonly scenario_label: string;
  readonly eligible: readonly string[];
  /** Candidates with an inconclusive or unknown requirement, which are neither eligible nor rejected. */
  readonly needs_data: readonly LackingData[];
  readonly rejected: readonly ExcludedCandidate[];
  /**
   * Candidates without any answered call, which are neither eligible nor rejected, and lack no data that would
   * decide.
   */
  readonly not_measured: readonly NotMeasured[];
  /** If no candidate is eligible: those that miss the limits by the least, and what would resolve each miss. */
  readonly nearest_misses: readonly NearMiss[];
  readonly sentences: readonly string[];
}

export interface NotMeasured {
  readonly label: string;
  /** The reason, in the provider's words. */
  readonly reason: string;
}

export interface ExcludedCandidate {
  readonly label: string;
  /** One sentence for each requirement that excludes it. */
  readonly reasons: readonly string[];
}

interface LackingData extends ExcludedCandidate {
  /** How it was shown to be worse than the first candidate, as the end of a sentence; absent if it was not. */
  readonly shown_worse?: string;
}
