import { AppError } from '../../kernel/errors.ts';
import { PROVIDER_PRESETS } from '../../platform/provider-presets.ts';
import type { ProviderConfig } from './provider-config.ts';

export function unknownProvider(provider: string, known: string[]): AppError {
  const preset = Object.hasOwn(PROVIDER_PRESETS, provider) ? PROVIDER_PRESETS[provider] : undefined;
  const add =
    preset === undefined
      ? 'Add a provider with its environment variables (such as OPENAI_API_KEY) or in the file of TOUCHSTONE_CONFIG'
      : `Set the environment variable ${preset.baseUrl === undefined ? preset.address : (preset.key ?? preset.address)}`;
  return new AppError(
    'provider_not_configured',
    `No model provider is called "${provider}". Configured: ${known.join(', ')}. ${add}, and restart the service, or add it while the service runs (touchstone providers add); see docs/reference/settings.md#model-providers.`,
  );
}

export const hidesAdded = (name: string) =>
  `An added provider is called "${name}" too and is not used. Remove it (touchstone providers remove ${name}, DELETE /providers/${name}), or rename the one of the settings.`;

export function unusable(provider: string, problem: string): AppError {
  return new AppError('provider_not_configured', `The provider "${provider}" cannot be called. ${problem}`);
}

export function unknownModel(provider: string, modelId: string, accepted: string[] | null): AppError {
  const would = accepted === null ? 'any model id the server knows' : accepted.join(', ');
  return new AppError(
    'provider_not_configured',
    `Provider "${provider}" does not offer the model "${modelId}". Accepted: ${would}.`,
  );
}

export function noEmbeddings({ name, kind }: ProviderConfig): AppError {
  return new AppError(
    'provider_not_configured',
    `Provider "${name}" (${kind}) has no embeddings. Use a provider of another kind for them.`,
  );
}
