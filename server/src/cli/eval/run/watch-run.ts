import type { Client, Schemas } from '@touchstone/client';
import { createLog } from '../../../kernel/log.ts';
import { untilEnded } from '../../service/run-evaluation.ts';
import { isOutputClosed } from '../../terminal/closed-output.ts';
import { explainClientError } from '../../terminal/explain-client-error.ts';
import type { Output } from '../../terminal/output.ts';
import { catchStopSignals, type StopSignals } from '../../terminal/stop-signals.ts';
import { EXIT } from './gate.ts';

/** The exit code that a shell reports for a program that Ctrl+C ended. */
const INTERRUPTED = 130;

/** Resolves to the exit code of `perform`. Every error is printed and exits with 3; a signal aborts and exits with 130. */
export async function untilInterrupted(
  perform: (signals: StopSignals, signal: AbortSignal) => Promise<number>,
): Promise<number> {
  const signals = catchStopSignals(createLog('warn'));
  const stop = new AbortController();
  void signals.first.then(() => stop.abort());
  try {
    return await perform(signals, stop.signal);
  } catch (error) {
    if (signals.received()) {
      if (!isOutputClosed()) process.stderr.write('\nInterrupted before the evaluation was done.\n');
      return INTERRUPTED;
    }
    process.stderr.write(`${explainClientError(error)}\n`);
    return EXIT.error;
  }
}

/** Shows how far an evaluation is until it has ended. One on a server is cancelled where `signal` aborts. */
export async function watchRun(
  {
    client,
    clientAfterStop,
    signal,
    out,
  }: { client: Client; clientAfterStop: Client | null; signal: AbortSignal; out: Output },
  created: Schemas['Evaluation'],
): Promise<Schemas['Evaluation']> {
  const show = createProgress(out, { live: process.stdout.isTTY === true, now: () => performance.now() });
  try {
    return await untilEnded({ client, signal }, created, show);
  } catch (error) {
    if (signal.aborted) await cancel(clientAfterStop, created);
    throw error;
  }
}

/** Cancels the evaluation on a server, where it would go on; a temporary service ends with the command. */
async function cancel(client: Client | null, { id, workspace_id }: Schemas['Evaluation']): Promise<void> {
  const params = { path: { workspace_id, evaluation_id: id } };
  await client?.POST('/workspaces/{workspace_id}/evaluations/{evaluation_id}/cancel', { params });
}

const WIDTH = 30;
/** Without a terminal a line for every so many points, so that a log stays readable. */
const STEP = 10;

/** Shows how far an evaluation is: a bar that moves on a terminal, a few plain lines elsewhere. */
function createProgress(out: Output, { live, now }: { live: boolean; now: () => number }) {
  const started = now();
  let last = '';
  return ({ status, progress_percent, results }: Schemas['Evaluation']): void => {
    const percent = live ? progress_percent : Math.floor(progress_percent / STEP) * STEP;
    const failed = (results?.coverage ?? []).reduce((sum, one) => sum + one.failed, 0);
    const troubles = failed > 0 ? `, ${failed} failed` : '';
    const key = `${status} ${percent}${troubles}`;
    if (key === last && !live) return;
    last = key;
    const seconds = Math.round((now() - started) / 1000);
    const text = `${status} ${String(percent).padStart(3)} %, ${seconds} s${troubles}`;
    out.progress(live ? `${bar(percent)} ${text}` : text);
  };
}

function bar(percent: number): string {
  const full = Math.round((percent / 100) * WIDTH);
  return `[${'#'.repeat(full)}${'.'.repeat(WIDTH - full)}]`;
}
