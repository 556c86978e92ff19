import { createHash } from 'node:crypto';
import type { Database } from '../../../platform/db/db.ts';
import type { ImportResult, MadeSource } from '../import-schemas.ts';
import type { ImportSettings } from '../import-settings.ts';
import { callsAt, type ImportRow, type MeasuredCall } from '../import-store.ts';
import type { ReadState } from '../reading/read-block.ts';
import { reasonNotAnItem, toItem } from './items.ts';
import { NOTHING_LOST, type SessionTraceLosses, sessionLines } from './session-lines.ts';
import { createSmallest } from './smallest.ts';
import { stratumOf } from './strata.ts';
import { busiestStretch, itemsWanted, type Survey, survey } from './survey.ts';
import { walkCalls } from './walk.ts';

/** The sources that an import creates. */
export const SOURCE_CONTENTS = ['items', 'traffic', 'sessions'] as const;
export type SourceContents = (typeof SOURCE_CONTENTS)[number];

export const titleOfImportedSource = (importName: string, holds: SourceContents) =>
  `${importName} (${holds})`;

export interface MakingOptions {
  db: Database;
  /** Creates a source with this text, once for each `holds` of an import; returns its id. */
  addSource(holds: SourceContents, title: string, text: AsyncIterable<Uint8Array>): Promise<string>;
  /** Called often; an exception ends the work. */
  heartbeat(): void;
}

/** Maximum number of requests in a trace. */
const MOST_TRAFFIC = 50_000;
const MOST_STRATA_SHOWN = 100;
/** Far below the 64 MB of a dataset, because its chunks must also fit CHUNKS_PER_SOURCE. */
const MOST_TEXT = 32 * 1024 * 1024;
const CALLS_AT_ONCE = 200;
const LINES_AT_ONCE = 500;

/** A call drawn for the dataset. */
interface Drawn {
  ordinal: number;
  session: string | null;
  stratum: string;
}

/** Creates a dataset and a traffic trace from the calls of an import, and returns the figures of the result. */
export async function createImportedSources(options: MakingOptions, row: ImportRow): Promise<ImportResult> {
  const settings = JSON.parse(row.settings_json) as ImportSettings;
  const state = JSON.parse(row.state_json) as ReadState;
  const walk = () => walkCalls(options.db, row.workspace_id, row.id, options.heartbeat);
  const surveyed = await survey(walk(), settings);
  const wanted = itemsWanted(surveyed, settings.size);
  const { drawn, traffic } = await draw(walk, surveyed, wanted, settings);
  const names = createNames();
  const made = {
    traffic: traffic.length < 2 ? null : await addTraffic(options, row, traffic, names),
    session: await addSessions(options, row, surveyed, traffic),
    ...(await addItems(options, row, drawn, settings, names)),
  };
  for (const [reason, count] of Object.entries(made.noItems))
    surveyed.noItems[reason] = (surveyed.noItems[reason] ?? 0) + count;
  return {
    ...surveyed.figures,
    no_items: surveyed.noItems,
    items: made.items,
    traffic: made.traffic,
    session_trace: made.session.source,
    strata: [...surveyed.strata]
      .sort(([, a], [, b]) => b.calls - a.calls)
      .slice(0, MOST_STRATA_SHOWN)
      .map(([key, { of, calls }]) => ({ of, calls, items: made.taken.get(key) ?? 0 })),
    graders: (state.context.eval?.graders ?? []).map(({ name, type, became, description }) => ({
      name,
      type,
      became,
      ...(description !== undefined && { description }),
    })),
    warnings: warningsOf(surveyed, made, traffic.length),
  };
}

