import { useQuery } from '@tanstack/react-query';
import { count, usd } from '@touchstone/report/figures';
import type { Provider } from '../api/api.ts';
import { queries } from '../api/queries.ts';
import type { ComboOption } from '../ui/combo.tsx';
import { nearestName } from './nearest-name.ts';
import type { StackDraft } from './stack-draft.ts';

/** What the catalogue and the configured providers know; empty lists until they have come. */
export function useFacts() {
  const providers = useQuery(queries.providers).data ?? [];
  const models = useQuery(queries.catalogueModels).data ?? [];
  const hardware = useQuery(queries.catalogueHardware).data;
  const frameworks = useQuery(queries.catalogueFrameworks).data ?? [];
  const known = useQuery(queries.catalogueProviders).data;
  return {
    providers,
    models,
    instances: hardware?.data ?? [],
    gpus: hardware?.gpus ?? [],
    frameworks,
    platforms: known?.data ?? [],
    regions: known?.regions ?? [],
  };
}

export type Facts = ReturnType<typeof useFacts>;
type ModelFact = Facts['models'][number];

export function providerOptions({ providers, platforms }: Facts): ComboOption[] {
  const configured = providers.map(({ name, kind }) => ({
    value: name,
    detail: `configured · ${kind.replaceAll('_', ' ')}`,
  }));
  const names = new Set(configured.map(({ value }) => value));
  const others = platforms
    .filter(({ id, kinds }) => !names.has(id) && kinds.includes('model_api'))
    .map(({ id, name, as_of }) => ({ value: id, detail: `${name} · not configured · ${as_of}` }));
  return [...configured, ...others];
}

export function modelOptions({ providers, models }: Facts, provider: string): ComboOption[] {
  const offered = providers.find(({ name }) => name === provider)?.models ?? [];
  const listed = offered.map(({ id, price, description }) => ({
    value: id,
    detail: modelDetail(
      models.find((fact) => fact.provider === provider && fact.model_id === id),
      price,
      description,
    ),
  }));
  const names = new Set(listed.map(({ value }) => value));
  const facts = models
    .filter((fact) => fact.kind === 'chat' && fact.provider === provider && !names.has(fact.model_id))
    .map((fact) => ({ value: fact.model_id, detail: modelDetail(fact, null, null) }));
  return [...listed, ...facts];
}

/** Price, context, licence and date of a model; a configured price stands before the catalogue's. */
function modelDetail(
  fact: ModelFact | undefined,
  configured: Provider['models'][number]['price'],
  description: string | null,
): string {
  const today = new Date().toISOString().slice(0, 10);
  const price =
    configured ?? fact?.prices.find(({ from, until }) => (from ?? today) <= today && today < (until ?? '9'));
  return [
    price &&
      `${usd(price.input_usd_per_million)} in, ${usd(price.output_usd_per_million)} out per million tokens`,
    fact?.context_tokens && `${count(fact.context_tokens)} context tokens`,
    fact?.weights && (fact.weights.open ? (fact.weights.licence ?? 'open weights') : 'closed weights'),
    fact && `as of ${fact.as_of}`,
    description,
  ]
    .filter(Boolean)
    .join(' · ');
}

/** What is known of a candidate's model, in a line; empty where nothing is. */
export function describeModel(facts: Facts, { provider, model_id }: { provider: string; model_id: string }) {
  return modelOptions(facts, provider).find(({ value }) => value === model_id)?.detail ?? '';
}

export function cloudOptions({ platforms, instances }: Facts): ComboOption[] {
  const clouds = new Set(instances.map(({ cloud_provider }) => cloud_provider));
  return platforms
    .filter(({ id, kinds }) => kinds.includes('gpu_cloud') || clouds.has(id))
    .map(({ id, name, as_of }) => ({ value: id, detail: `${name} · as of ${as_of}` }));
}

