import { readFileSync } from 'node:fs';
import { answer, type Client, type Schemas } from '@touchstone/client';
import { usd } from '@touchstone/report/figures';
import { readEnvironment } from '../../platform/config.ts';
import {
  clientFor,
  findService,
  NAMED_SERVICE_FLAGS,
  NAMED_SERVICE_HELP,
  reportFailure,
} from './service/named-service.ts';
import { command, refuseMoreWords, UsageError } from './terminal/arguments.ts';
import { plainText } from './terminal/plain-text.ts';

const FLAGS = {
  ...NAMED_SERVICE_FLAGS,
  kind: { type: 'string' },
  'base-url': { type: 'string' },
  'api-key-env': { type: 'string' },
  'api-key-stdin': { type: 'boolean' },
  'without-api-key': { type: 'boolean' },
  account: { type: 'string', multiple: true },
  'account-env': { type: 'string', multiple: true },
  'account-file': { type: 'string', multiple: true },
  model: { type: 'string' },
  json: { type: 'boolean' },
} as const;

const HELP = `touchstone providers list
touchstone providers add NAME [--kind KIND] [--base-url ADDRESS] [--api-key-env VARIABLE | --api-key-stdin]
                         [--account FIELD=VALUE] [--account-env FIELD=VARIABLE] [--account-file FIELD=FILE]
touchstone providers update NAME [the options of add but --kind] [--without-api-key]
touchstone providers check NAME [--model MODEL]
touchstone providers remove NAME
touchstone providers rewrap

Adds, changes and removes model providers while the service runs, for all its workspaces. Keys are stored encrypted,
which needs ENCRYPTION_KEYS in the environment of the service, and are never shown. A new address needs the key again. check asks for the models of a provider and, with
--model, sends up to 4 short requests; it exits with 1 if the provider or model does not respond. rewrap encrypts all
stored keys by the first of ENCRYPTION_KEYS.

  --kind KIND               openai-compatible, openai, openai-responses, anthropic, google, mistral, cohere, bedrock,
                            vertex or azure; default: that of the preset NAME, such as groq or openrouter
  --base-url ADDRESS        The address without /chat/completions; default: that of the kind or preset
  --api-key-env VARIABLE    The environment variable that holds the key
  --api-key-stdin           Reads the key from standard input
  --without-api-key         Deletes the stored key
  --account FIELD=VALUE     A field of the account, such as region of bedrock; may be repeated. What fields a kind has is in
                            docs/reference/settings.md#accounts-of-clouds
  --account-env FIELD=NAME  The environment variable that holds a field, for those that are secret
  --account-file FIELD=FILE The file that holds a field
  --model MODEL             A model to send short requests to
${NAMED_SERVICE_HELP}
  --json                    Prints JSON
  --help                    This text
`;

type Provider = Schemas['Provider'];
type Check = Schemas['ProviderCheck'];

interface Call {
  client: Client;
  name: string;
  values: Readonly<Record<string, string | boolean | string[] | undefined>>;
}

/** Resolves to what is printed: as JSON, and for people. */
type Action = (call: Call) => Promise<{ json: unknown; text: string; exitCode?: number }>;

const ACTIONS: Readonly<Record<string, { named: boolean; run: Action }>> = {
  list: { named: false, run: list },
  add: { named: true, run: add },
  update: { named: true, run: update },
  check: { named: true, run: check },
  remove: { named: true, run: remove },
  rewrap: { named: false, run: rewrap },
};

/** The command `touchstone providers`; resolves to the exit code. */
export const runProviders = command('providers', FLAGS, HELP, async ({ values, positionals }) => {
  const [word = '', ...words] = positionals;
  const action = Object.hasOwn(ACTIONS, word) ? ACTIONS[word] : undefined;
  if (!action) throw new UsageError(`touchstone providers needs one of ${Object.keys(ACTIONS).join(', ')}.`);
  const [name = '', ...more] = action.named ? words : ['', ...words];
  if (action.named && name === '')
    throw new UsageError(`touchstone providers ${word} needs the name of a provider.`);
  refuseMoreWords(`providers ${word}`, more);
  const client = clientFor(await findService(values), new AbortController().signal);
  try {
    const { json, text, exitCode = 0 } = await action.run({ client, name, values });
    process.stdout.write(
      values.json === true ? `${JSON.stringify(json, null, 2)}\n` : `${plainText(text)}\n`,
    );
    return exitCode;
  } catch (error) {
    return reportFailure(error, 1);
  }
});

async function list({ client }: Call) {
  const { data } = await answer(client.GET('/providers'));
  return { json: data, text: data.map(describe).join('\n') };
}

async function add({ client, name, values }: Call) {
  const body = {
    name,
    ...(values.kind !== undefined && { kind: values.kind as NonNullable<Schemas['NewProvider']['kind']> }),
    ...(await readConnection(values)),
  };
  const made = await answer(client.POST('/providers', { body }));
  return { json: made, text: `${describe(made)}\nadded; stacks can use it now.` };
}

async function update({ client, name, values }: Call) {
  if (values.kind !== undefined)
    throw new UsageError('The kind of a provider cannot change; add another one.');
  const given = await readConnection(values);
  if (values['without-api-key'] === true && given.api_key !== undefined)
    throw new UsageError('Give either a key or --without-api-key.');
  const body = { ...given, ...(values['without-api-key'] === true && { api_key: null }) };
  if (Object.keys(body).length === 0)
    throw new UsageError('touchstone providers update needs what to change; see --help.');
  const params = { path: { provider_name: name } };
  const changed = await answer(client.PATCH('/providers/{provider_name}', { params, body }));
  return { json: changed, text: `${describe(changed)}\nchanged; new calls use it.` };
}

