import type { ProviderSettings } from '../../platform/config-providers.ts';
import type { Adapter } from '../adapters/adapter.ts';

/** One provider: configured, or the built-in one. `config-providers.ts` reads and checks the configuration. */
export type ProviderConfig = ProviderSettings | Baseline;

export interface Baseline extends Partial<Omit<ProviderSettings, 'kind'>> {
  name: string;
  kind: 'baseline';
}

/** The origin of a provider: the program, its settings, or somebody who added it. */
export const PROVIDER_SOURCES = ['built_in', 'configuration', 'added'] as const;

export interface Entry {
  source: (typeof PROVIDER_SOURCES)[number];
  config: ProviderConfig;
  problem: string | null;
  adapter: Adapter;
}
