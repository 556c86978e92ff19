import { type Static, type TSchema, Type } from 'typebox';
import type { Actor } from '../../kernel/actor.ts';
import type { Access } from '../access/access.ts';
import type { OperationId } from '../access/operations.ts';
import type { Alongside } from '../db/db.ts';
import type { Revised } from '../db/revise.ts';
import type { AnyRequest, App } from './app-type.ts';
import { acceptedRevisions, setEtag } from './etag.ts';
import { answerCreated } from './idempotent-create.ts';
import { requireSameIds } from './patch.ts';
import { PageQuery, ResourceParams, WorkspaceParams } from './schemas.ts';

/** Texts of an operation in the OpenAPI document, in addition to its summary, `Create a scenario`. */
interface OperationDescription {
  description?: string;
}

interface Answering extends OperationDescription {
  answer: TSchema;
}

interface Changing extends Answering {
  body: TSchema;
  /** Body limit in bytes; default BODY_LIMIT_BYTES. */
  bodyLimit?: number;
}

/**
 * The operations on one resource of a workspace: `GET`, `PATCH` and `DELETE /workspaces/{workspace_id}/{many}/{id}`.
 */
export interface MemberApi {
  /** In the singular, as in `scenario_id`, `getScenario`, `Get a scenario` and `scenario.updated`. */
  one: string;
  /** In the plural, as in the address, the tag, the table and `listScenarios`. */
  many: string;
  get: Answering;
  update: Changing;
  delete?: OperationDescription;
}

/**
 * The routes of a member, and `POST` and `GET /workspaces/{workspace_id}/{many}`. Defined beside the schemas it names.
 */
export interface ResourceApi extends MemberApi {
  create: Changing;
  /** Default: `limit` and `cursor`. */
  list: Answering & { query?: TSchema };
}

type Answer<O extends Answering> = Static<O['answer']>;
type Query<O> = O extends { query: infer S extends TSchema } ? Static<S> : PageOptions;
type PageOptions = Static<typeof PageOptions>;
const PageOptions = Type.Object(PageQuery, { additionalProperties: false });

/** The operations of a resource as functions of the domain, which take the actor and plain input. */
export interface Member<A extends MemberApi> {
  get(actor: Actor, workspaceId: string, id: string): Promise<Revised<Answer<A['get']>>>;
  /** A patch without a change leaves the revision and `updated_at` as they are. */
  patch(
    actor: Actor,
    workspaceId: string,
    id: string,
    patch: Static<A['update']['body']>,
    expected: readonly number[] | null,
  ): Promise<Revised<Answer<A['update']>>>;
  remove(actor: Actor, workspaceId: string, id: string, expected: readonly number[] | null): Promise<void>;
}

export interface Resource<A extends ResourceApi> extends Member<A> {
  create(
    actor: Actor,
    workspaceId: string,
    input: Static<A['create']['body']>,
    alongside: Alongside<Answer<A['create']>>,
  ): Promise<Answer<A['create']>>;
  list(actor: Actor, workspaceId: string, query: Query<A['list']>): Promise<Answer<A['list']>>;
}

/**
 * The operation id, such as `createScenario` or `listScenarios`. The start fails if `access/operations.ts` has no
 * permission for it.
 */
export function resourceOperationId(
  { one, many }: Pick<MemberApi, 'one' | 'many'>,
  verb: 'create' | 'list' | 'get' | 'update' | 'delete',
): OperationId {
  const noun = verb === 'list' ? many : one;
  return `${verb}${noun.charAt(0).toUpperCase()}${noun.slice(1)}` as OperationId;
}

/** Registers the five operations, with pages, entity tags, `If-Match` and `Idempotency-Key`. */
export function resourceRoutes<A extends ResourceApi>(
  app: App,
  access: Access,
  api: A,
  resource: Resource<A>,
): void {
  const path = `/workspaces/:workspace_id/${api.many}`;
  const { body, answer: made, bodyLimit, ...created }: Changing = api.create;
  const { query = PageOptions, answer, description = 'Newest first.' } = api.list;
  const params = WorkspaceParams;
  app.post(
    path,
    {
      ...(bodyLimit !== undefined && { bodyLimit }),
      schema: { ...describeRoute(api, 'create', created), params, body, response: { 201: made } },
    },
    (request, reply) =>
      answerCreated(access, request, reply, (alongside) =>
        resource.create(
          request.actor,
          request.params.workspace_id,
          request.body as Static<A['create']['body']>,
          alongside,
        ),
      ),
  );
  app.get(
    path,
    {
      schema: {
        ...describeRoute(api, 'list', { description }),
        params,
        querystring: query,
        response: { 200: answer },
      },
    },
    (request) => resource.list(request.actor, request.params.workspace_id, request.query as never),
  );
  memberRoutes(app, api, resource);
}

