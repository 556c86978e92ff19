import type {
  Facts,
  FrameworkFact,
  GpuFact,
  GpuInstanceFact,
  ModelFact,
  ModelPriceFact,
  ProviderFact,
} from './schemas.ts';

/** A fact that the catalogue lacks, and where the operator can add it. */
export interface MissingFact {
  /** What is unknown, as the end of a sentence: `the price of groq/llama-4 on 2026-11-21`. */
  readonly fact: string;
  /** Its place in the operator's file, as a JSON pointer with `-` for a new row. */
  readonly add: string;
}

/** Where to add a missing fact, in words: pointers refer to the operator's own file. */
export function missingFactLocation({ add }: MissingFact): string {
  return add.startsWith('/') ? `${add} in the file that CATALOG_FILE names` : add;
}

/** A known fact, or the missing one. There is no default. */
export type FoundFact<T> =
  | { readonly known: true; readonly value: T }
  | { readonly known: false; readonly missing: MissingFact };

export const knownFact = <T>(value: T): FoundFact<T> => ({ known: true, value });
export const missingFact = (fact: string, add: string): { known: false; missing: MissingFact } => ({
  known: false,
  missing: { fact, add },
});

const normaliseName = (name: string) => name.trim().toLowerCase();

/** The provider with this id or other name, case-insensitive. */
export function findProvider(facts: Facts, name: string): FoundFact<ProviderFact> {
  const wanted = normaliseName(name);
  const found = facts.providers.find(
    ({ id, also_called = [] }) =>
      normaliseName(id) === wanted || also_called.some((other) => normaliseName(other) === wanted),
  );
  return found ? knownFact(found) : missingFact(`the provider ${name}`, '/providers/-');
}

/** Whether two names mean the same provider. */
export function isSameProvider(facts: Facts, a: string, b: string): boolean {
  if (normaliseName(a) === normaliseName(b)) return true;
  const [first, second] = [findProvider(facts, a), findProvider(facts, b)];
  return first.known && second.known && first.value.id === second.value.id;
}

/** The model as this provider offers it. Ids must be equal: matching prefixes would price the wrong model. */
export function findModel(facts: Facts, provider: string, modelId: string): FoundFact<ModelFact> {
  const found = facts.models.find(
    (model) => model.model_id === modelId && isSameProvider(facts, model.provider, provider),
  );
  return found ? knownFact(found) : missingFact(`the model ${provider}/${modelId}`, '/models/-');
}

/** How requests to a model must differ from the usual ones; null if there are no facts about it. */
export interface ModelQuirks {
  /** False: the provider refuses or ignores a temperature. */
  readonly acceptsTemperature: boolean | null;
  /** The name of the field that limits the output in the chat completions protocol. */
  readonly maxTokensField: 'max_tokens' | 'max_completion_tokens' | null;
  /** The source of the quirks, for the record of a run. */
  readonly sources: readonly string[];
}

/** The quirks of a model at this provider; unknown for a model that is not in the catalogue. */
export function modelQuirks(facts: Facts, provider: string, modelId: string): ModelQuirks {
  const model = findModel(facts, provider, modelId);
  const { temperature, max_tokens_field } = (model.known && model.value.parameters) || {};
  const said = [temperature, max_tokens_field].filter((fact) => fact !== undefined);
  return {
    acceptsTemperature: temperature?.accepted ?? null,
    maxTokensField: max_tokens_field?.name ?? null,
    sources: said.map(({ source, as_of }) => `${source} (${as_of})`),
  };
}

/** The price in force on a day such as `2026-09-01`, by the UTC date of the charge. */
export function findPrice(
  facts: Facts,
  provider: string,
  modelId: string,
  day: string,
): FoundFact<ModelPriceFact> {
  const model = findModel(facts, provider, modelId);
  if (!model.known) return missingFact(`the price of ${provider}/${modelId}`, '/models/-/prices');
  const price = model.value.prices.find(
    ({ from, until }) => (from === undefined || from <= day) && (until === undefined || day < until),
  );
  if (price) return knownFact(price);
  return missingFact(`the price of ${provider}/${modelId} on ${day}`, `/models/-/prices`);
}

