/** Work in slices: whoever runs it may do something else, or give up, at each `yield`. */
export type CooperativeTask<T> = Generator<void, T, void>;

export function runToCompletion<T>(work: CooperativeTask<T>): T {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}
