import { AppError } from '../../kernel/errors.ts';
import { hashJson } from '../../kernel/json.ts';
import type { Access } from '../access/access.ts';
import type { Alongside } from '../db/db.ts';
import type { AnyReply, AnyRequest } from './app-type.ts';
import { setEtag } from './etag.ts';

interface CreatedOptions<T> {
  /** The path of the created resource, given that of the request; default: the same. */
  below?(path: string): string;
  /** Sends a response other than the resource as JSON. */
  send?(resource: T): Promise<unknown>;
}

const KEY = /^[\x21-\x7e]{1,255}$/;

/**
 * Responds to a creating POST: 201 with `Location` and `ETag`, and at most once for each `Idempotency-Key`. `create`
 * must pass `alongside` to the batch that inserts the resource.
 */
export function answerCreated<T extends { id: string }>(
  access: Pick<Access, 'idempotency'>,
  request: AnyRequest,
  reply: AnyReply,
  create: (alongside: Alongside<T>) => Promise<T>,
  { below = (path) => path, send }: CreatedOptions<T> = {},
): Promise<void> {
  const path = below((request.url.split('?', 1)[0] ?? '').replace(/\/$/, ''));
  const answer = { status: 201 as const, location: ({ id }: T) => `${path}/${id}`, ...(send && { send }) };
  return answerIdempotently(access, request, reply, answer, create);
}

/** The status that says that something was created, or will be once a person approves it. */
interface MadeAnswer<T> {
  status: 201 | 202;
  location(resource: T): string;
  send?: CreatedOptions<T>['send'];
}

/** `answerCreated` with another status or path. */
export async function answerIdempotently<T>(
  access: Pick<Access, 'idempotency'>,
  request: AnyRequest,
  reply: AnyReply,
  { status, location, send }: MadeAnswer<T>,
  create: (alongside: Alongside<T>) => Promise<T>,
): Promise<void> {
  const key = request.headers['idempotency-key'];
  reply.code(status);
  if (key === undefined) {
    const resource = await create(() => {});
    if (status === 201) setEtag(reply, 1);
    reply.header('location', location(resource));
    await (send ? send(resource) : reply.send(resource));
    return;
  }
  if (typeof key !== 'string' || !KEY.test(key)) {
    throw new AppError('invalid_header', 'Idempotency-Key must have 1 to 255 visible ASCII characters.', {
      errors: [{ pointer: '/idempotency-key', detail: 'not a key' }],
    });
  }
  const { workspace_id = '', ...others } = request.params as Record<string, string>;
  const scope = {
    workspace_id,
    actor_id: request.actor.id,
    route: `${request.method} ${request.routeOptions.url}`,
    key,
  };
  const hash = request.bodyHash ?? hashJson(request.body ?? null);
  // A key used for one operation is not replayed for another, such as `…/{evaluation_id}/rerun`.
  const bodyHash = Object.keys(others).length === 0 ? hash : hashJson([hash, others]);
  const outcome = await access.idempotency.once(scope, bodyHash, (keep) =>
    create((batch, resource) =>
      keep(batch, { status, location: location(resource), body: JSON.stringify(resource) }),
    ),
  );
  if (status === 201) setEtag(reply, 1);
  if (outcome.replayed) {
    const { location: at, body } = outcome.answer;
    reply.header('location', at).header('idempotency-replayed', 'true');
    if (send) {
      await send(JSON.parse(body) as T);
      return;
    }
    await reply.header('content-type', 'application/json; charset=utf-8').send(body);
    return;
  }
  reply.header('location', location(outcome.value));
  await (send ? send(outcome.value) : reply.send(outcome.value));
}
