import type { Schemas } from '@touchstone/client';

type ColumnMapping = Schemas['ColumnMapping'];
type Inspection = Schemas['TableInspection'];

/** What a column is read as; `unused`: it is not kept either. */
export type Role = keyof ColumnMapping | 'unused';

/** Every role in the order in which it is offered. */
export const ROLE_NAMES: Readonly<Record<Role, string>> = {
  input: 'Input',
  messages: 'Messages',
  system: 'System message',
  context: 'Context',
  expected: 'Expected',
  grader: 'Grader',
  cluster: 'Cluster',
  id: 'ID',
  tags: 'Tags',
  weight: 'Weight',
  metadata: 'Kept, not sent',
  unused: 'Not used',
};

export const ROLES = Object.keys(ROLE_NAMES) as Role[];

/** What each column is read as, by its name. */
export type Roles = Readonly<Record<string, Role>>;

/** What a mapping says of the columns of a table, or else the guess. */
export function rolesOf({ columns }: Pick<Inspection, 'columns'>, mapping?: ColumnMapping): Roles {
  return Object.fromEntries(
    columns.map(({ name, role }) => [
      name,
      mapping === undefined ? (role === 'empty' ? 'metadata' : role) : roleIn(mapping, name),
    ]),
  );
}

function roleIn(mapping: ColumnMapping, name: string): Role {
  const named = ROLES.find((role) => role !== 'unused' && [mapping[role] ?? []].flat().includes(name));
  return named ?? (mapping.metadata === undefined ? 'metadata' : 'unused');
}

/** Only of what is expected can there be several columns, and of what has no role. */
const IS_SHARED: readonly Role[] = ['expected', 'metadata', 'unused'];

/** Gives a column a role, and takes it from the one that had it. */
export function withRole(roles: Roles, column: string, role: Role): Roles {
  return Object.fromEntries(
    Object.entries(roles).map(([name, had]) => {
      if (name === column) return [name, role];
      return [name, had === role && !IS_SHARED.includes(role) ? 'metadata' : had];
    }),
  );
}

/** The mapping that says so; undefined where it says no more than a table with the names of a dataset says itself. */
export function toMapping(roles: Roles, guess: Roles): ColumnMapping | undefined {
  const columns = Object.keys(roles);
  const isByItself = roles.input === 'input' && roles.expected === 'expected';
  if (isByItself && columns.every((name) => roles[name] === guess[name])) return undefined;
  const named = ROLES.flatMap((role) => {
    const own = columns.filter((name) => roles[name] === role);
    if (role === 'unused' || role === 'metadata' || own.length === 0) return [];
    return [[role, own.length === 1 ? own[0] : own] as const];
  });
  const isAllKept = !Object.values(roles).includes('unused');
  return {
    ...Object.fromEntries(named),
    ...(!isAllKept && { metadata: columns.filter((name) => roles[name] === 'metadata') }),
  };
}

/** What a dataset lacks that is read so, as a sentence; null where it lacks nothing. */
export function missingRole(roles: Roles): string | null {
  const has = (role: Role) => Object.values(roles).includes(role);
  if (!has('input') && !has('messages'))
    return 'No column is the input. Choose the one that holds the questions.';
  if (has('input') && has('messages')) return 'Messages take the place of the input. Choose one of the two.';
  if (!has('expected') && !has('messages'))
    return 'No column holds what is expected. Graders then have nothing to compare responses with.';
  return null;
}
