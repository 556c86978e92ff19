import type { Log } from '../../kernel/log.ts';
import type { Models } from '../../models/models.ts';
import { createCodeRunner } from './code/code-runner.ts';
import type { PostSample } from './grader.ts';
import { GradingTimedOut } from './grading-timed-out.ts';

/** Runs what users wrote: code in processes, servers by the connections of `models`. */
export function createOwnGraders(models: Pick<Models, 'postJson'>, log?: Log) {
  const code = createCodeRunner(log);
  const stopping = new AbortController();

  const http: PostSample = async ({ sample, timeoutMs, ...address }) => {
    const { signal } = stopping;
    const outcome = await models.postJson(address, sample, { timeoutMs, signal, who: 'Its server' });
    if (outcome.ok) return outcome.value;
    if (outcome.reason !== 'deadline') throw new Error(outcome.message);
    throw new GradingTimedOut(timeoutMs, 'Raise timeout_ms or make the server faster, and rescore.', '');
  };

  return {
    code: code.run,
    http,
    /** Ends all processes and calls; what is under way rejects with the reason. */
    async stop(reason: Error): Promise<void> {
      stopping.abort(reason);
      await code.stop();
    },
  };
}
