import { answer, type Client, type Schemas } from '@touchstone/client';
import { usd } from '@touchstone/report/figures';
import { utcDay } from '../../kernel/clock.ts';
import {
  chooseWorkspace,
  clientFor,
  findService,
  NAMED_SERVICE_FLAGS,
  NAMED_SERVICE_HELP,
  reportFailure,
} from './service/named-service.ts';
import { command, refuseMoreWords, UsageError } from './terminal/arguments.ts';
import { plainText } from './terminal/plain-text.ts';

const RATES = {
  input: 'input_usd_per_million',
  output: 'output_usd_per_million',
  'cached-input': 'cached_input_usd_per_million',
  'cache-write': 'cache_write_usd_per_million',
} as const;

const FLAGS = {
  ...NAMED_SERVICE_FLAGS,
  workspace: { type: 'string' },
  'all-workspaces': { type: 'boolean' },
  ...(Object.fromEntries(Object.keys(RATES).map((name) => [name, { type: 'string' }])) as Record<
    keyof typeof RATES,
    { type: 'string' }
  >),
  from: { type: 'string' },
  until: { type: 'string' },
  source: { type: 'string' },
  'as-of': { type: 'string' },
  history: { type: 'boolean' },
  json: { type: 'boolean' },
} as const;

const HELP = `touchstone prices list [--workspace NAME | --all-workspaces] [--history]
touchstone prices set PROVIDER MODEL --input USD --source TEXT [--output USD] [--as-of DATE] [OPTIONS]
touchstone prices withdraw ID [--workspace NAME | --all-workspaces]

Sets prices of models while the service runs, in USD per million tokens. A workspace's price counts before that of all
workspaces, then that of the provider, then the catalogue's. Evaluations that are created later are estimated, limited
and charged with it. Earlier prices stay in the history. Context tiers, service
tiers and the price of a request are kept from the price before; set them with the API.

  --workspace NAME          The workspace, by name or id; default: the only one
  --all-workspaces          Prices of all workspaces, which need an admin's key
  --input USD               Input tokens
  --output USD              Output tokens
  --cached-input USD        Input tokens read from the provider's cache
  --cache-write USD         Input tokens written to the cache
  --from DAY, --until DAY   The first UTC day, and the first day on which it no longer applies; default: always
  --source TEXT             Where the price is from, such as an address or a contract
  --as-of DATE              The date of the source; default: today
  --history                 Also lists prices that were withdrawn or replaced
${NAMED_SERVICE_HELP}
  --json                    Prints JSON
  --help                    This text
`;

type Price = Schemas['CataloguePrice'];
type NewPrice = Schemas['NewCataloguePrice'];
type Values = Readonly<Record<string, string | boolean | undefined>>;

interface Call {
  client: Client;
  /** Null: all workspaces. */
  workspaceId: string | null;
  words: readonly string[];
  values: Values;
}

/** Resolves to what is printed: as JSON, and for people. */
type Action = (call: Call) => Promise<{ json: unknown; text: string }>;

const ACTIONS: Readonly<Record<string, { words: readonly string[]; run: Action }>> = {
  list: { words: [], run: list },
  set: { words: ['provider', 'model'], run: set },
  withdraw: { words: ['price id'], run: withdraw },
};

/** The command `touchstone prices`; resolves to the exit code. */
export const runPrices = command('prices', FLAGS, HELP, async ({ values, positionals }) => {
  const [word = '', ...words] = positionals;
  const action = Object.hasOwn(ACTIONS, word) ? ACTIONS[word] : undefined;
  if (!action) throw new UsageError(`touchstone prices needs one of ${Object.keys(ACTIONS).join(', ')}.`);
  if (words.length < action.words.length)
    throw new UsageError(`touchstone prices ${word} needs: ${action.words.join(', ')}.`);
  refuseMoreWords(`prices ${word}`, words.slice(action.words.length));
  const { workspace, 'all-workspaces': isForAll = false } = values;
  if (workspace !== undefined && isForAll)
    throw new UsageError('Give either --workspace or --all-workspaces.');
  const client = clientFor(await findService(values), new AbortController().signal);
  try {
    const workspaceId = isForAll ? null : await chooseWorkspace(client, workspace);
    const { json, text } = await action.run({ client, workspaceId, words, values });
    process.stdout.write(
      values.json === true ? `${JSON.stringify(json, null, 2)}\n` : `${plainText(text)}\n`,
    );
    return 0;
  } catch (error) {
    return reportFailure(error, 1);
  }
});

