import { readFile } from 'node:fs/promises';
import { parseJson } from '../../../kernel/json.ts';
import { isModelList, readPriceList, readProviderModels } from '../../../models/catalog/catalog.ts';
import { type Config, ConfigError } from '../../../platform/config.ts';

const READ_TIMEOUT_MS = 30_000;
const MAX_BYTES = 50_000_000;

/** The list to read: a file or an address with its owner, or the models of a configured provider. */
export interface WantedList {
  readonly from: string | undefined;
  readonly provider: string | undefined;
  readonly today: string;
}

/** Reads the list. Throws `ConfigError` if it cannot be read or its format is unknown. */
export async function readList({ from, provider, today }: WantedList, config: Config) {
  if (provider === undefined) return readPrices(from as string, today);
  const asked = from === undefined ? modelsOf(provider, config) : { from, headers: {} };
  const list = parse(asked.from, await read(asked.from, asked.headers));
  if (!isModelList(list))
    throw new ConfigError(
      `${asked.from} is not a list of models: it has no "data" with entries that have an id.`,
    );
  return readProviderModels(list, provider, { source: asked.from, as_of: today });
}

async function readPrices(from: string, today: string) {
  const list = parse(from, await read(from, {}));
  if (isModelList(list))
    throw new ConfigError(`${from} is a provider's list of models; name the provider with --provider NAME.`);
  const offered = readPriceList(list, { source: from, as_of: today });
  if (offered === null)
    throw new ConfigError(
      `${from} is neither a models.dev list (api.json), nor one of genai-prices (data.json), nor one of LiteLLM (model_prices_and_context_window.json).`,
    );
  return offered;
}

/** Provider kinds with OpenAI's model list; the lists of other kinds contain no end dates. */
const KINDS_WITH_MODEL_LISTS: readonly string[] = ['openai', 'openai-compatible', 'azure', 'mistral'];

function modelsOf(name: string, { providers }: Config) {
  const known = providers.filter(({ kind }) => KINDS_WITH_MODEL_LISTS.includes(kind));
  const found = known.find((provider) => provider.name === name);
  if (found === undefined) {
    const names = known.map((provider) => provider.name).join(', ') || 'none';
    throw new ConfigError(
      `--provider ${name} is not a configured provider that lists its models with end dates; available: ${names}. Or pass its list as a file or address.`,
    );
  }
  const { baseUrl, apiKey, headers } = found;
  return {
    from: `${baseUrl.replace(/\/$/, '')}/models`,
    headers: { ...(apiKey !== undefined && { authorization: `Bearer ${apiKey}` }), ...headers },
  };
}

/** @param headers may contain a provider's key; then redirects are not followed */
async function read(from: string, headers: Readonly<Record<string, string>>): Promise<string> {
  if (!/^https?:\/\//.test(from)) {
    return readFile(from, 'utf8').catch((error: Error) => {
      throw new ConfigError(`${from} cannot be read: ${error.message}.`);
    });
  }
  try {
    const redirect = Object.keys(headers).length > 0 ? 'error' : 'follow';
    const answer = await fetch(from, { headers, redirect, signal: AbortSignal.timeout(READ_TIMEOUT_MS) });
    if (!answer.ok) throw new Error(`the server answered ${answer.status}`);
    const text = await answer.text();
    if (text.length > MAX_BYTES) throw new Error(`it is larger than ${MAX_BYTES} bytes`);
    return text;
  } catch (error) {
    throw new ConfigError(
      `${from} cannot be read: ${(error as Error).message}. Download it and pass the file instead.`,
    );
  }
}

function parse(from: string, text: string): unknown {
  const value = parseJson(text);
  if (value === undefined) throw new ConfigError(`${from} is not JSON.`);
  return value;
}
