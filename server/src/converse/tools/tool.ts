import { type Static, type TObject, type TProperties, Type } from 'typebox';
import { type Actor, type Role, requireRole, requireWorkspace } from '../../kernel/actor.ts';
import { AppError } from '../../kernel/errors.ts';
import { isUuid } from '../../kernel/ids.ts';
import {
  OPERATIONS,
  type OperationId,
  type Permission,
  requirePermission,
} from '../../platform/access/operations.ts';
import { validatorOf } from '../../platform/http/validation.ts';
import { shortened } from './shortened.ts';

/**
 * What calling it does. `read`: nothing changes. `draft`: something is made that costs nothing and can be deleted.
 * `stop`: what runs ends, and what it measured is kept. `spend`: it asks a person for an approval, and spends nothing.
 */
export type Effect = 'read' | 'draft' | 'stop' | 'spend';

/** An operation on a workspace, for an agent or an MCP client. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  /** For who chooses among the tools: what it answers, and when to use another one. */
  readonly description: string;
  readonly effect: Effect;
  /** The operations of the API that it stands for, which say who may call it. */
  readonly operations: readonly [OperationId, ...OperationId[]];
  /** The least role that a key needs: that of its operations. */
  readonly role: Role;
  /** Whether it takes a workspace; a few are about the whole service. */
  readonly inWorkspace: boolean;
  /** Whether a second call with the same input changes nothing more. */
  readonly repeatable: boolean;
  /** Of the input without the workspace: a closed object. */
  readonly input: TObject;
  readonly output: TObject;
  /**
   * Calls the domain with who asked, for the answer in the message of that id where there is one: a tool may never do more than that key. `input` is JSON and is checked as strictly
   * as a body. Throws what the domain throws, `invalid_request` and `invalid_id`. The output is at most
   * `MOST_CHARACTERS` long as JSON; what was left out is said in its `warnings`.
   */
  run(actor: Actor, workspaceId: string, input: unknown, messageId?: string): Promise<object>;
}

interface ToolSpec<I extends TObject>
  extends Omit<Tool, 'input' | 'run' | 'inWorkspace' | 'repeatable' | 'role'> {
  input: I;
  inWorkspace?: false;
  repeatable?: boolean;
  run(actor: Actor, workspaceId: string, input: Static<I>, messageId?: string): Promise<object>;
}

/** Throws where its operations have no one role, or an agent spends by it without an approval: a defect, seen at the start. */
export function defineTool<I extends TObject>({ run, ...spec }: ToolSpec<I>): Tool {
  const { inWorkspace = true, repeatable = spec.effect !== 'draft' } = spec;
  const role = roleOf(spec);
  const validate = validatorOf(spec.input, 'input');
  return {
    ...spec,
    role,
    inWorkspace,
    repeatable,
    async run(actor, workspaceId, given, messageId) {
      if (inWorkspace) requireId('workspace_id', workspaceId);
      const workspace = workspaceId.toLowerCase();
      if (inWorkspace) requireWorkspace(actor, workspace, role);
      else requireRole(actor, role);
      // What spends asks for an approval, whoever calls it.
      if (spec.effect !== 'spend')
        for (const operation of spec.operations) requirePermission(actor, operation);
      validate(given);
      const input = withPlainIds(spec.input, given as Record<string, unknown>);
      return shortened(await run(actor, workspace, input as Static<I>, messageId));
    },
  };
}

function roleOf({ name, effect, operations }: Pick<Tool, 'name' | 'effect' | 'operations'>): Role {
  const permissions = operations.map((operation): Permission => OPERATIONS[operation]);
  const [role = 'open', ...others] = new Set(permissions.map((permission) => permission.role));
  if (role === 'open' || others.length > 0) throw new Error(`The operations of ${name} have no one role.`);
  if (permissions.some(({ agent }) => (agent === 'asks') !== (effect === 'spend')))
    throw new Error(`${name} asks for an approval where its operations do not, or the reverse.`);
  return role;
}

/** A closed object: a field that is not known is refused. */
export const Input = <P extends TProperties>(properties: P) =>
  Type.Object(properties, { additionalProperties: false });

/** Ids in the input are UUIDs in either case, as in an address; from here on they are lower case. */
function withPlainIds(schema: TObject, input: Record<string, unknown>): Record<string, unknown> {
  const ids = Object.entries(input).filter(
    ([name, value]) =>
      typeof value === 'string' &&
      (schema.properties[name] as { format?: string } | undefined)?.format === 'uuid',
  );
  for (const [name, value] of ids) requireId(name, value as string);
  return { ...input, ...Object.fromEntries(ids.map(([name, value]) => [name, String(value).toLowerCase()])) };
}

function requireId(name: string, value: string): void {
  if (isUuid(value)) return;
  throw new AppError('invalid_id', `${name} is not a UUID; use an id from a list or a search.`, {
    errors: [{ pointer: `/${name}`, detail: 'not a UUID' }],
  });
}
