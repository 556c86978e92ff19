import { BUILT_IN_FACTS } from './facts/built-in.ts';
import { readCatalogFile, writeOperatorModels } from './facts/operator-file.ts';
import type { Facts, ModelFact } from './facts/schemas.ts';

export { COST_ASSUMPTIONS, STATED_BY_EVALUATION } from './assumptions.ts';
export { Candidate, listCandidates } from './candidates/candidates.ts';
export { candidatesNamedIn, pickVariedCandidates } from './candidates/choose-candidates.ts';
export { type ComplianceResult, checkCertificate, checkRegions } from './compliance/compliance.ts';
export type { MeanTokens } from './cost/cached-input.ts';
export { type StackCost, stackCost } from './cost/stack-cost.ts';
export { checkPrice } from './facts/check.ts';
export { type MissingFact, missingFactLocation, modelQuirks } from './facts/find.ts';
export { CatalogFileError } from './facts/operator-file.ts';
export { coversDays } from './facts/price-days.ts';
export { atServiceTier, priceInForce, roundRate } from './facts/price-in-force.ts';
export {
  type Facts,
  FrameworkFact,
  GpuFact,
  GpuInstanceFact,
  ModelFact,
  ModelPriceFact,
  ProviderFact,
} from './facts/schemas.ts';
export { withSetPrices } from './facts/set-prices.ts';
export { describeModelEnd, endOfModel, type ModelEnd } from './lifecycle/model-end.ts';
export { cheapestChange } from './lock-in/cheapest-change.ts';
export { judgeLockIn, type LockIn } from './lock-in/points.ts';
export { stackLockIn } from './lock-in/stack-lock-in.ts';
export type { StackParts } from './stack-parts.ts';
export { type PriceUpdate, planPriceUpdate, readPriceList } from './update/price-update.ts';
export { isModelList, readProviderModels } from './update/provider-models.ts';
export { meanOfDistribution, peakToMean } from './vocabulary/means.ts';
export type { Distribution, LockInTolerance } from './vocabulary/profiles.ts';
export { vocabulary } from './vocabulary/vocabulary.ts';

/** The facts that the service uses. */
export interface Catalog {
  readonly facts: Facts;
  /** The operator's facts among them. */
  readonly own: Partial<Facts>;
}

/** The built-in facts, extended by the operator's file if there is one. Throws `CatalogFileError`. */
export function createCatalog({ file }: { file?: string | undefined } = {}): Catalog {
  return file === undefined ? { facts: BUILT_IN_FACTS, own: {} } : readCatalogFile(file, BUILT_IN_FACTS);
}

/** Writes rows of models into the operator's file. Throws `CatalogFileError` and writes nothing if they are invalid. */
export function storeModels(file: string, models: readonly ModelFact[]): void {
  writeOperatorModels(file, models, BUILT_IN_FACTS);
}
