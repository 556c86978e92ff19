/** Work in slices: whoever runs it may do something else, or give up, at each `yield`. */
export type Sliced<T> = Generator<void, T, void>;

export function runAtOnce<T>(work: Sliced<T>): T {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}
