import { Type } from 'typebox';
import { ROLES } from '../../kernel/actor.ts';
import { type Access, OPEN_ACTOR_ID } from '../access/access.ts';
import { credentialsOf, SESSION_COOKIE } from './access-hooks.ts';
import type { AnyReply, App } from './app-type.ts';
import { Id, Name, Nullable, OneOf, PageOf, PageQuery, Timestamp, Warnings } from './schemas.ts';

export interface AccessRoutesOptions {
  access: Access;
  /** The path of the session cookie. */
  basePath: string;
  /** Whether browsers use https, so that the cookie is only sent encrypted. */
  isHttps: boolean;
}

const RoleName = OneOf<(typeof ROLES)[number]>(
  ROLES,
  '`viewer` reads; `editor` also writes; `admin` also manages keys and workspaces.',
);
const Workspaces = Type.Array(Id, {
  minItems: 1,
  maxItems: 1000,
  description: 'The workspaces that the key is limited to.',
});

const IsAgent = Type.Boolean({
  description:
    'Whether the key belongs to an agent (role viewer or editor). Its requests that cost money or load need a person’s approval.',
});

const key = {
  id: Id,
  name: Name,
  role: RoleName,
  workspaces: Nullable(Workspaces),
  agent: IsAgent,
  created_at: Timestamp,
};
const ApiKey = Type.Object(key, { title: 'ApiKey' });
const CreatedApiKey = Type.Object(
  {
    ...key,
    key: Type.String({ description: 'The secret of the key. Returned only in this response.' }),
    warnings: Warnings,
  },
  { title: 'CreatedApiKey' },
);
const NewApiKey = Type.Object(
  {
    name: Name,
    role: RoleName,
    workspaces: Type.Optional(Nullable(Workspaces)),
    agent: Type.Optional(IsAgent),
  },
  { additionalProperties: false },
);
const KeyParams = Type.Object({ key_id: Id });

/** Anyone may send this body: a key has at most 500 characters, all ASCII. */
const SESSION_BYTES = 4_000;

const NewSession = Type.Object(
  {
    key: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 500,
        description: 'An API key. Only the console of a service without keys may omit it.',
      }),
    ),
  },
  { additionalProperties: false },
);
const Session = Type.Object(
  {
    open: Type.Boolean({ description: 'Whether the service has no keys, so that this machine needs none.' }),
    role: RoleName,
    agent: IsAgent,
    workspaces: Nullable(
      Type.Array(Id, { description: 'The workspaces that the key is limited to; null for all.' }),
    ),
  },
  { title: 'Session' },
);

/** Routes for API keys and for browser sessions that represent a key. */
export function accessRoutes(app: App, options: AccessRoutesOptions): void {
  keyRoutes(app, options);
  sessionRoutes(app, options);
}

function keyRoutes(app: App, { access, basePath }: AccessRoutesOptions): void {
  const tags = ['access'];

  app.post(
    '/api-keys',
    {
      schema: { tags, summary: 'Create an API key', body: NewApiKey, response: { 201: CreatedApiKey } },
    },
    async (request, reply) => {
      const { workspaces, ...input } = request.body;
      const created = await access.keys.create(request.actor, {
        ...input,
        ...(workspaces && { workspaces }),
      });
      reply.header('location', `${basePath}/api-keys/${created.id}`).header('cache-control', 'no-store');
      return reply.code(201).send(created);
    },
  );

  app.get(
    '/api-keys',
    {
      schema: {
        tags,
        summary: 'List API keys',
        description: 'Newest first, without their secrets.',
        querystring: Type.Object(PageQuery, { additionalProperties: false }),
        response: { 200: PageOf(ApiKey) },
      },
    },
    (request) => access.keys.list(request.actor, request.query),
  );

  app.get(
    '/api-keys/:key_id',
    {
      schema: {
        tags,
        summary: 'Get an API key',
        params: KeyParams,
        response: { 200: ApiKey },
      },
    },
    (request) => access.keys.get(request.actor, request.params.key_id),
  );

  app.delete(
    '/api-keys/:key_id',
    {
      schema: { tags, summary: 'Revoke an API key', params: KeyParams, response: { 204: Type.Null() } },
    },
    async (request, reply) => {
      await access.keys.revoke(request.actor, request.params.key_id);
      return reply.code(204).send(null);
    },
  );
}

function sessionRoutes(app: App, { access, basePath, isHttps }: AccessRoutesOptions): void {
  const tags = ['access'];
  const cookie = { path: basePath || '/', httpOnly: true, sameSite: 'strict', secure: isHttps } as const;

  app.post(
    '/session',
    {
      bodyLimit: SESSION_BYTES,
      schema: {
        tags,
        summary: 'Create a browser session',
        description: 'Exchanges an API key for a session cookie.',
        body: NewSession,
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      const { key } = request.body;
      if (key === undefined) {
        reply.setCookie(SESSION_COOKIE, await access.openSession(credentialsOf(request)), cookie);
        return noContent(reply);
      }
      access.checkOrigin(credentialsOf(request));
      const address = access.clientAddress(request.ip, request.headers['x-forwarded-for']?.toString());
      const { secret, expiresAt } = await access.sessions.open(key, address);
      reply.setCookie(SESSION_COOKIE, secret, { ...cookie, expires: new Date(expiresAt) });
      return noContent(reply);
    },
  );

  app.get(
    '/session',
    {
      schema: {
        tags,
        summary: 'Get the current identity',
        description: 'The role and scope of the key or session of this request.',
        response: { 200: Session },
      },
    },
    async ({ actor }, reply) => {
      reply.header('cache-control', 'no-store');
      const workspaces = actor.workspaces === null ? null : [...actor.workspaces];
      return { open: actor.id === OPEN_ACTOR_ID, role: actor.role, agent: actor.isAgent, workspaces };
    },
  );

  app.delete(
    '/session',
    {
      schema: { tags, summary: 'End the current session', response: { 204: Type.Null() } },
    },
    async (request, reply) => {
      access.checkOrigin(credentialsOf(request));
      const secret = request.cookies[SESSION_COOKIE];
      if (secret !== undefined) await access.sessions.close(secret);
      reply.clearCookie(SESSION_COOKIE, cookie);
      return noContent(reply);
    },
  );
}

function noContent(reply: AnyReply) {
  return reply.header('cache-control', 'no-store').code(204).send(null);
}
