/*
 * The public functions of traffic: when requests are sent (arrivals), the windows in which they are sent, the threads
 * that send them, and the figures of a window. It knows models and workloads, but not evaluations:
 * docs/how-to/load-and-cost.md.
 */
export { readArrivalTrace, traceProblem } from './arrival-trace.ts';
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
export { createLoadThreads, type LoadThreads, type OnTokensSpent } from './load-threads.ts';
export { type RespondingModels, sumRespondingModels, type WindowRecord } from './load-window.ts';
export {
  planSessionReplay,
  planSessions,
  type SessionShape,
} from './plan-sessions.ts';
export {
  type PlannedWindows,
  planAvailability,
  planLatency,
  planLoad,
  planReplay,
  planSlice,
  type RequestedLoad,
  type RequestSizes,
  type Trace,
  windowAtRate,
} from './plan-windows.ts';
export { checkRateReached } from './rate-shown.ts';
export {
  type LoadRequest,
  requestsFromColumns,
  requestsToColumns,
  roundStoredMs,
  type StoredColumns,
} from './request-log.ts';
export type { RecordedSizes } from './request-sizes.ts';
export { isAnswered } from './request-times.ts';
export { SATURATION_WINDOW_MS } from './saturation.ts';
export { type SessionSummary, summariseSessions } from './session-summary.ts';
export { isSessionTrace, readSessionTrace } from './session-trace.ts';
export {
  type ClockEstimate,
  type ClockTrip,
  clockUncertaintySentence,
  estimateClock,
  type GeneratorFigures,
  joinShares,
  MAX_CLOCK_UNCERTAINTY_MS,
} from './shared-window.ts';
export {
  columnOrders,
  firstRefusalOfAllMs,
  type LoadSlice,
  type SliceFigures,
  sliceFigures,
  type TimeColumn,
  timeColumn,
} from './slice-figures.ts';
export { addSpentTokens, NO_TOKENS_SPENT, type SpentTokens, sumSpentTokens } from './spent-tokens.ts';
export {
  expectedTurns,
  hasSessions,
  MAX_REQUESTS_TO_SEND,
  requestsOrigin,
  requestsToSend,
  type SteadyWindow,
  type WindowPlan,
} from './window-plan.ts';
