import type { WindowPlan, WindowRecord } from '../../../traffic/traffic.ts';
import { spentOn } from '../../../traffic/traffic.ts';
import type { LoadUnit } from './run-load.ts';
import type { Spending } from './spending.ts';

/** How long calls that are under way may take to end before a window begins beside them. */
const PATIENCE_MS = 30_000;
/** The run is alive while a window runs; a window ends by itself. */
const ALIVE_MS = 5_000;

/** Runs one window on one target, with the process for itself; `contaminated` where other calls went on beside it. */
export async function runWindowAlone(
  { run, slot }: LoadUnit,
  window: WindowPlan,
  spending: Spending,
): Promise<{ record: WindowRecord; contaminated: boolean }> {
  const { release, contaminated } = await run.deps.exclusive.alone(run.signal, PATIENCE_MS);
  const alive = setInterval(run.active, ALIVE_MS);
  try {
    const record = await send({ run, slot }, window, spending);
    spending.windowEnded(spentOn(record.requests));
    // The account is exhausted: what is left would only say so again.
    if (record.requests.some(({ outcome }) => outcome === 'quota')) slot.exhausted = true;
    return { record, contaminated };
  } finally {
    clearInterval(alive);
    release();
  }
}

function send(
  { run: { deps, plan }, slot: { target, connection } }: Pick<LoadUnit, 'run' | 'slot'>,
  window: WindowPlan,
  spending: Spending,
): Promise<WindowRecord> {
  const { provider, modelId, temperature } = target;
  const asked = {
    provider,
    modelId,
    quirks: connection.quirks,
    requestTimeoutMs: plan.methodology.request_timeout_ms,
    ...(temperature !== undefined && { temperature }),
  };
  return deps.load.run(asked, window, spending.signal, spending.soFar);
}