function warningsOf(
  { figures }: Survey,
  {
    items,
    traffic,
    session,
  }: { items: MadeSource | null; traffic: MadeSource | null; session: MadeSessions },
  taken: number,
): string[] {
  const warnings: string[] = [];
  if (items === null) warnings.push('No call became a dataset item; see no_items for the reasons.');
  if (figures.arrivals === null) warnings.push('No call in the file has a time, so no traffic was created.');
  if (traffic !== null && taken < (figures.arrivals?.calls ?? 0))
    warnings.push(
      `The traffic has the busiest ${taken} of ${figures.arrivals?.calls} calls, in whole sessions.`,
    );
  if (figures.arrivals !== null && traffic === null)
    warnings.push('Only one call in the file has a time, and a trace needs two, so no traffic was created.');
  const { lost } = session;
  if (lost.unknown > 0)
    warnings.push(`${lost.unknown} sessions have calls without token counts and are not in the trace.`);
  if (lost.cut > 0)
    warnings.push(
      `${lost.cut} sessions have more than 200 calls; the trace ends each at 200, so ${lost.beyond} calls are not in it.`,
    );
  if (lost.pauses > 0)
    warnings.push(
      `${lost.pauses} pauses within sessions are longer than an hour; the trace shortens them to an hour.`,
    );
  if (lost.tokens > 0)
    warnings.push(
      `${lost.tokens} turns of sessions have more than 1,000,000 tokens; the trace limits them to that.`,
    );
  if (figures.sessions.count > 0 && traffic !== null && session.source === null)
    warnings.push(
      `A trace of sessions needs two sessions with known token counts, but the traffic has ${session.known}, so none was created.`,
    );
  if (figures.sessions.count === 0) warnings.push('The file names no sessions, so calls are independent.');
  return warnings;
}

/**
 * Reads all calls once: draws those with the smallest hashes of each stratum, and collects those of the busiest
 * sessions.
 */
async function draw(
  walk: () => ReturnType<typeof walkCalls>,
  surveyed: Survey,
  wanted: ReadonlyMap<string, number>,
  { by, seed }: ImportSettings,
): Promise<{ drawn: Drawn[]; traffic: TrafficCall[] }> {
  const smallest = new Map([...wanted].map(([key, most]) => [key, createSmallest<Drawn>(most)]));
  const { fromUs, toUs } = busiestStretch(surveyed.sessions, MOST_TRAFFIC);
  const traffic: TrafficCall[] = [];
  for await (const { call, callsOfSession, beganUs, turn, prefixMessages, prefixTokens } of walk()) {
    const session = call.has_session === 1 ? call.session : null;
    if (reasonNotAnItem(call) === null) {
      const stratum = JSON.stringify(stratumOf(call, callsOfSession, by));
      smallest.get(stratum)?.add(keyOf(call, seed), { ordinal: call.ordinal, session, stratum });
    }
    if (beganUs >= fromUs && beganUs <= toUs && beganUs >= 0 && traffic.length < MOST_TRAFFIC)
      traffic.push({ ...trafficOf(call), session, turn, prefixMessages, prefixTokens });
  }
  const drawn = [...smallest.values()].flatMap((one) => one.values());
  drawn.sort((a, b) => a.ordinal - b.ordinal);
  traffic.sort((a, b) => a.atUs - b.atUs || a.ordinal - b.ordinal);
  return { drawn, traffic };
}

/** A random number for each request and seed, independent of how the file was split into parts. */
function keyOf({ hash, ordinal }: MeasuredCall, seed: number): bigint {
  return createHash('sha256').update(`${seed}\n${hash}\n${ordinal}`).digest().readBigUInt64BE();
}

interface TrafficCall {
  ordinal: number;
  atUs: number;
  session: string | null;
  turn: number;
  model: string | null;
  inputTokens: number | null;
  outputTokens: number | null;
  cachedTokens: number | null;
  durationUs: number | null;
  prefixMessages: number;
  prefixTokens: number;
}

const trafficOf = (call: MeasuredCall) => ({
  ordinal: call.ordinal,
  atUs: call.at_us,
  model: call.model,
  inputTokens: call.input_tokens,
  outputTokens: call.output_tokens,
  cachedTokens: call.cached_tokens,
  durationUs: call.duration_us,
});

/** Names sessions by order of appearance: the same for the same file, and without their original names. */
function createNames(): (session: string) => string {
  const names = new Map<string, string>();
  return (session) => {
    const name = names.get(session) ?? `session-${names.size + 1}`;
    names.set(session, name);
    return name;
  };
}

type Names = ReturnType<typeof createNames>;

function addTraffic(
  options: MakingOptions,
  row: ImportRow,
  calls: readonly TrafficCall[],
  names: Names,
): Promise<MadeSource> {
  const beginUs = calls[0]?.atUs ?? 0;
  return addLines(options, row, 'traffic', calls, (call) => toLine(call, beginUs, names));
}

