import { AsyncLocalStorage } from 'node:async_hooks';
import { channel } from 'node:diagnostics_channel';

/** The current position in a trace (W3C Trace Context). */
export interface TraceContext {
  /** 32 hexadecimal digits. */
  readonly traceId: string;
  /** 16 hexadecimal digits. */
  readonly spanId: string;
  readonly isSampled: boolean;
}

const present = new AsyncLocalStorage<TraceContext>();

/** Undefined while nobody traces. */
export const currentTrace = (): TraceContext | undefined => present.getStore();

/** The header of the same name, for a call that belongs to the present work. */
export function traceparent(): string | undefined {
  const trace = present.getStore();
  return trace && `00-${trace.traceId}-${trace.spanId}-${trace.isSampled ? '01' : '00'}`;
}

/** One piece of work while it lasts. */
export interface Stretch<T, R> {
  readonly what: T;
  /** How it ended: undefined while it lasts, and where it threw. */
  result?: R;
  error?: unknown;
}

export interface Follower<T, R> {
  /** Answers where the work stands from now on. Must not throw. */
  began(stretch: Stretch<T, R>): TraceContext;
  /** Told once of each stretch that began. Must not throw. */
  ended(stretch: Stretch<T, R>): void;
}

/** Work that its caller ends. */
export interface OpenSpan<R> {
  /** Does something as part of it, where nothing says any more that it is. */
  within(work: () => void): void;
  end(result: R): void;
}

/** Where a feature does work that takes time, for those who follow it, without knowing them. */
export interface Span<T, R> {
  /** False: what would be told need not be worked out. */
  readonly isFollowed: boolean;
  /** Runs the work as part of a trace. Costs one check while nobody traces. */
  run(what: T, work: () => Promise<R>): Promise<R>;
  /** For work that is not a function: goes on inside of it. */
  open(what: T, go: () => void): OpenSpan<R>;
  /** One at a time. Answers what ends it. */
  follow(follower: Follower<T, R>): () => void;
}

/**
 * A span of this process; each thread has its own. Subscribers elsewhere use the diagnostics channels
 * `touchstone.<name>.…`.
 */
export function createSpan<T, R>(name: string): Span<T, R> {
  const began = channel(`touchstone.${name}.began`);
  const ended = channel(`touchstone.${name}.ended`);
  return {
    get isFollowed() {
      return ended.hasSubscribers;
    },
    run(what, work) {
      if (!ended.hasSubscribers) return work();
      const stretch: Stretch<T, R> = { what };
      return began.runStores(stretch, async () => {
        try {
          stretch.result = await work();
          return stretch.result;
        } catch (error) {
          stretch.error = error;
          throw error;
        } finally {
          ended.publish(stretch);
        }
      });
    },
    open(what, go) {
      if (!ended.hasSubscribers) {
        go();
        return { within: (work) => work(), end() {} };
      }
      const stretch: Stretch<T, R> = { what };
      const within = began.runStores(stretch, () => {
        const inside = AsyncLocalStorage.snapshot();
        go();
        return inside;
      });
      return {
        within,
        end(result) {
          stretch.result = result;
          ended.publish(stretch);
        },
      };
    },
    follow(follower) {
      const end = (stretch: unknown) => follower.ended(stretch as Stretch<T, R>);
      began.bindStore(present, (stretch) => follower.began(stretch as Stretch<T, R>));
      ended.subscribe(end);
      return () => {
        began.unbindStore(present);
        ended.unsubscribe(end);
      };
    },
  };
}
