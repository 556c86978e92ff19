import { BUILT_IN_FACTS } from './facts/built-in.ts';
import { readCatalogFile, writeModels } from './facts/operator-file.ts';
import type { Facts, ModelFact } from './facts/schemas.ts';
import { LOCK_IN_TOLERANCES } from './vocabulary/lock-in-tolerances.ts';
import { TRAFFIC_PROFILES } from './vocabulary/traffic-profiles.ts';
import { createVocabulary } from './vocabulary/vocabulary.ts';
import { WORKLOAD_PROFILES } from './vocabulary/workload-profiles.ts';

export { type Assumption, COST_ASSUMPTIONS, type CostAssumptions, STATED } from './assumptions.ts';
export { type ComplianceResult, checkCertificate, checkRegions } from './compliance/compliance.ts';
export { type BreakEvenStep, breakEvenRps, breakEvenSteps, hostedFloor } from './cost/break-even.ts';
export { toNumber } from './cost/exact.ts';
export { type PricedLoad, type PricedStack, type StackCost, stackCost } from './cost/stack-cost.ts';
export { type Found, findModel, findPrice, type MissingFact, whereToAdd } from './facts/find.ts';
export { type ModelQuirks, modelQuirks } from './facts/model-quirks.ts';
export { CatalogFileError } from './facts/operator-file.ts';
export type { Facts, ModelPriceFact } from './facts/schemas.ts';
export { cheapestChange, type LockInChange } from './lock-in/lock-in-change.ts';
export { judgeLockIn, type LockIn } from './lock-in/lock-in-points.ts';
export { type LockInContext, lockInOf } from './lock-in/stack-lock-in.ts';
export type { StackParts } from './stack-parts.ts';
export { type PriceUpdate, planUpdate, readPriceList } from './update/price-update.ts';
export { meanOf } from './vocabulary/means.ts';
export type {
  Distribution,
  LockInTolerance,
  Sizes,
  TrafficProfile,
  WorkloadProfile,
} from './vocabulary/profiles.ts';
export { peakToMean } from './vocabulary/traffic-mean.ts';

/** The words of the open fields of a scenario, with the facts that each carries (docs/vocabulary.md). */
export const vocabulary = {
  workload_type: createVocabulary('workload_type', WORKLOAD_PROFILES, {
    meaning: entry(WORKLOAD_PROFILES, 'general'),
    said: 'it is treated as general',
  }),
  traffic_profile: createVocabulary('traffic_profile', TRAFFIC_PROFILES, {
    meaning: entry(TRAFFIC_PROFILES, 'steady'),
    said: 'it is treated as steady',
  }),
  vendor_lock_in_tolerance: createVocabulary('vendor_lock_in_tolerance', LOCK_IN_TOLERANCES, {
    meaning: null,
    said: 'no limit is taken from it',
  }),
} as const;

function entry<F extends { readonly word: string }>(entries: readonly F[], word: string): F {
  const found = entries.find((each) => each.word === word);
  if (!found) throw new Error(`The vocabulary has no ${word}.`);
  return found;
}

/** The facts the service works with. */
export interface Catalog {
  readonly facts: Facts;
  /** Those among them that are the operator's. */
  readonly own: Partial<Facts>;
}

/** The built-in facts, with those of the operator's file where one is named. Throws `CatalogFileError`. */
export function createCatalog({ file }: { file?: string | undefined } = {}): Catalog {
  return file === undefined ? { facts: BUILT_IN_FACTS, own: {} } : readCatalogFile(file, BUILT_IN_FACTS);
}

/** Keeps rows of models in the operator's file. Throws `CatalogFileError` and writes nothing when they do not fit. */
export function keepModels(file: string, models: readonly ModelFact[]): void {
  writeModels(file, models, BUILT_IN_FACTS);
}