/** Registers the three operations on one resource. */
export function memberRoutes<A extends MemberApi>(app: App, api: A, resource: Member<A>): void {
  const params = ResourceParams(`${api.one}_id`);
  const path = `/workspaces/:workspace_id/${api.many}/:${api.one}_id`;
  const idsOf = (request: AnyRequest) => {
    const { workspace_id, [`${api.one}_id`]: id } = request.params as Record<string, string>;
    return { workspace_id, id } as { workspace_id: string; id: string };
  };
  const { answer, ...read } = api.get;
  const { body, answer: changed, bodyLimit, ...updated } = api.update;
  app.get(
    path,
    { schema: { ...describeRoute(api, 'get', read), params, response: { 200: answer } } },
    async (request, reply) => {
      const { workspace_id, id } = idsOf(request);
      const { resource: found, revision } = await resource.get(request.actor, workspace_id, id);
      setEtag(reply, revision);
      return found;
    },
  );
  app.patch(
    path,
    {
      ...(bodyLimit !== undefined && { bodyLimit }),
      schema: { ...describeRoute(api, 'update', updated), params, body, response: { 200: changed } },
    },
    async (request, reply) => {
      const { workspace_id, id } = idsOf(request);
      requireSameIds(request.body as object, { id, workspace_id });
      const patch = request.body as Static<A['update']['body']>;
      const patched = await resource.patch(
        request.actor,
        workspace_id,
        id,
        patch,
        acceptedRevisions(request),
      );
      setEtag(reply, patched.revision);
      return patched.resource;
    },
  );
  app.delete(
    path,
    { schema: { ...describeRoute(api, 'delete', api.delete), params, response: { 204: Type.Null() } } },
    async (request, reply) => {
      const { workspace_id, id } = idsOf(request);
      await resource.remove(request.actor, workspace_id, id, acceptedRevisions(request));
      return reply.code(204).send(null);
    },
  );
}

/** Texts and schemas of an operation in addition to those five. */
interface FurtherOperation<A extends TSchema, I extends TSchema> extends OperationDescription {
  operationId?: string;
  summary: string;
  answer: A;
  /** The query of a `GET` or the body of a `POST`; absent if it has none. */
  input?: I;
}

/** Registers a further operation on one resource with status 200: `GET …/{many}/{id}/{name}`. */
export function memberOperation<A extends TSchema, I extends TSchema>(
  app: App,
  { one, many }: Pick<MemberApi, 'one' | 'many'>,
  [method, name]: readonly [method: 'GET' | 'POST', name: string],
  run: (actor: Actor, workspaceId: string, id: string, input: Static<I>) => Promise<Static<A>>,
  { answer, input, ...said }: FurtherOperation<A, I>,
): void {
  app.route({
    method,
    url: `/workspaces/:workspace_id/${many}/:${one}_id/${name}`,
    schema: {
      tags: [many],
      ...said,
      params: ResourceParams(`${one}_id`),
      ...(input && { [method === 'GET' ? 'querystring' : 'body']: input }),
      response: { 200: answer },
    },
    handler({ actor, params, query, body }) {
      const { workspace_id, [`${one}_id`]: id } = params as { workspace_id: string; [name: string]: string };
      return run(actor, workspace_id, id as string, (method === 'GET' ? query : body) as Static<I>) as never;
    },
  });
}

/**
 * Registers an action on one resource, which returns the changed resource with its entity tag: `POST
 * …/{many}/{id}/{name}`.
 */
export function memberAction<A extends Pick<MemberApi, 'one' | 'many' | 'get'>>(
  app: App,
  api: A,
  name: string,
  act: (actor: Actor, workspaceId: string, id: string) => Promise<Revised<Answer<A['get']>>>,
  said: OperationDescription & { summary: string },
): void {
  const { one, many, get } = api;
  const { answer }: Answering = get;
  app.post(
    `/workspaces/:workspace_id/${many}/:${one}_id/${name}`,
    { schema: { tags: [many], ...said, params: ResourceParams(`${one}_id`), response: { 200: answer } } },
    async ({ actor, params }, reply) => {
      const { workspace_id, [`${one}_id`]: id } = params as { workspace_id: string; [name: string]: string };
      const { resource, revision } = await act(actor, workspace_id, id as string);
      setEtag(reply, revision);
      return resource;
    },
  );
}

type Verb = Parameters<typeof resourceOperationId>[1];

const describeRoute = (api: MemberApi, verb: Verb, { description }: OperationDescription = {}) => ({
  operationId: resourceOperationId(api, verb),
  tags: [api.many],
  summary: summaryOf(api, verb),
  ...(description !== undefined && { description }),
});

function summaryOf({ one, many }: MemberApi, verb: Verb): string {
  const does = verb.charAt(0).toUpperCase() + verb.slice(1);
  if (verb === 'list') return `${does} ${many}`;
  return `${does} ${/^[aeiou]/.test(one) ? 'an' : 'a'} ${one}`;
}