/** The regions of the cloud, or of the provider where no cloud is named. */
export function regionOptions({ regions, platforms }: Facts, draft: StackDraft): ComboOption[] {
  const platform = servingPlatform({ platforms }, draft);
  return regions
    .filter(({ provider }) => provider === platform?.id)
    .map(({ region, country, jurisdiction, as_of }) => ({
      value: region,
      detail: `${country ?? jurisdiction ?? 'country unknown'} · as of ${as_of}`,
    }));
}

export function familyOptions({ instances }: Facts, { cloud_provider, region }: StackDraft): ComboOption[] {
  const fitting = instances.filter((one) => cloud_provider === '' || one.cloud_provider === cloud_provider);
  const families = Map.groupBy(fitting, (one) => one.instance_family);
  return [...families].map(([value, members]) => {
    const prices = members.flatMap(({ prices: all }) =>
      all.filter((price) => region === '' || price.region === region).map((price) => price.usd_per_hour),
    );
    const [one] = members;
    return {
      value,
      detail: [
        one?.cloud_provider,
        `${one?.gpu} ${one?.gpu_memory_gb_each ?? '?'} GB`,
        prices.length > 0 ? `from ${usd(Math.min(...prices))} per hour` : 'no price for this region',
        `as of ${one?.as_of}`,
      ].join(' · '),
    };
  });
}

export function gpuOptions({ gpus }: Facts): ComboOption[] {
  const byName = new Map(gpus.map((one) => [one.gpu, one]));
  return [...byName].map(([value, { vendor, memory_gb, as_of }]) => ({
    value,
    detail: [vendor, memory_gb && `${memory_gb} GB`, `as of ${as_of}`].filter(Boolean).join(' · '),
  }));
}

export function frameworkOptions(
  { frameworks }: Facts,
  role: 'orchestration' | 'observability' | 'tracing' | 'logging',
): ComboOption[] {
  const known = frameworks
    .filter(({ roles }) => roles.includes(role))
    .map(({ name, licence, licence_class, self_hostable, as_of }) => ({
      value: name,
      detail: [
        licence ?? licence_class.replaceAll('_', ' '),
        self_hostable ? 'can be self-hosted' : 'hosted only',
        `as of ${as_of}`,
      ].join(' · '),
    }));
  return [{ value: 'none', detail: 'none, or your own code' }, ...known];
}

/** The platform that serves the model: the cloud if named, else the provider, by any of its names. */
export function servingPlatform(
  { platforms }: Pick<Facts, 'platforms'>,
  { cloud_provider, provider }: Pick<StackDraft, 'cloud_provider' | 'provider'>,
): Facts['platforms'][number] | undefined {
  const name = (cloud_provider || provider).toLowerCase();
  return platforms.find(({ id, also_called = [] }) =>
    [id, ...also_called].some((one) => one.toLowerCase() === name),
  );
}

/** What is wrong with a provider or model as it was written, and the name that was probably meant. */
export interface FieldMistake {
  says: string;
  meant?: string | undefined;
}

/** Reports an unknown provider, or a known one that cannot be called. */
export function providerMistake(facts: Facts, provider: string): FieldMistake | undefined {
  const name = provider.trim();
  if (name === '' || facts.providers.length === 0 || facts.platforms.length === 0) return undefined;
  const configured = facts.providers.map((one) => one.name);
  if (configured.includes(name)) return undefined;
  if (servingPlatform(facts, { cloud_provider: '', provider: name })) {
    return {
      says: `${name} is not configured, so evaluations cannot call it yet. See Settings › Providers.`,
    };
  }
  const meant = nearestName(name, [...configured, ...facts.platforms.map(({ id }) => id)]);
  return { says: `No provider has the name “${name}”.`, meant };
}

/** A model that its provider does not offer. */
export function modelMistake(
  { providers }: Facts,
  provider: string,
  model: string,
): FieldMistake | undefined {
  const name = model.trim();
  const found = providers.find((one) => one.name === provider.trim());
  if (name === '' || !found || found.accepts_other_models) return undefined;
  const offered = found.models.map(({ id }) => id);
  if (offered.includes(name)) return undefined;
  return { says: `${found.name} does not offer “${name}”.`, meant: nearestName(name, offered) };
}
