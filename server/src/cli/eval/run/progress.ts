import type { Schemas } from '@touchstone/client';
import type { Output } from '../../terminal/output.ts';

type Evaluation = Schemas['Evaluation'];

const WIDTH = 30;
/** Without a terminal a line for every so many points, so that a log stays readable. */
const STEP = 10;

/** Tells how far an evaluation is: a bar that moves on a terminal, some plain lines elsewhere. */
export function createProgress(out: Output, { live, now }: { live: boolean; now: () => number }) {
  const started = now();
  let last = '';
  return ({ status, progress_percent, results }: Evaluation): void => {
    const percent = live ? progress_percent : Math.floor(progress_percent / STEP) * STEP;
    const failed = (results?.coverage ?? []).reduce((sum, one) => sum + one.failed, 0);
    const troubles = failed > 0 ? `, ${failed} failed` : '';
    const key = `${status} ${percent}${troubles}`;
    if (key === last && !live) return;
    last = key;
    const seconds = Math.round((now() - started) / 1000);
    const told = `${status} ${String(percent).padStart(3)} %, ${seconds} s${troubles}`;
    out.progress(live ? `${bar(percent)} ${told}` : told);
  };
}

function bar(percent: number): string {
  const full = Math.round((percent / 100) * WIDTH);
  return `[${'#'.repeat(full)}${'.'.repeat(WIDTH - full)}]`;
}
