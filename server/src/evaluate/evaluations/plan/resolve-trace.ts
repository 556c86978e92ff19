import { impossibleField } from '../../../kernel/errors.ts';
import type { Trace as PlannedTrace } from '../../../measure/traffic/traffic.ts';
import {
  isSessionTrace,
  readArrivalTrace,
  readSessionTrace,
  traceProblem,
} from '../../../measure/traffic/traffic.ts';
import type { Trace } from '../schemas/evaluation-schemas.ts';
import type { DatasetReader } from './dataset-reader.ts';
import { prefixErrorPointer } from './prefix-error-pointer.ts';

/**
 * The arrival times of a trace, given or read from a source. Throws 422 if both or neither are given, or the times
 * cannot be replayed.
 */
export async function resolveTrace(given: Trace | null, read: DatasetReader): Promise<PlannedTrace | null> {
  if (given === null) return null;
  const { times_ms, source, time_scale = 1 } = given;
  if ((times_ms === undefined) === (source === undefined)) {
    throw impossibleField('/trace', 'A trace has either times_ms or a source; set one of them.');
  }
  const at = source === undefined ? '/trace/times_ms' : '/trace/source';
  const trace = times_ms === undefined ? await traceIn(source ?? '', read) : { timesMs: times_ms };
  const problem = traceProblem(trace.timesMs);
  if (problem !== null) throw impossibleField(at, problem);
  return { ...trace, timeScale: time_scale };
}

async function traceIn(source: string, read: DatasetReader): Promise<Omit<PlannedTrace, 'timeScale'>> {
  try {
    const { text } = await read(source);
    return isSessionTrace(text) ? readSessionTrace(text) : readArrivalTrace(text);
  } catch (error) {
    if (error instanceof RangeError) throw impossibleField('/trace/source', error.message);
    throw prefixErrorPointer(error, '/trace/source');
  }
}
