import type { Log } from '../../kernel/log.ts';
import type { Models } from '../../models/models.ts';
import { createCodeRunner } from './code/code-runner.ts';
import { createCommandRunner } from './command/command-runner.ts';
import type { PostSample } from './grader.ts';
import { GradingTimedOut } from './grading-timed-out.ts';

/**
 * Runs what users wrote: code in processes, servers by the connections of `models`.
 * @param allowed programs, and folders of programs, that graders may run
 */
export function createOwnGraders(
  models: Pick<Models, 'postJson'>,
  allowed: readonly string[] = [],
  log?: Log,
) {
  const code = createCodeRunner(log);
  const command = createCommandRunner(allowed);
  const stopping = new AbortController();

  const http: PostSample = async ({ sample, timeoutMs, ...address }) => {
    const { signal } = stopping;
    const outcome = await models.postJson(address, sample, { timeoutMs, signal, who: 'Its server' });
    if (outcome.ok) return outcome.value;
    if (outcome.reason !== 'deadline') throw new Error(outcome.message);
    throw new GradingTimedOut(
      timeoutMs,
      'Make the server faster and rescore, or raise timeout_ms and evaluate again.',
      '',
    );
  };

  return {
    code: code.run,
    http,
    command: command.run,
    /** Ends all processes and calls; what is under way rejects with the reason. */
    async stop(reason: Error): Promise<void> {
      stopping.abort(reason);
      await Promise.all([code.stop(), command.stop()]);
    },
  };
}