/** The address, key and account fields that are given. */
async function readConnection(values: Call['values']) {
  const api_key = await readKey(values);
  const account = readAccount(values);
  return {
    ...(values['base-url'] !== undefined && { base_url: String(values['base-url']) }),
    ...(api_key !== undefined && { api_key }),
    ...(Object.keys(account).length > 0 && { account }),
  };
}

async function check({ client, name, values }: Call) {
  const body = values.model === undefined ? {} : { model_id: String(values.model) };
  const found = await answer(
    client.POST('/providers/{provider_name}/check', { params: { path: { provider_name: name } }, body }),
  );
  const works = (found.model?.responds ?? found.models.listed).works === 'yes';
  return { json: found, text: describeCheck(found), exitCode: works ? 0 : 1 };
}

async function remove({ client, name }: Call) {
  await answer(client.DELETE('/providers/{provider_name}', { params: { path: { provider_name: name } } }));
  return { json: { removed: name }, text: `${name} is removed; new calls to it are refused.` };
}

async function rewrap({ client }: Call) {
  const done = await answer(client.POST('/providers/rewrap'));
  const { rewrapped, unchanged, unreadable } = done;
  const lost = unreadable.length === 0 ? '' : ` Not readable: ${unreadable.join(', ')}.`;
  return {
    json: done,
    text: `Encrypted anew: ${rewrapped}. Already by the first key: ${unchanged}.${lost}`,
    exitCode: unreadable.length === 0 ? 0 : 1,
  };
}

/** The fields of the account, from flags, environment variables and files. */
function readAccount(values: Call['values']): Record<string, string> {
  const read = (flag: string, resolve: (given: string) => string) =>
    [values[flag] ?? []].flat().map((given): [string, string] => {
      const [, field, value] = /^(\w+)=(.+)$/s.exec(String(given)) ?? [];
      if (field === undefined || value === undefined)
        throw new UsageError(`--${flag} needs FIELD=VALUE; "${given}" is not.`);
      return [field, resolve(value)];
    });
  return Object.fromEntries([
    ...read('account', (value) => value),
    ...read('account-env', (name) => {
      const value = readEnvironment(name);
      if (!value) throw new UsageError(`--account-env names ${name}, which is not set.`);
      return value.trim();
    }),
    ...read('account-file', (path) => {
      try {
        return readFileSync(path, 'utf8');
      } catch (error) {
        throw new UsageError(`--account-file: ${(error as Error).message}.`);
      }
    }),
  ]);
}

async function readKey(values: Call['values']): Promise<string | undefined> {
  const variable = values['api-key-env'];
  if (variable !== undefined && values['api-key-stdin'] === true)
    throw new UsageError('Give either --api-key-env or --api-key-stdin.');
  if (variable !== undefined) {
    const key = readEnvironment(String(variable));
    if (!key) throw new UsageError(`--api-key-env names ${variable}, which is not set.`);
    return key.trim();
  }
  if (values['api-key-stdin'] !== true) return undefined;
  const parts: Buffer[] = [];
  for await (const part of process.stdin) parts.push(part as Buffer);
  const key = Buffer.concat(parts).toString('utf8').trim();
  if (key === '') throw new UsageError('--api-key-stdin: standard input was empty.');
  return key;
}

const SOURCES = { built_in: 'built in', configuration: 'from the settings', added: 'added' } as const;

function describe({ name, kind, base_url, source, problem }: Provider): string {
  const at = base_url === null ? kind : `${kind} at ${base_url}`;
  return `${name}  ${at} (${SOURCES[source]})${problem === null ? '' : `\n  ${problem}`}`;
}

function describeCheck({ provider, models, model }: Check): string {
  const count = models.count === null ? '' : `${models.has_more ? 'at least ' : ''}${models.count} models`;
  const lines = [`${provider} lists its models: ${said(models.listed, count)}`];
  if (model === null) return lines.join('\n');
  const { price } = model;
  const latency = model.latency_ms === null ? '' : `after ${Math.round(model.latency_ms)} ms`;
  lines.push(
    `${model.model_id}${model.returned_model === null ? '' : ` (responds as ${model.returned_model})`}`,
    `  responds: ${said(model.responds, latency)}`,
    `  streams: ${said(model.streams, firstToken(model.first_token_ms))}`,
    `  seed: ${said(model.seed)}`,
    `  JSON schema: ${said(model.json_schema)}`,
    `  tools: ${said(model.tools)}`,
    price === null
      ? '  price: not known'
      : `  price: ${usd(price.input_usd_per_million, '')} input, ${usd(price.output_usd_per_million, '')} output per million tokens (${model.price_source})`,
    `  cost of this check: ${usd(model.cost_usd, 'not known')}`,
  );
  return lines.join('\n');
}

const firstToken = (ms: number | null) => (ms === null ? '' : `first token after ${Math.round(ms)} ms`);

const said = ({ works, detail }: Check['models']['listed'], more = '') =>
  [works, more, detail ?? ''].filter((part) => part !== '').join(', ');
