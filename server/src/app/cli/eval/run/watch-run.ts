import type { Client, Schemas } from '@touchstone/client';
import { createLog } from '../../../../kernel/log.ts';
import { waitUntilEnded } from '../../service/run-evaluation.ts';
import { isOutputClosed } from '../../terminal/closed-output.ts';
import { explainClientError } from '../../terminal/explain-client-error.ts';
import type { Output } from '../../terminal/output.ts';
import { catchStopSignals, type StopSignals } from '../../terminal/stop-signals.ts';
import { EXIT_CODES } from './gate.ts';
import { createProgress } from './progress.ts';

/** The exit code that a shell reports for a program that Ctrl+C ended. */
const INTERRUPTED_EXIT_CODE = 130;

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
      return INTERRUPTED_EXIT_CODE;
    }
    process.stderr.write(`${explainClientError(error)}\n`);
    return EXIT_CODES.error;
  }
}

/** Shows the progress of an evaluation until it has ended. On a server it is cancelled if `signal` aborts. */
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
    return await waitUntilEnded({ client, signal }, created, show);
  } catch (error) {
    if (signal.aborted) await cancel(clientAfterStop, created);
    throw error;
  }
}

/** Cancels the evaluation on a server, where it would continue; a temporary service ends with the command. */
async function cancel(client: Client | null, { id, workspace_id }: Schemas['Evaluation']): Promise<void> {
  const params = { path: { workspace_id, evaluation_id: id } };
  await client?.POST('/workspaces/{workspace_id}/evaluations/{evaluation_id}/cancel', { params });
}