/** The operations on the prices of a workspace, or of all workspaces. */
function pricesOf({ client, workspaceId }: Pick<Call, 'client' | 'workspaceId'>) {
  if (workspaceId === null)
    return {
      list: (query: { history: boolean }) => client.GET('/catalog/prices', { params: { query } }),
      set: (body: NewPrice) => client.POST('/catalog/prices', { body }),
      withdraw: (price_id: string) =>
        client.DELETE('/catalog/prices/{price_id}', { params: { path: { price_id } } }),
    };
  const path = { workspace_id: workspaceId };
  return {
    list: (query: { history: boolean }) =>
      client.GET('/workspaces/{workspace_id}/prices', { params: { path, query } }),
    set: (body: NewPrice) => client.POST('/workspaces/{workspace_id}/prices', { params: { path }, body }),
    withdraw: (price_id: string) =>
      client.DELETE('/workspaces/{workspace_id}/prices/{price_id}', {
        params: { path: { ...path, price_id } },
      }),
  };
}

async function list(call: Call) {
  const { data } = await answer(pricesOf(call).list({ history: call.values.history === true }));
  return { json: data, text: data.map(describe).join('\n') || 'No price was set.' };
}

async function set(call: Call) {
  const { words, values } = call;
  const [provider = '', model_id = ''] = words;
  const { source } = values;
  if (source === undefined) throw new UsageError('touchstone prices set needs --source.');
  const { kept, notes } = await keptFields(call, provider, model_id);
  const body = {
    ...kept,
    provider,
    model_id,
    ...ratesOf(values),
    ...(values.from !== undefined && { from: String(values.from) }),
    ...(values.until !== undefined && { until: String(values.until) }),
    source: String(source),
    as_of: String(values['as-of'] ?? utcDay(Date.now())),
  };
  const made = await answer(pricesOf(call).set(body));
  return {
    json: made,
    text: [describe(made), ...notes, 'set; evaluations that are created from now on use it.'].join('\n'),
  };
}

/** Fields of a price that no flag sets. */
const KEPT = {
  cache_write_1h_usd_per_million: 'cache writes for an hour',
  request_usd: 'the price of a request',
  context_tiers: 'the rates of long inputs',
  service_tiers: 'the rates of service tiers',
} as const;

/** What the model's last price in the same scope has of them, and a line that says so. */
async function keptFields(call: Call, provider: string, model_id: string) {
  const { data } = await answer(pricesOf(call).list({ history: false }));
  const scope = call.workspaceId === null ? 'service' : 'workspace';
  const last = data.findLast(
    (one) => one.provider === provider && one.model_id === model_id && one.scope === scope,
  );
  const names = (Object.keys(KEPT) as (keyof typeof KEPT)[]).filter((name) => last?.[name] !== undefined);
  return {
    kept: Object.fromEntries(names.map((name) => [name, last?.[name]])) as Pick<Price, keyof typeof KEPT>,
    notes:
      names.length === 0
        ? []
        : [`Kept from the price before: ${names.map((name) => KEPT[name]).join(', ')}.`],
  };
}

/** The prices in the flags. Throws `UsageError` for a value that is not a number, and without an input price. */
function ratesOf(values: Values) {
  const rates = Object.entries(RATES).flatMap(([flag, field]) => {
    const text = values[flag];
    if (text === undefined) return [];
    const value = Number(text);
    if (text === '' || !Number.isFinite(value) || value < 0)
      throw new UsageError(`--${flag} must be a number of USD, not "${text}".`);
    return [[field, value] as const];
  });
  const { input_usd_per_million, ...others } = Object.fromEntries(rates);
  if (input_usd_per_million === undefined) throw new UsageError('touchstone prices set needs --input.');
  return { input_usd_per_million, ...others };
}

async function withdraw(call: Call) {
  const [price_id = ''] = call.words;
  await answer(pricesOf(call).withdraw(price_id));
  return { json: { withdrawn: price_id }, text: `${price_id} is withdrawn; it stays in the history.` };
}

const SCOPES = { workspace: 'this workspace', service: 'all workspaces' } as const;

function describe(price: Price): string {
  const { id, scope, provider, model_id, from, until, source, as_of, set_by, set_at, ended_at } = price;
  const output = price.output_usd_per_million;
  const rates = `${usd(price.input_usd_per_million, '')} input${output === undefined ? '' : `, ${usd(output, '')} output`} per million tokens`;
  const days = [from && `from ${from}`, until && `until ${until}`].filter(Boolean).join(' ');
  const ended = ended_at === null ? '' : `; ended ${ended_at.slice(0, 10)}`;
  return `${provider}/${model_id}  ${rates}${days === '' ? '' : ` ${days}`}, for ${SCOPES[scope]}
  ${source}, ${as_of}; set ${set_at.slice(0, 10)} by ${set_by}${ended}; ${id}`;
}
