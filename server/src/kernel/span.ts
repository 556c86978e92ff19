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

/** The trace of the current work; undefined if tracing is off. */
export const currentTrace = (): TraceContext | undefined => present.getStore();

/** The `traceparent` header for a call that belongs to the current work. */
export function traceparent(): string | undefined {
  const trace = present.getStore();
  return trace && `00-${trace.traceId}-${trace.spanId}-${trace.isSampled ? '01' : '00'}`;
}

/** One running piece of work. */
export interface SpanRun<T, R> {
  readonly what: T;
  /** How the work ended; undefined while it runs or if it threw. */
  result?: R;
  error?: unknown;
}

export interface Follower<T, R> {
  /** Returns the trace context for the work that starts here. Must not throw. */
  began(stretch: SpanRun<T, R>): TraceContext;
  /** Called once for each piece of work when it ends. Must not throw. */
  ended(stretch: SpanRun<T, R>): void;
}

/** Work that its caller ends. */
export interface OpenSpan<R> {
  /** Runs a function as part of this work, where the async context has been lost. */
  within(work: () => void): void;
  end(result: R): void;
}

/** The place where a feature reports work that takes time to subscribers that it does not know. */
export interface Span<T, R> {
  /** False if there is no subscriber; details then need not be computed. */
  readonly isFollowed: boolean;
  /** Runs the work as part of a trace. Costs one check if tracing is off. */
  run(what: T, work: () => Promise<R>): Promise<R>;
  /** For work that is not a single function: everything that follows runs inside it. */
  open(what: T, go: () => void): OpenSpan<R>;
  /** Sets the only follower. Returns a function that removes it. */
  follow(follower: Follower<T, R>): () => void;
}

/**
 * A span of this process; each thread has its own. Other modules can subscribe through the diagnostics channels
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
      const stretch: SpanRun<T, R> = { what };
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
      const stretch: SpanRun<T, R> = { what };
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
      const end = (stretch: unknown) => follower.ended(stretch as SpanRun<T, R>);
      began.bindStore(present, (stretch) => follower.began(stretch as SpanRun<T, R>));
      ended.subscribe(end);
      return () => {
        began.unbindStore(present);
        ended.unsubscribe(end);
      };
    },
  };
}
