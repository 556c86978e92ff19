import { Type } from 'typebox';
import { AppError } from '../../kernel/errors.ts';
import type { App } from './app-type.ts';
import { OneOf } from './schemas.ts';

export interface HealthOptions {
  /** Writes to the storage; throws if a write fails now. */
  probe: () => Promise<void>;
  /** Problems that do not prevent service but that an operator should know. */
  warnings?: () => string[];
  /** The role of this process. */
  role: string;
  /** Whether it can search all workspaces now, or builds an index when a workspace is first searched. */
  indexes: () => Indexes;
}

const INDEXES = ['warm', 'warming', 'as_needed'] as const;
export type Indexes = (typeof INDEXES)[number];

/** The minimum interval between two probes of the storage. */
const PROBE_EVERY_MS = 1000;
const PROBE_WITHIN_MS = 5000;

/**
 * `/healthz`: the process is alive. `/readyz`: storage is writable (migrations ran before the server listens), and the
 * search indexes that this node needs are built.
 */
export function healthRoutes(app: App, { probe, warnings = () => [], role, indexes }: HealthOptions): void {
  const tags = ['health'];
  const response = { 200: Type.Object({ status: Type.String() }) };
  const ready = onceInAWhile(() => withinDeadline(probe()));

  app.get('/healthz', { schema: { tags, summary: 'Liveness probe', response } }, async () => ({
    status: 'alive',
  }));

  app.get(
    '/readyz',
    {
      schema: {
        tags,
        summary: 'Readiness probe',
        description: 'Succeeds if storage is migrated and writable and the search indexes are built.',
        response: {
          200: Type.Object({
            status: Type.String(),
            role: Type.String({ description: 'The role of this process: `all`, `api`, `worker` or `load`.' }),
            indexes: OneOf<Indexes>(
              INDEXES,
              '`warm`: all search indexes are loaded. `as_needed`: the first search of a workspace may wait for its index.',
            ),
            warnings: Type.Optional(
              Type.Array(Type.String(), {
                description:
                  'Problems that an operator should know of but that do not prevent service. Omitted if there are none.',
              }),
            ),
          }),
        },
      },
    },
    async () => {
      try {
        await ready();
      } catch (error) {
        throw new AppError('not_ready', describeStorageError(error), { retryAfter: 1, cause: error });
      }
      const state = indexes();
      if (state === 'warming') {
        throw new AppError('not_ready', 'The search indexes of this node are being built.', {
          retryAfter: 5,
        });
      }
      const said = warnings();
      return { status: 'ready', role, indexes: state, ...(said.length > 0 && { warnings: said }) };
    },
  );
}

/** The reason without details, because this route needs no key. */
function describeStorageError(error: unknown): string {
  if (error instanceof AppError && error.code === 'storage_full') {
    return 'The disk is full: writes are refused, reads still work. Free space.';
  }
  return 'The storage cannot be written at the moment.';
}

/** Calls `check` again only if its last result is older than the interval; callers in between share the result. */
function onceInAWhile(check: () => Promise<void>): () => Promise<void> {
  let last: Promise<void> | null = null;
  let askedAt = 0;
  return () => {
    const now = performance.now();
    if (last === null || now - askedAt >= PROBE_EVERY_MS) {
      askedAt = now;
      last = check();
    }
    return last;
  };
}

async function withinDeadline(probing: Promise<void>): Promise<void> {
  const late = Promise.withResolvers<void>();
  const timer = setTimeout(() => late.reject(new Error('the probe took too long')), PROBE_WITHIN_MS);
  try {
    await Promise.race([probing, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
