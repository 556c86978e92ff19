import { allPages, answer, type Client, type Schemas } from '@touchstone/client';
import { formatExact, plural, usd } from '@touchstone/report/figures';
import { isUuid } from '../../kernel/ids.ts';
import {
  clientFor,
  findInWorkspaces,
  findService,
  listAllWorkspaces,
  reportFailure,
} from './service/named-service.ts';
import {
  command,
  describeSettings,
  refuseMoreWords,
  SETTING_FLAGS,
  UsageError,
} from './terminal/arguments.ts';

const FLAGS = {
  ...SETTING_FLAGS,
  url: { type: 'string' },
  key: { type: 'string' },
  'key-file': { type: 'string' },
  json: { type: 'boolean' },
} as const;

const HELP = `touchstone approvals list
touchstone approvals approve ID
touchstone approvals decline ID

Lists, approves and declines requests of agents. Uses the server that runs on the data directory as its owner, or the one
at --url with your key. An agent's key cannot decide.

  --url ADDRESS               The address of a running service
  --key KEY                   An API key with the role editor; --key-file FILE reads it from a file
  --json                      Prints JSON
${describeSettings(['DATA_DIR'])}
  --help                      This text
`;

type Approval = Schemas['Approval'];

/** Resolves to the text to print. */
type Action = (client: Client, json: boolean) => Promise<string>;

/** Validates the arguments. Throws `UsageError`. */
const ACTIONS: Readonly<Record<string, (words: readonly string[]) => Action>> = {
  list(words) {
    refuseMoreWords('approvals list', words);
    return async (client, json) => {
      const pending: Approval[] = [];
      for await (const { id } of listAllWorkspaces(client)) pending.push(...(await pendingIn(client, id)));
      if (json) return JSON.stringify(pending, null, 2);
      return pending.length === 0 ? 'No requests wait for approval.' : pending.map(describe).join('\n\n');
    };
  },
  approve: (words) => decideIt('approve', words),
  decline: (words) => decideIt('decline', words),
};

/** The command `touchstone approvals`; resolves to the exit code. */
export const runApprovals = command('approvals', FLAGS, HELP, async ({ values, positionals }) => {
  const [word = '', ...words] = positionals;
  const prepare = Object.hasOwn(ACTIONS, word) ? ACTIONS[word] : undefined;
  if (!prepare) {
    throw new UsageError(`touchstone approvals needs one of ${Object.keys(ACTIONS).join(', ')}; see --help.`);
  }
  const action = prepare(words);
  const client = clientFor(await findService(values), new AbortController().signal);
  try {
    process.stdout.write(`${await action(client, values.json === true)}\n`);
    return 0;
  } catch (error) {
    return reportFailure(error, 1);
  }
});

function decideIt(decision: 'approve' | 'decline', [id = '', ...more]: readonly string[]): Action {
  refuseMoreWords(`approvals ${decision}`, more);
  if (!isUuid(id)) throw new UsageError(`touchstone approvals ${decision} needs the id that list shows.`);
  return async (client, json) => {
    const { workspace_id } = await findApproval(client, id);
    const params = { path: { workspace_id, approval_id: id } };
    const decided = await answer(
      client.POST('/workspaces/{workspace_id}/approvals/{approval_id}', { params, body: { decision } }),
    );
    if (json) return JSON.stringify(decided, null, 2);
    const { status, result } = decided;
    return `${id} is ${status}${result === null ? '' : `: evaluation ${result.evaluation_id}`}.`;
  };
}

async function pendingIn(client: Client, workspace_id: string): Promise<Approval[]> {
  const pending: Approval[] = [];
  const page = (query: { cursor?: string }) =>
    answer(
      client.GET('/workspaces/{workspace_id}/approvals', {
        params: { path: { workspace_id }, query: { ...query, status: 'pending' } },
      }),
    );
  for await (const approval of allPages(page)) pending.push(approval);
  return pending;
}

const findApproval = (client: Client, approval_id: string): Promise<Approval> =>
  findInWorkspaces(client, `approval ${approval_id}`, (workspace_id) =>
    answer(
      client.GET('/workspaces/{workspace_id}/approvals/{approval_id}', {
        params: { path: { workspace_id, approval_id } },
      }),
    ),
  );

function describe(approval: Approval): string {
  const { id, action, evaluation_name, estimate, cap_usd, asked_by, asked_by_name, expires_at } = approval;
  const targets = estimate.targets.map(({ target_label }) => target_label).join(', ');
  return [
    id,
    `  ${action} “${evaluation_name}” of ${targets}`,
    `  expected cost ${usd(estimate.cost_usd)}, ${cap_usd === null ? 'no limit' : `at most ${formatExact(usd, cap_usd)}`}, ${plural(estimate.units, 'call')}`,
    `  requested by ${asked_by_name ?? asked_by}, expires ${expires_at}`,
  ].join('\n');
}
