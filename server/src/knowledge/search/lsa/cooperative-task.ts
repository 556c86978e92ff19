/** A task that pauses at each `yield`: its caller may do other work there, or end it. */
export type CooperativeTask<T> = Generator<void, T, void>;
