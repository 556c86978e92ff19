import { setTimeout as sleep } from 'node:timers/promises';
import { allPages, answer, type Client, type Schemas } from '@touchstone/client';
import { plural } from '@touchstone/report/figures';
import { isUuid } from '../../kernel/ids.ts';
import {
  clientFor,
  findInWorkspaces,
  findService,
  listAllWorkspaces,
  NAMED_SERVICE_FLAGS,
  NAMED_SERVICE_HELP,
  reportFailure,
} from './service/named-service.ts';
import { command, refuseMoreWords, UsageError } from './terminal/arguments.ts';

const FLAGS = {
  ...NAMED_SERVICE_FLAGS,
  json: { type: 'boolean' },
} as const;

const HELP = `touchstone series list
touchstone series run ID

Runs a series now, waits for its result, and reports it by exit code: 0 no alarm (or the reference run), 1 an alarm,
2 wrong usage, 3 no result: it could not run, failed, or was stopped.

${NAMED_SERVICE_HELP}  --json                Prints JSON
  --help                This text
`;

type Series = Schemas['Series'];
type Look = Schemas['SeriesLook'];

/** Exit codes as for `touchstone eval run`. */
const EXIT_CODES = { quiet: 0, alarm: 1, error: 3 } as const;

/** The command `touchstone series`; resolves to the exit code. */
export const runSeriesCommand = command('series', FLAGS, HELP, async ({ values, positionals }) => {
  const [word, id = '', ...more] = positionals;
  if (word !== 'list' && word !== 'run')
    throw new UsageError('touchstone series needs list or run; see --help.');
  refuseMoreWords(`series ${word}`, word === 'list' ? positionals.slice(1) : more);
  if (word === 'run' && !isUuid(id))
    throw new UsageError('touchstone series run needs the id that list shows.');
  const client = clientFor(await findService(values), new AbortController().signal);
  try {
    return await (word === 'list'
      ? list(client, values.json === true)
      : run(client, id, values.json === true));
  } catch (error) {
    return reportFailure(error, EXIT_CODES.error);
  }
});

async function list(client: Client, json: boolean): Promise<number> {
  const found: Series[] = [];
  for await (const { id: workspace_id } of listAllWorkspaces(client)) {
    const page = (query: { cursor?: string }) =>
      answer(client.GET('/workspaces/{workspace_id}/series', { params: { path: { workspace_id }, query } }));
    for await (const series of allPages(page)) found.push(series);
  }
  const described = found.map(({ id, name, status, next_due_at, last_look }) => {
    const last =
      last_look === null
        ? 'no run yet'
        : `last run ${last_look.state}, ${plural(last_look.alarms.length, 'alarm')}`;
    return `${id}  ${name}\n  ${status}, next ${next_due_at ?? 'on demand'}, ${last}`;
  });
  const text = found.length === 0 ? 'There is no series.' : described.join('\n');
  process.stdout.write(`${json ? JSON.stringify(found, null, 2) : text}\n`);
  return EXIT_CODES.quiet;
}

async function run(client: Client, series_id: string, json: boolean): Promise<number> {
  const { workspace_id } = await findSeries(client, series_id);
  const params = { path: { workspace_id, series_id } };
  const begun = await answer(client.POST('/workspaces/{workspace_id}/series/{series_id}/runs', { params }));
  const look = await waitUntilLookTaken(begun, async () => {
    const { looks } = await answer(client.GET('/workspaces/{workspace_id}/series/{series_id}', { params }));
    return looks.find(({ id }) => id === begun.id);
  });
  process.stdout.write(`${json ? JSON.stringify(look, null, 2) : describe(look)}\n`);
  if (look.state !== 'complete') return EXIT_CODES.error;
  return look.alarms.length > 0 ? EXIT_CODES.alarm : EXIT_CODES.quiet;
}

const LOOK_EVERY_MS = 1000;

async function waitUntilLookTaken(begun: Look, read: () => Promise<Look | undefined>): Promise<Look> {
  for (let look = begun; ; ) {
    if (look.state !== 'running') return look;
    await sleep(LOOK_EVERY_MS);
    const found = await read();
    if (found === undefined) throw new UsageError('The series was deleted while it ran.');
    look = found;
  }
}

const findSeries = (client: Client, series_id: string): Promise<Series> =>
  findInWorkspaces(client, `series ${series_id}`, (workspace_id) =>
    answer(
      client.GET('/workspaces/{workspace_id}/series/{series_id}', {
        params: { path: { workspace_id, series_id } },
      }),
    ),
  );

function describe({ number, state, reason, alarms, changes, findings }: Look): string {
  if (state !== 'complete') return `No result: ${reason ?? state}`;
  if (number === 0) return 'This is the reference run; later runs are compared with it.';
  const what = `Look ${number}, ${plural(findings.length, 'measure')}`;
  if (alarms.length === 0) return [`${what}: no alarm.`, ...changes].join('\n');
  return [`${what}: ${plural(alarms.length, 'alarm')}.`, ...alarms.map(({ sentence }) => sentence)].join(
    '\n',
  );
}
