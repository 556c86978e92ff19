import { channel } from 'node:diagnostics_channel';

/** Where a feature tells what happened, to those who count it, without knowing them. While nobody hears it costs a look. */
export interface Point<T> {
  /** False: what would be told need not be worked out. */
  readonly isHeard: boolean;
  tell(what: T): void;
  /** Answers what ends it. A listener must not throw. */
  hear(listener: (what: T) => void): () => void;
}

/** Of one process: each thread has its own. `name` is the same in the diagnostics channel `touchstone.<name>`. */
export function createPoint<T>(name: string): Point<T> {
  const told = channel(`touchstone.${name}`);
  return {
    get isHeard() {
      return told.hasSubscribers;
    },
    tell: (what) => told.publish(what),
    hear(listener) {
      const subscriber = (what: unknown) => listener(what as T);
      told.subscribe(subscriber);
      return () => void told.unsubscribe(subscriber);
    },
  };
}
