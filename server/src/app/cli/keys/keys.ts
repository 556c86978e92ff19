import { ROLES, type Role } from '../../../kernel/actor.ts';
import { isUuid } from '../../../kernel/ids.ts';
import { MAX_LIMIT } from '../../../kernel/page.ts';
import type { KeyInput, KeyView } from '../../../platform/access/access.ts';
import { loadConfig } from '../../../platform/config.ts';
import {
  command,
  describeSettings,
  refuseMoreWords,
  SETTING_FLAGS,
  settingsFromFlags,
  UsageError,
} from '../terminal/arguments.ts';
import { type ManagedKeys, openKeys } from './open-keys.ts';

const FLAGS = {
  ...SETTING_FLAGS,
  name: { type: 'string' },
  role: { type: 'string' },
  workspace: { type: 'string', multiple: true },
  agent: { type: 'boolean' },
  json: { type: 'boolean' },
} as const;

const HELP = `touchstone keys create --name NAME --role ${ROLES.join('|')} [--workspace ID]… [--agent]
touchstone keys list
touchstone keys revoke ID

Uses the server that runs on the data directory; if none runs, it opens the database itself.

  --name NAME                 The purpose of the key
  --role ROLE                 viewer reads; editor also writes; admin also manages keys and workspaces
  --workspace ID              Limits the key to this workspace; may be repeated
  --agent                     A key for an agent, with role viewer or editor. Its requests that cost money or load
                              need a person's approval (touchstone approvals)
  --json                      Prints JSON
${describeSettings(['DATA_DIR', 'DATABASE_URL'])}
  --help                      This text
`;

interface Call {
  name?: string;
  role?: string;
  workspace?: string[];
  agent?: boolean;
  json?: boolean;
  words: string[];
}

/** Resolves to the text to print. */
type Action = (keys: ManagedKeys) => Promise<string>;

/** Validates the call before anything is opened. Throws `UsageError`. */
const ACTIONS: Readonly<Record<string, (call: Call) => Action>> = { create, list, revoke };

export const runKeys = command('keys', FLAGS, HELP, async ({ values, positionals }) => {
  const [word = '', ...words] = positionals;
  const prepare = Object.hasOwn(ACTIONS, word) ? ACTIONS[word] : undefined;
  if (!prepare) throw new UsageError(`touchstone keys needs one of ${Object.keys(ACTIONS).join(', ')}.`);
  const action = prepare({ ...(values as Omit<Call, 'words'>), words });
  // Here --role is the role of the key, and not that of a process.
  const { role: _, ...settings } = values;
  const config = loadConfig({ flags: settingsFromFlags(settings) });
  const managed = await openKeys(config, { mayCreate: word === 'create' });
  try {
    process.stdout.write(`${await action(managed)}\n`);
  } finally {
    await managed.close();
  }
  return 0;
});

function create({ name, role, workspace, agent, json, words }: Call): Action {
  refuseMoreWords('keys create', words);
  if (!name?.trim() || name.length > 200)
    throw new UsageError('--name must describe the purpose of the key, in 1 to 200 characters.');
  if (!ROLES.includes(role as Role)) throw new UsageError(`--role must be one of ${ROLES.join(', ')}.`);
  for (const id of workspace ?? []) requireUuid('--workspace', id);
  if (agent && role === 'admin') throw new UsageError('--agent needs the role viewer or editor, not admin.');
  const input: KeyInput = {
    name,
    role: role as Role,
    ...(workspace && { workspaces: workspace }),
    ...(agent && { agent }),
  };
  return async (managed) => {
    const made = await managed.create(input);
    if (json) return JSON.stringify(made, null, 2);
    const warnings = (made.warnings ?? []).map((warning) => `\n\n${warning}`).join('');
    return (
      `${describe(made)}\ncreated in ${managed.where}. The key is shown only once:\n\n  ${made.key}\n\n` +
      `Send it as "Authorization: Bearer ts_…", or enter it in the console.${warnings}`
    );
  };
}

function list({ json, words }: Call): Action {
  refuseMoreWords('keys list', words);
  return async (managed) => {
    const all: KeyView[] = [];
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page = await managed.list({ limit: MAX_LIMIT, ...(cursor && { cursor }) });
      all.push(...page.data);
      cursor = page.next_cursor;
    }
    if (json) return JSON.stringify(all, null, 2);
    return all.length === 0 ? `There are no keys in ${managed.where}.` : all.map(describe).join('\n');
  };
}

function revoke({ json, words: [id = '', ...more] }: Call): Action {
  refuseMoreWords('keys revoke', more);
  requireUuid('touchstone keys revoke', id);
  return async (managed) => {
    await managed.revoke(id.toLowerCase());
    return json ? JSON.stringify({ revoked: id.toLowerCase() }) : `${id} is revoked in ${managed.where}.`;
  };
}

function requireUuid(what: string, id: string): void {
  if (!isUuid(id))
    throw new UsageError(`${what} needs an id, which is a UUID${id ? `; "${id}" is not one` : ''}.`);
}

function describe({ id, name, role, workspaces, agent, created_at }: KeyView): string {
  const reach = workspaces === null ? 'all workspaces' : `only ${workspaces.join(', ')}`;
  return `${id}  ${role.padEnd(6)}  ${created_at}  ${name} (${agent ? 'an agent’s, ' : ''}${reach})`;
}
