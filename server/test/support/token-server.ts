import assert from 'node:assert/strict';
import { createVerify, generateKeyPairSync, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });

export const ENTRA_APPLICATION = {
  tenant_id: '11111111-2222-3333-4444-555555555555',
  client_id: '66666666-7777-8888-9999-000000000000',
  client_secret: 'Q~entra-secret-example',
};

/** The JSON of a key of a service account, whose tokens this server gives out. */
export const serviceAccount = (url: string, changed: object = {}) =>
  JSON.stringify({
    type: 'service_account',
    project_id: 'our-project',
    private_key_id: 'key-1',
    private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
    client_email: 'touchstone@our-project.iam.gserviceaccount.com',
    token_uri: `${url}/token`,
    ...changed,
  });

type Reply = (response: ServerResponse, body: Record<string, unknown>) => void;

/** A server of tokens of Google and Entra ID beside the models that take them; it verifies what it is sent. */
export async function startTokenServer() {
  let valid = new Set<string>();
  let [issued, seconds] = [0, 3600];
  let failing: { status: number; body: object } | undefined;
  let reply: Reply = (response) => json(response, 200, {});
  let granting = () => {};
  const seen: { path: string; body: Record<string, unknown>; headers: IncomingMessage['headers'] }[] = [];

  const grant = (response: ServerResponse) => {
    granting();
    const token = `token-${++issued}-${randomUUID()}`;
    valid.add(token);
    json(response, 200, { access_token: token, expires_in: seconds, token_type: 'Bearer' });
  };

  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const text = Buffer.concat(chunks).toString();
    const { pathname: path } = new URL(request.url ?? '', url());
    if (path === '/token' || path.endsWith('/oauth2/v2.0/token')) {
      if (failing !== undefined) return json(response, failing.status, failing.body);
      const form = Object.fromEntries(new URLSearchParams(text));
      const problem = path === '/token' ? googleProblem(form, `${url()}/token`) : entraProblem(form, path);
      return problem === null ? grant(response) : json(response, problem.status, problem.body);
    }
    const token = request.headers.authorization?.replace(/^Bearer /, '') ?? '';
    const body = JSON.parse(text || '{}');
    seen.push({ path: request.url ?? '', body, headers: request.headers });
    if (valid.has(token)) return reply(response, body);
    json(response, 401, {
      error: { code: 401, message: 'The access token expired.', status: 'UNAUTHENTICATED' },
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    url: url(),
    issued: () => issued,
    /** What models answer from now on to whoever has a valid token. */
    reply(next: Reply) {
      reply = next;
      seen.length = 0;
    },
    /** Tokens are refused from now on, and live so long when new. */
    expire(lifeSeconds = 3600) {
      valid = new Set();
      seconds = lifeSeconds;
    },
    /** Called before a token is issued. */
    onGrant(next: () => void) {
      granting = next;
    },
    fail(next: typeof failing) {
      failing = next;
    },
    last() {
      const last = seen.at(-1);
      assert.ok(last, 'nothing was asked');
      return last;
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export function json(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}

export function events(response: ServerResponse, all: readonly object[], done = false): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  for (const one of all) response.write(`data: ${JSON.stringify(one)}\n\n`);
  response.end(done ? 'data: [DONE]\n\n' : '');
}

type Problem = { status: number; body: object } | null;

/** As Google documents the assertion of a service account. */
function googleProblem({ grant_type, assertion = '' }: Record<string, string>, audience: string): Problem {
  const refused = (error_description: string) => ({
    status: 400,
    body: { error: 'invalid_grant', error_description },
  });
  if (grant_type === 'refresh_token') return null;
  if (grant_type !== 'urn:ietf:params:oauth:grant-type:jwt-bearer') return refused('Unknown grant type');
  const [head = '', claims = '', signature = ''] = assertion.split('.');
  const isSigned = createVerify('RSA-SHA256')
    .update(`${head}.${claims}`)
    .verify(publicKey, Buffer.from(signature, 'base64url'));
  if (!isSigned) return refused('Invalid JWT Signature.');
  const said = JSON.parse(Buffer.from(claims, 'base64url').toString());
  const now = Date.now() / 1000;
  const { alg, typ, kid } = JSON.parse(Buffer.from(head, 'base64url').toString());
  assert.deepEqual([alg, typ, kid], ['RS256', 'JWT', 'key-1']);
  assert.equal(said.aud, audience);
  assert.equal(said.scope, 'https://www.googleapis.com/auth/cloud-platform');
  assert.match(said.iss, /gserviceaccount\.com$/);
  assert.ok(said.iat <= now + 5 && said.exp > now && said.exp - said.iat <= 3600);
  return null;
}

function entraProblem(form: Record<string, string>, path: string): Problem {
  const { tenant_id, client_id, client_secret } = ENTRA_APPLICATION;
  assert.deepEqual(
    [path, form.grant_type, form.scope],
    [`/${tenant_id}/oauth2/v2.0/token`, 'client_credentials', 'https://cognitiveservices.azure.com/.default'],
  );
  if (form.client_id === client_id && form.client_secret === client_secret) return null;
  const error_description = `AADSTS7000215: Invalid client secret provided for app '${form.client_id}'.`;
  return { status: 401, body: { error: 'invalid_client', error_description, error_codes: [7000215] } };
}