interface MadeSessions {
  source: MadeSource | null;
  /** Number of sessions with known tokens; fewer than two give no trace. */
  known: number;
  lost: SessionTraceLosses;
}

/** If the file names sessions, creates a trace that replays them, each turn after its response. */
async function addSessions(
  options: MakingOptions,
  row: ImportRow,
  { figures }: Survey,
  calls: readonly TrafficCall[],
): Promise<MadeSessions> {
  if (figures.sessions.count === 0) return { source: null, known: 0, lost: NOTHING_LOST };
  const { lines, lost } = sessionLines(calls);
  const source = lines.length < 2 ? null : await addLines(options, row, 'sessions', lines, (line) => line);
  return { source, known: lines.length, lost };
}

async function addLines<T>(
  { addSource, heartbeat }: MakingOptions,
  { name }: ImportRow,
  holds: SourceContents,
  values: readonly T[],
  toJson: (value: T) => object,
): Promise<MadeSource> {
  async function* text(): AsyncGenerator<Uint8Array> {
    for (let at = 0; at < values.length; at += LINES_AT_ONCE) {
      heartbeat();
      const lines = values.slice(at, at + LINES_AT_ONCE).map((value) => JSON.stringify(toJson(value)));
      yield Buffer.from(`${lines.join('\n')}\n`);
    }
  }
  const title = titleOfImportedSource(name, holds);
  return { source_id: await addSource(holds, title, text()), title, lines: values.length };
}

function toLine(call: TrafficCall, beginUs: number, names: Names) {
  return {
    timestamp: (call.atUs - beginUs) / 1000,
    ...(call.session !== null && { session: names(call.session), turn: call.turn }),
    ...(call.model !== null && { model: call.model }),
    ...(call.inputTokens !== null && { input_tokens: call.inputTokens }),
    ...(call.outputTokens !== null && { output_tokens: call.outputTokens }),
    ...(call.cachedTokens !== null && { cached_tokens: call.cachedTokens }),
    ...(call.durationUs !== null && { latency_ms: call.durationUs / 1000 }),
    ...(call.prefixMessages > 0 && { prefix_messages: call.prefixMessages }),
    ...(call.prefixTokens > 0 && { prefix_tokens: call.prefixTokens }),
  };
}

async function addItems(
  options: MakingOptions,
  row: ImportRow,
  drawn: readonly Drawn[],
  { grader }: ImportSettings,
  names: Names,
): Promise<{ items: MadeSource | null; noItems: Record<string, number>; taken: Map<string, number> }> {
  const noItems: Record<string, number> = {};
  const taken = new Map<string, number>();
  let lines = 0;
  let length = 0;
  async function* text(): AsyncGenerator<Uint8Array> {
    for (let at = 0; at < drawn.length; at += CALLS_AT_ONCE) {
      options.heartbeat();
      const some = new Map(drawn.slice(at, at + CALLS_AT_ONCE).map((one) => [one.ordinal, one]));
      for (const call of await callsAt(options.db, row.workspace_id, row.id, [...some.keys()])) {
        const { session, stratum } = some.get(call.ordinal) as Drawn;
        const made = toItem(call, session === null ? null : names(session), grader);
        const bytes = 'line' in made ? Buffer.from(`${JSON.stringify(made.line)}\n`) : null;
        const reason =
          'reason' in made
            ? made.reason
            : length + (bytes?.length ?? 0) > MOST_TEXT
              ? 'beyond 32 MB of items'
              : null;
        if (reason !== null) noItems[reason] = (noItems[reason] ?? 0) + 1;
        else if (bytes !== null) {
          lines++;
          length += bytes.length;
          taken.set(stratum, (taken.get(stratum) ?? 0) + 1);
          yield bytes;
        }
      }
    }
  }
  const bytes = text();
  const first = await bytes.next();
  if (first.done) return { items: null, noItems, taken };
  async function* all(): AsyncGenerator<Uint8Array> {
    yield first.value as Uint8Array;
    yield* bytes;
  }
  const title = titleOfImportedSource(row.name, 'items');
  const source_id = await options.addSource('items', title, all());
  return { items: { source_id, title, lines }, noItems, taken };
}
