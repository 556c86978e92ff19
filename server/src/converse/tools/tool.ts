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
import { createValidator } from '../../platform/http/validation.ts';
import { shortenOutput } from './shortened.ts';

/**
 * The effect of a tool. `read`: changes nothing. `draft`: creates something that is free and can be deleted. `stop`:
 * ends a run and keeps its measurements. `spend`: requests an approval from a person and spends nothing.
 */
export type Effect = 'read' | 'draft' | 'stop' | 'spend';

/** An operation on a workspace, for an agent or an MCP client. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  /** Tells a model what the tool returns, and when to use another. */
  readonly description: string;
  readonly effect: Effect;
  /** Operations of the API that the tool performs, which decide who may call it. */
  readonly operations: readonly [OperationId, ...OperationId[]];
  /** The role that a key needs: that of the operations. */
  readonly role: Role;
  /** Whether it needs a workspace; a few tools concern the whole service. */
  readonly inWorkspace: boolean;
  /** Whether a second call with the same input has no further effect. */
  readonly repeatable: boolean;
  /** Schema of the input without the workspace; unknown fields are refused. */
  readonly input: TObject;
  readonly output: TObject;
  /**
   * Calls the domain as the actor, for the answer in message `messageId` if given: a tool can never do more than the
   * key. `input` is JSON and is validated as strictly as a request body. Throws what the domain throws,
   * `invalid_request` and `invalid_id`. The output is at most `MAX_OUTPUT_CHARACTERS` long as JSON; its `warnings`
   * state what was omitted.
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

/**
 * Throws at the start if the operations need different roles, or an agent could spend money with it without an
 * approval.
 */
export function defineTool<I extends TObject>({ run, ...spec }: ToolSpec<I>): Tool {
  const { inWorkspace = true, repeatable = spec.effect !== 'draft' } = spec;
  const role = roleOf(spec);
  const validate = createValidator(spec.input, 'input');
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
      // Tools that spend request an approval, whoever calls them.
      if (spec.effect !== 'spend')
        for (const operation of spec.operations) requirePermission(actor, operation);
      validate(given);
      const input = withPlainIds(spec.input, given as Record<string, unknown>);
      return shortenOutput(await run(actor, workspace, input as Static<I>, messageId));
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

/** An object schema that refuses unknown fields. */
export const Input = <P extends TProperties>(properties: P) =>
  Type.Object(properties, { additionalProperties: false });

/** Converts UUIDs in the input to lower case; as in addresses, either case is accepted. */
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
