import { channel } from 'node:diagnostics_channel';

/** Publishes what happened in a feature to subscribers it does not know. Costs one check without subscribers. */
export interface DiagnosticPoint<T> {
  /** False: what would be told need not be worked out. */
  readonly isHeard: boolean;
  tell(what: T): void;
  /** Answers what ends it. A listener must not throw. */
  hear(listener: (what: T) => void): () => void;
}

/**
 * A diagnostic point of this process; each thread has its own. Subscribers elsewhere use the diagnostics channel
 * `touchstone.<name>`.
 */
export function createDiagnosticPoint<T>(name: string): DiagnosticPoint<T> {
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
