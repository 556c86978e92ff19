import type { ServerResponse } from 'node:http';
import { brokenEvent, type Completion, completionJson, streamParts } from './completion.ts';
import { endAfterPart, openStream, sendCutOff, sendJsonText } from './reply.ts';

/** How an answer is sent. Times are absolute values of `performance.now()`, so that late timers do not accumulate. */
export interface Delivery {
  readonly completion: Completion;
  readonly outcome: 'answered' | 'truncated' | 'malformed';
  readonly stream: boolean;
  readonly includeUsage: boolean;
  /** The time at which a token is due; the first has index 0. */
  readonly tokenAt: (token: number) => number;
  /** Called once: `gone` if the client disconnected before the end. */
  readonly over: (gone: boolean) => void;
}

/** One thing to send, and when. */
interface Step {
  readonly at: number;
  readonly text: string;
}

export function deliverCompletion(res: ServerResponse, delivery: Delivery): void {
  if (delivery.stream) {
    deliverStream(res, delivery);
    return;
  }
  const { completion, outcome, tokenAt, over } = delivery;
  const at = tokenAt(Math.max(0, completion.completionTokens - 1));
  deliverJson(res, { text: completionJson(completion), outcome, at, over });
}

/** Sends a JSON answer as a whole, or truncated or broken according to its outcome. */
export function deliverJson(
  res: ServerResponse,
  { text, outcome, at, over }: Pick<Delivery, 'outcome' | 'over'> & { text: string; at: number },
): void {
  const send = () => {
    over(false);
    if (outcome === 'truncated') sendCutOff(res, text);
    else sendJsonText(res, 200, outcome === 'malformed' ? text.slice(0, -1) : text);
  };
  waitUntil(res, at, send, () => over(true));
}

function deliverStream(res: ServerResponse, delivery: Delivery): void {
  const steps = planSteps(delivery);
  let next = 0;
  const sendDue = () => {
    if (!res.headersSent) openStream(res);
    const now = performance.now() + TIMER_SLACK_MS;
    let due = '';
    for (let step = steps[next]; step !== undefined && step.at <= now; step = steps[++next]) due += step.text;
    const upcoming = steps[next];
    if (upcoming === undefined) {
      finish(due);
      return;
    }
    if (due !== '') res.write(due);
    waitUntil(res, upcoming.at, sendDue, () => delivery.over(true));
  };
  const finish = (rest: string) => {
    delivery.over(false);
    if (delivery.outcome === 'truncated') endAfterPart(res, rest);
    else res.end(rest);
  };
  waitUntil(res, delivery.tokenAt(0), sendDue, () => delivery.over(true));
}

function planSteps({ completion, outcome, includeUsage, tokenAt }: Delivery): Step[] {
  const { opening, content, closing } = streamParts(completion, includeUsage);
  const middle = content.length >> 1;
  const steps = content.map((text, i) => ({ at: tokenAt(i), text }));
  const first = { at: tokenAt(0), text: opening };
  if (outcome === 'truncated') return [first, ...steps.slice(0, middle)];
  const last = { at: steps.at(-1)?.at ?? first.at, text: closing };
  if (outcome === 'answered') return [first, ...steps, last];
  const broken = { at: steps[middle]?.at ?? first.at, text: brokenEvent(content[middle] ?? opening) };
  return [first, ...steps.slice(0, middle), broken, ...steps.slice(middle + 1), last];
}

// Timers use whole milliseconds; delays below half of one are skipped.
const TIMER_SLACK_MS = 0.5;

/** Runs `then` at a time (at once if it has passed), or `gone` if the client disconnects before. */
function waitUntil(res: ServerResponse, at: number, then: () => void, gone: () => void): void {
  const wait = at - performance.now();
  if (wait <= 0 || res.destroyed) {
    if (res.destroyed) gone();
    else then();
    return;
  }
  const onClose = () => {
    clearTimeout(timer);
    gone();
  };
  const timer = setTimeout(() => {
    res.off('close', onClose);
    then();
  }, Math.ceil(wait)); // Node truncates fractions and would fire up to 1 ms early
  res.once('close', onClose);
}
