import { type Client, IDEMPOTENT_POSTS } from '@touchstone/client';

/** Every operation that makes something, and whether it takes a key. */
const CREATING_OPERATIONS: Readonly<Record<string, boolean>> = {
  ...Object.fromEntries(IDEMPOTENT_POSTS.map((path) => [path, true])),
  // Responses with secrets, which the service does not store.
  '/api-keys': false,
  '/workspaces/{workspace_id}/webhooks': false,
};

/** The second click of a double click comes up to half a second after the first, often after its answer. */
const DOUBLE_CLICK_MS = 1000;

const KEY = 'idempotency-key';

/** Something that was asked to be made, by what was sent. */
interface Making {
  key: string;
  answer?: Promise<Response>;
}

const makings = new Map<string, Making>();
const signatures = new WeakMap<Request, string>();

/**
 * Sends what makes something, at most once: the same request while the first is under way, or as soon after its answer
 * as the second click of a double click, gets that answer; and where no answer came, a repeat bears the same key, so
 * that the service makes it once. To be passed to `createClient`, and `addIdempotencyKeys` to what that answers.
 */
export async function fetchOnce(request: Request): Promise<Response> {
  const signature = signatures.get(request);
  const making = signature === undefined ? undefined : makings.get(signature);
  if (signature === undefined || making === undefined) return fetch(request);
  making.answer ??= send(request, signature, making);
  return (await making.answer).clone();
}

async function send(request: Request, signature: string, making: Making): Promise<Response> {
  try {
    const response = await fetch(request);
    if (response.ok) setTimeout(() => makings.delete(signature), DOUBLE_CLICK_MS);
    else if (isUncertain(response)) delete making.answer;
    else makings.delete(signature);
    return response;
  } catch (error) {
    delete making.answer;
    throw error;
  }
}

/** Whether it may have been made all the same. */
const isUncertain = ({ status }: Response) => status >= 500 || status === 409 || status === 429;

/** Gives every request that makes something its key. */
export function addIdempotencyKeys(client: Client): void {
  client.use({
    async onRequest({ request, schemaPath }) {
      if (request.method !== 'POST' || !Object.hasOwn(CREATING_OPERATIONS, schemaPath)) return;
      // Bytes of a file are not read twice; who sends them says what is the same.
      if (request.headers.has(KEY)) return;
      const signature = `${request.url}\n${await request.clone().text()}`;
      const making = makings.get(signature) ?? { key: newIdempotencyKey() };
      makings.set(signature, making);
      signatures.set(request, signature);
      if (CREATING_OPERATIONS[schemaPath]) request.headers.set(KEY, making.key);
    },
  });
}

/** `crypto.randomUUID` is there over TLS and on this machine only. */
export function newIdempotencyKey(): string {
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('-');
}
