/** A task that pauses at each `yield`, where its caller can do other work or end it. */
export type CooperativeTask<T> = Generator<void, T, void>;
