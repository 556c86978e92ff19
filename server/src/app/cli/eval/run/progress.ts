import type { Schemas } from '@touchstone/client';
import { compactTime, joinNames } from '@touchstone/report/figures';
import type { Output } from '../../terminal/output.ts';

type Evaluation = Pick<Schemas['Evaluation'], 'status' | 'progress_percent' | 'results' | 'preflight'>;

const WIDTH = 30;
/** Percentage points between two lines of a log; a terminal has one line that changes. */
const LOG_STEP_POINTS = 10;
/** Time without progress after which the evaluation is reported to wait for a target. */
const SILENT_MS = 5_000;
/** With more names, only their number is printed. */
const MAX_NAMED = 3;

/**
 * Shows the progress of an evaluation and the targets it waits for: a moving bar on a terminal, a few plain lines
 * elsewhere. A failed preflight is shown as soon as it is known.
 */
export function createProgress(out: Output, { live, now }: { live: boolean; now: () => number }) {
  const started = now();
  const waits = createWaits(now);
  /** Without a terminal, each wait is printed only once. */
  const waitsSaid = new Set<string>();
  let last = '';
  let isPreflightSaid = false;
  return (evaluation: Evaluation): void => {
    const { status, progress_percent, results, preflight } = evaluation;
    if (preflight && !isPreflightSaid) {
      isPreflightSaid = true;
      for (const one of [...preflight.targets, ...preflight.judges])
        if (one.status !== 'passed')
          out.text(`${'judge' in one ? one.judge : one.target_label}: ${one.message ?? one.status}`);
    }
    const percent = live
      ? progress_percent
      : Math.floor(progress_percent / LOG_STEP_POINTS) * LOG_STEP_POINTS;
    const failed = (results?.coverage ?? []).reduce((sum, one) => sum + one.failed, 0);
    const troubles = failed > 0 ? `, ${failed} failed` : '';
    const waiting = waits(evaluation);
    const key = `${status} ${percent}${troubles}`;
    const isWaitSaid = waiting === null || waitsSaid.has(waiting.who);
    if (key === last && isWaitSaid && !live) return;
    last = key;
    if (waiting !== null) waitsSaid.add(waiting.who);
    const seconds = Math.round((now() - started) / 1000);
    const text = `${status} ${String(percent).padStart(3)} %, ${seconds} s${troubles}${waiting === null ? '' : `, waiting for ${waiting.who}: ${waiting.seconds} s${waiting.note}`}`;
    out.progress(live ? `${bar(percent)} ${text}` : text);
  };
}

/** The target that a run waits for, and how long. */
interface Waiting {
  readonly who: string;
  readonly seconds: number;
  /** A note for a candidate that has not responded to any call; otherwise ''. */
  readonly note: string;
}

/** Gets every state of an evaluation and returns the targets it waits for; null while there is progress. */
function createWaits(now: () => number) {
  const known = new Map<string, { done: number; since: number }>();
  const since = (who: string, done: number) => {
    const before = known.get(who);
    if (before?.done === done) return before.since;
    known.set(who, { done, since: now() });
    return now();
  };
  return ({ status, progress_percent, results, preflight }: Evaluation): Waiting | null => {
    if (status !== 'running') return null;
    const silent = [...Map.groupBy(results?.coverage ?? [], (one) => one.target_label)].flatMap(
      ([label, cells]) => {
        const pending = cells.reduce((sum, one) => sum + one.pending, 0);
        const from = since(label, pending);
        const isAnswered = cells.some((one) => one.pending < one.units);
        return pending > 0 ? [{ label, from, isAnswered, isJudged: cells.some(isJudged) }] : [];
      },
    );
    const from = Math.max(...silent.map((one) => one.from));
    const isLong = (at: number) => now() - at >= SILENT_MS;
    // Targets without network are not checked before the run, so until then it is unknown which targets are awaited.
    if (preflight === undefined && progress_percent === 0) {
      if (silent.length === 0 || !isLong(from)) return null;
      return { who: 'the first response of each', seconds: secondsSince(from), note: '' };
    }
    const waited = silent.filter((one) => isLong(one.from));
    if (waited.length === 0) return null;
    const names = joinNames(
      waited.map(({ label }) => label),
      MAX_NAMED,
    );
    const who = waited.some((one) => one.isJudged) ? `responses of ${names} or judgements` : names;
    const timeoutMs = results?.methodology?.request_timeout_ms;
    const isSilent = timeoutMs !== undefined && !waited.some((one) => one.isAnswered);
    return {
      who,
      seconds: secondsSince(Math.min(...waited.map((one) => one.from))),
      note: isSilent ? `, no answer yet (each attempt is given up after ${compactTime(timeoutMs)})` : '',
    };
  };

  function secondsSince(at: number): number {
    return Math.floor((now() - at) / 1000);
  }
}

/** Whether judges grade or compare the benchmark, so that it is complete only after them. */
const isJudged = ({ benchmark, pending }: Schemas['Results']['coverage'][number]) =>
  benchmark.startsWith('custom/') && pending > 0;

function bar(percent: number): string {
  const full = Math.round((percent / 100) * WIDTH);
  return `[${'#'.repeat(full)}${'.'.repeat(WIDTH - full)}]`;
}
