import { channel } from 'node:diagnostics_channel';

/** Publishes events of a feature to subscribers that it does not know. Costs one check if there are none. */
export interface DiagnosticPoint<T> {
  /** False if there is no subscriber; the event then need not be computed. */
  readonly isHeard: boolean;
  tell(what: T): void;
  /** Subscribes a listener, which must not throw. Returns a function that unsubscribes it. */
  hear(listener: (what: T) => void): () => void;
}

/**
 * A diagnostic point of this process; each thread has its own. Other modules can subscribe through the diagnostics
 * channel `touchstone.<name>`.
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
