import type { Evaluations } from '../../evaluate/evaluations/evaluations.ts';
import type { Look, Series } from '../../evaluate/series/series.ts';
import { systemActor } from '../../kernel/actor.ts';
import { toTimestamp } from '../../kernel/clock.ts';
import { AppError } from '../../kernel/errors.ts';
import type { MessageJob } from './webhook-queue.ts';

export interface MessageSources {
  series: Pick<Series, 'look'>;
  evaluations: Pick<Evaluations, 'get'>;
}

type Data = Record<string, unknown>;

/** Version of the messages. Adding a field keeps it; changing the meaning of one increments it. */
const MESSAGE_VERSION = 1;

/** The exact body that is sent. */
export function messageBody(
  workspaceId: string,
  { id, type, at, data }: { id: string; type: string; at: number; data: Data },
): string {
  return JSON.stringify({
    id,
    type,
    timestamp: toTimestamp(at),
    version: MESSAGE_VERSION,
    workspace_id: workspaceId,
    data,
  });
}

/**
 * The data of a message: ids, names and figures, without prompts and responses. Null: there is nothing to report, or
 * no longer.
 */
export async function messageData(
  { series, evaluations }: MessageSources,
  job: MessageJob,
): Promise<Data | null> {
  const { workspaceId, type, event } = job;
  try {
    if (type === 'approval.created') return { approval_id: event.id };
    if (type === 'series.looked' || type === 'series.alarm') {
      const found = await series.look(systemActor, workspaceId, event.id, String(event.data.look_id));
      const about = { series_id: event.id, series_name: found.name };
      return type === 'series.looked' ? { ...about, ...lookOf(found.look) } : alarmOf(about, found.look);
    }
    const { resource } = await evaluations.get(systemActor, workspaceId, event.id);
    const { name, created_at, results } = resource;
    const status = type.slice('evaluation.'.length);
    const cost_usd = results?.cost?.usd ?? null;
    return { evaluation_id: event.id, name, status, cost_usd, created_at };
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') return null;
    throw error;
  }
}

function lookOf({ id, number, state, reason, evaluation_id, cost_usd, alarms, changes }: Look): Data {
  return { look_id: id, number, state, reason, evaluation_id, cost_usd, alarms, changes };
}

/** An alarm that persists is reported once; one that returns is reported again. */
function alarmOf(about: Data, { id, number, evaluation_id, alarms }: Look): Data | null {
  if (!alarms.some(({ is_new }) => is_new)) return null;
  return { ...about, look_id: id, number, evaluation_id, alarms };
}
