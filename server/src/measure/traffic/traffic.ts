/*
 * The door of traffic: when requests are sent (arrivals), the windows they are sent in, the threads that send them,
 * and what a window showed. It knows models and workloads, and nothing of evaluations: docs/how-to/load-and-cost.md.
 */
export { readTrace, traceProblem } from './arrival-trace.ts';
export type { ItemRequest } from './ask.ts';
export {
  type CapacityLimits,
  type CapacityResult,
  type RateOutcome,
  searchCapacity,
} from './capacity-search.ts';
export { closedLoopRps } from './closed-loop.ts';
export { latencySample } from './latency-sample.ts';
export { type LoadSummary, type Percentiles, summariseFigures, summariseLoad } from './load-summary.ts';
export type { LoadTarget, SentRecord } from './load-thread.ts';
export { createLoadThreads, type LoadThreads, type OnSpent } from './load-threads.ts';
export { type AnsweredBy, sumAnsweredBy, type WindowRecord } from './load-window.ts';
export {
  planSessionReplay,
  planSessions,
  type SessionShape,
} from './plan-sessions.ts';
export {
  type LoadAsked,
  type PlannedWindows,
  planAvailability,
  planLatency,
  planLoad,
  planReplay,
  type RequestSizes,
  sliceOf,
  type Trace,
  windowAtRate,
} from './plan-windows.ts';
export { rateShown } from './rate-shown.ts';
export { fromColumns, type LoadRequest, type StoredColumns, storedMs, toColumns } from './request-log.ts';
export type { RecordedSizes } from './request-sizes.ts';
export { isAnswered } from './request-times.ts';
export { LOOK_BACK_MS } from './saturation.ts';
export { type SessionSummary, summariseSessions } from './session-summary.ts';
export { isSessionTrace, readSessionTrace } from './session-trace.ts';
export {
  type ClockEstimate,
  type ClockTrip,
  clockSentence,
  estimateClock,
  type GeneratorFigures,
  joinShares,
  MOST_UNCERTAINTY_MS,
} from './shared-window.ts';
export {
  figuresOf,
  type LoadSlice,
  ordersOf,
  refusedFromMs,
  type SliceFigures,
  type TimeColumn,
  timeColumn,
} from './slice-figures.ts';
export { addSpent, NOTHING_SPENT, type SpentTokens, spentOn } from './spent-tokens.ts';
export {
  expectedTurns,
  hasSessions,
  MOST_TO_SEND,
  requestsFrom,
  requestsToSend,
  type SteadyWindow,
  type WindowPlan,
} from './window-plan.ts';
