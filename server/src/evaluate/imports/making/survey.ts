import type { ImportResult } from '../import-schemas.ts';
import type { ImportSettings } from '../import-settings.ts';
import { reasonNotAnItem } from './items.ts';
import { allocateItems, stratumOf } from './strata.ts';
import { createTally } from './tally.ts';
import type { WalkedCall } from './walk.ts';

/** The result of one pass over all calls: figures for the result, and what the sample is drawn by. */
export interface Survey {
  figures: Pick<
    ImportResult,
    'calls' | 'failed_calls' | 'repeated' | 'sessions' | 'prefixes' | 'arrivals' | 'tokens'
  >;
  /** Calls that may be items, by stratum. */
  strata: Map<string, { of: Record<string, string>; calls: number }>;
  noItems: Record<string, number>;
  /** Sessions with a time, from which the traffic is chosen. */
  sessions: SessionTimes;
}

/** The starts of sessions and their numbers of calls, in little memory. */
export interface SessionTimes {
  count: number;
  beganUs: Float64Array;
  calls: Uint32Array;
}

const FIRST_ROOM = 1024;

export async function survey(walk: AsyncIterable<WalkedCall>, { by }: ImportSettings): Promise<Survey> {
  const tallies = { input: createTally(), output: createTally(), cached: createTally() };
  const strata: Survey['strata'] = new Map();
  const noItems: Record<string, number> = {};
  const named = { count: 0, calls: 0, longest: 0 };
  const prefixes = { calls: 0, messages: 0, tokens: 0 };
  const seen = { calls: 0, failed: 0, repeated: 0, timed: 0, firstUs: Infinity, lastUs: -Infinity };
  const sessions = createSessionTimes();
  for await (const { call, turn, callsOfSession, beganUs, prefixMessages, prefixTokens } of walk) {
    seen.calls++;
    seen.failed += call.failed;
    seen.repeated += call.repeated;
    tallies.input.add(call.input_tokens);
    tallies.output.add(call.output_tokens);
    tallies.cached.add(call.cached_tokens);
    if (call.has_session === 1) {
      named.calls++;
      if (turn === 1) named.count++;
      named.longest = Math.max(named.longest, turn);
    }
    if (prefixMessages > 0) {
      prefixes.calls++;
      prefixes.messages += prefixMessages;
      prefixes.tokens += prefixTokens;
    }
    if (call.at_us >= 0) {
      seen.timed++;
      seen.firstUs = Math.min(seen.firstUs, call.at_us);
      seen.lastUs = Math.max(seen.lastUs, call.at_us);
    }
    if (turn === 1 && beganUs >= 0) sessions.add(beganUs, callsOfSession);
    const reason = reasonNotAnItem(call);
    if (reason !== null) noItems[reason] = (noItems[reason] ?? 0) + 1;
    else {
      const of = stratumOf(call, callsOfSession, by);
      const key = JSON.stringify(of);
      const stratum = strata.get(key) ?? { of, calls: 0 };
      stratum.calls++;
      strata.set(key, stratum);
    }
  }
  const spanS = (seen.lastUs - seen.firstUs) / 1e6;
  return {
    figures: {
      calls: seen.calls,
      failed_calls: seen.failed,
      repeated: seen.repeated,
      sessions: named,
      prefixes,
      arrivals:
        seen.timed === 0
          ? null
          : {
              first_at: new Date(seen.firstUs / 1000).toISOString(),
              last_at: new Date(seen.lastUs / 1000).toISOString(),
              calls: seen.timed,
              untimed: seen.calls - seen.timed,
              mean_rps: spanS > 0 ? (seen.timed - 1) / spanS : null,
            },
      tokens: {
        input: tallies.input.tokens(),
        output: tallies.output.tokens(),
        cached: tallies.cached.tokens(),
      },
    },
    strata,
    noItems,
    sessions: sessions.times(),
  };
}

/** The number of items to draw from each stratum. */
export function itemsWanted({ strata }: Survey, size: number): Map<string, number> {
  const keys = [...strata.keys()].sort();
  const given = allocateItems(
    keys.map((key) => strata.get(key)?.calls ?? 0),
    size,
  );
  return new Map(keys.map((key, i) => [key, given[i] ?? 0]));
}

function createSessionTimes() {
  let times: SessionTimes = {
    count: 0,
    beganUs: new Float64Array(FIRST_ROOM),
    calls: new Uint32Array(FIRST_ROOM),
  };
  return {
    add(beganUs: number, calls: number): void {
      if (times.count === times.beganUs.length) {
        const room = times.count * 2;
        const [wider, more] = [new Float64Array(room), new Uint32Array(room)];
        wider.set(times.beganUs);
        more.set(times.calls);
        times = { count: times.count, beganUs: wider, calls: more };
      }
      times.beganUs[times.count] = beganUs;
      times.calls[times.count] = calls;
      times.count++;
    },
    times: () => times,
  };
}

/**
 * The period whose sessions form the traffic: all of it if its calls fit, else the shortest period with `most` calls,
 * because load is tested at its peak. Periods are measured by session starts, so that sessions stay whole.
 */
export function busiestStretch(
  { count, beganUs, calls }: SessionTimes,
  most: number,
): { fromUs: number; toUs: number } {
  const order = Uint32Array.from({ length: count }, (_, i) => i).sort(
    (a, b) => (beganUs[a] ?? 0) - (beganUs[b] ?? 0),
  );
  let best = { fromUs: 0, toUs: -1, rate: -1 };
  let inside = 0;
  let from = 0;
  for (let to = 0; to < count; to++) {
    inside += calls[order[to] ?? 0] ?? 0;
    while (inside > most && from < to) inside -= calls[order[from++] ?? 0] ?? 0;
    if (inside > most) continue;
    const [fromUs, toUs] = [beganUs[order[from] ?? 0] ?? 0, beganUs[order[to] ?? 0] ?? 0];
    // If the period contains everything, its rate does not matter.
    const isAll = from === 0 && to === count - 1;
    const rate = isAll ? Infinity : inside >= most / 2 ? inside / Math.max(1, toUs - fromUs) : inside / 1e18;
    if (rate > best.rate) best = { fromUs, toUs, rate };
  }
  return { fromUs: best.fromUs, toUs: best.toUs };
}
