import type { CooperativeTask } from '../../src/knowledge/search/lsa/cooperative-task.ts';

/** Runs a task without a pause. */
export function runToCompletion<T>(work: CooperativeTask<T>): T {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}
