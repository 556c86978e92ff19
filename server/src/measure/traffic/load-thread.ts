import { workerData } from 'node:worker_threads';
import { monotonicMs } from '../../kernel/clock.ts';
import { createLog, type LogLevel } from '../../kernel/log.ts';
import { serveRequests } from '../../kernel/worker-channel.ts';
import {
  type AddedProvider,
  createModels,
  type Endpoint,
  type ModelQuirks,
  type ProviderSettings,
  type Serving,
  type TargetSettings,
} from '../../models/models.ts';
import type { AskTarget, ItemRequest } from './ask.ts';
import { askModel } from './ask-model.ts';
import { runWindow, type Share, type WindowRecord } from './load-window.ts';
import { type LoadColumns, requestsToColumns, roundStoredMs } from './request-log.ts';
import { addSpentTokens, NO_TOKENS_SPENT, type SpentTokens, tokensOfRequest } from './spent-tokens.ts';
import type { WindowPlan } from './window-plan.ts';

/*
 * A thread that only sends load: on the main loop, which answers requests and writes samples, requests would be sent
 * late and responses read late.
 */

/** The model to call, and how. */
export interface LoadTarget {
  provider: string;
  modelId: string;
  endpoint?: Endpoint;
  temperature?: number;
  seed?: number;
  /** Prepended to each prompt, and included in its tokens. */
  system?: string;
  serving?: Serving;
  /** The items that a window with `prompts` items sends, in order. */
  items?: readonly ItemRequest[];
  quirks: ModelQuirks;
  requestTimeoutMs: number;
}

export interface LoadThreadData {
  providers: readonly ProviderSettings[];
  /** Hosts that endpoints may connect to; default: only this machine. */
  targets?: TargetSettings;
  logLevel: LogLevel;
}

export interface LoadThreadRequest {
  target: LoadTarget;
  window: WindowPlan;
  share: Share;
  /** The window's 0 by the clock that all threads share (`process.hrtime`), in ms. */
  startAtMs: number;
  /** The target's provider, if it was added while the service runs, even if it was removed since. */
  added: readonly AddedProvider[];
}

/** A thread's result; while the window runs it sends `SpentTokens` notifications. */
export type SentRecord = Omit<WindowRecord, 'requests'> & { requests: LoadColumns };

const { providers, targets, logLevel } = workerData as LoadThreadData;
// Whether this machine may be called was decided when the load was planned.
const openModels = () =>
  createModels({
    providers,
    targets: { allowHosts: [], secrets: [], ...targets, allowsLoopback: () => true },
    log: createLog(logLevel),
  });
const configured = openModels();
/** A load is aborted by ending the thread. */
const { signal } = new AbortController();

async function runShare(
  { target, window, share, startAtMs, added }: LoadThreadRequest,
  notify: Notify,
): Promise<SentRecord> {
  const spending = tellSpent(notify);
  // Models with an added provider are discarded with the window, so that its key stays in no thread.
  const models = added.length === 0 ? configured : openModels();
  try {
    models.replaceAdded(added);
    const connection = models.resolveTarget(target);
    const now = () => monotonicMs() - startAtMs;
    const ask = spending.watched(askModel(connection, target));
    const record = await runWindow(window, share, { ask, now, signal, items: target.items });
    // Rounded like the times of requests, so that a request scheduled at its end is not included.
    const steady = { fromMs: roundStoredMs(record.steady.fromMs), toMs: roundStoredMs(record.steady.toMs) };
    return { ...record, steady, requests: requestsToColumns(record.requests) };
  } finally {
    spending.stop();
    if (models !== configured) await models.stop();
  }
}

type Notify = (spent: SpentTokens) => void;

/** The interval at which spent tokens are reported: ending a thread loses no more than this. */
const TELL_EVERY_MS = 500;

/** Reports the tokens of ended requests of a window whenever there are new ones. */
function tellSpent(notify: Notify) {
  let spent = NO_TOKENS_SPENT;
  let told = spent;
  const timer = setInterval(() => {
    if (spent.requests === told.requests) return;
    told = spent;
    notify(spent);
  }, TELL_EVERY_MS);
  return {
    watched:
      (ask: AskTarget): AskTarget =>
      async (...request) => {
        const asked = await ask(...request);
        spent = addSpentTokens(spent, tokensOfRequest(asked));
        return asked;
      },
    stop: () => clearInterval(timer),
  };
}

serveRequests(runShare);