/** The hardware that a stack names. */
export interface WantedHardware {
  readonly cloud_provider?: string;
  readonly region?: string;
  readonly gpu_type?: string;
  readonly instance_family?: string;
}

/** An instance type with its price in the requested region. */
export interface PricedInstance {
  readonly instance: GpuInstanceFact;
  readonly region: string | null;
  readonly usd_per_hour: number;
}

/**
 * Every instance type that matches the stack, with its price in the stack's region; `instance_family` may name the
 * family or one type. Without a region, the price is known only if there is just one.
 */
export function findInstances(facts: Facts, wanted: WantedHardware): FoundFact<readonly PricedInstance[]> {
  const said = [wanted.cloud_provider, wanted.instance_family, wanted.gpu_type].filter(Boolean).join(' ');
  const fitting = facts.gpu_instances.filter((instance) => fitsWanted(facts, instance, wanted));
  if (fitting.length === 0) return missingFact(`an instance type that fits "${said}"`, '/gpu_instances/-');
  const priced = fitting.flatMap((instance) => priceIn(instance, wanted.region));
  if (priced.length > 0) return knownFact(priced);
  const where = wanted.region === undefined ? 'without a region (hardware.region)' : `in ${wanted.region}`;
  return missingFact(`the price of ${said} ${where}`, '/gpu_instances/-/prices/-');
}

function fitsWanted(facts: Facts, instance: GpuInstanceFact, wanted: WantedHardware): boolean {
  const { cloud_provider, instance_family, gpu_type } = wanted;
  if (cloud_provider === undefined || !isSameProvider(facts, instance.cloud_provider, cloud_provider))
    return false;
  const names = [instance.instance_family, instance.instance_type].map(normaliseName);
  if (instance_family !== undefined && !names.includes(normaliseName(instance_family))) return false;
  return gpu_type === undefined || isGpu(instance.gpu, instance.gpu_variant, gpu_type);
}

function priceIn(instance: GpuInstanceFact, region: string | undefined): PricedInstance[] {
  const { prices } = instance;
  const price =
    region === undefined
      ? prices.length === 1
        ? prices[0]
        : undefined
      : prices.find((one) => one.region !== undefined && normaliseName(one.region) === normaliseName(region));
  return price ? [{ instance, region: price.region ?? null, usd_per_hour: price.usd_per_hour }] : [];
}

/** Whether `wanted` (`H100`, `h100-sxm`, `nvidia H100 80GB`) is this GPU. */
function isGpu(gpu: string, variant: string | undefined, wanted: string): boolean {
  const words = normaliseName(wanted)
    .replace(/\b(nvidia|amd|\d+ ?gb)\b/g, ' ')
    .split(/[\s_-]+/)
    .filter((word) => word !== '')
    .join(' ');
  return (
    words === normaliseName(gpu) ||
    (variant !== undefined && words === `${normaliseName(gpu)} ${normaliseName(variant)}`)
  );
}

/** The GPU or accelerator that a stack names. */
export function findGpu(facts: Facts, wanted: string): FoundFact<GpuFact> {
  const found = facts.gpus.find(
    ({ gpu, name }) => isGpu(gpu, undefined, wanted) || normaliseName(name) === normaliseName(wanted),
  );
  const instance = facts.gpu_instances.find(({ gpu, gpu_variant }) => isGpu(gpu, gpu_variant, wanted));
  const same = found ?? facts.gpus.find(({ gpu }) => gpu === instance?.gpu);
  return same ? knownFact(same) : missingFact(`the GPU ${wanted}`, '/gpus/-');
}

/** The clouds with instances of this GPU, in any of its variants. */
export function cloudsWith(facts: Facts, gpu: string): string[] {
  const clouds = facts.gpu_instances.filter((row) => row.gpu === gpu).map((row) => row.cloud_provider);
  return [...new Set(clouds)];
}

/** The framework by id or name; case, spaces and hyphens do not matter. */
export function findFramework(facts: Facts, name: string): FoundFact<FrameworkFact> {
  const bare = (text: string) => normaliseName(text).replace(/[\s._-]+/g, '');
  const found = facts.frameworks.find((row) => bare(row.id) === bare(name) || bare(row.name) === bare(name));
  return found ? knownFact(found) : missingFact(`the framework ${name}`, '/frameworks/-');
}
