import { count } from '@touchstone/report/figures';
import { timeLimitsOf } from '../../../../decide/slo/slo.ts';
import { impossibleField } from '../../../../kernel/errors.ts';
import {
  type PlannedWindows,
  planSessionReplay,
  planSessions,
  type SessionShape,
} from '../../../../measure/traffic/traffic.ts';
import { vocabulary } from '../../../../models/catalog/catalog.ts';
import type { PlannedScenario } from '../../plan/planned-scenario.ts';
import type { NewBenchmarkChoice } from '../../schemas/evaluation-schemas.ts';

type SessionsChosen = NonNullable<NewBenchmarkChoice['sessions']>;
type Load = Omit<Parameters<typeof planSessions>[0], 'sessions' | 'shape' | 'answerMs'>;

/** Assumed duration of a response if a scenario does not limit it, to estimate the duration of a session. */
const ANSWER_MS = 2000;

/** The assumed duration of a response: the limit on the median, or half of the lowest other limit. */
function answerMs(scenario: PlannedScenario): number {
  const limits = timeLimitsOf(scenario, ['latency']);
  const median = limits.find(({ percentile }) => percentile === 'p50');
  if (median !== undefined) return median.ms;
  return limits.length === 0 ? ANSWER_MS : Math.min(...limits.map(({ ms }) => ms)) / 2;
}

/** Defaults of sessions: a chat of four turns. */
function shapeOf({ turns, think_ms, tool_turns, tool_ms, next_input_tokens }: SessionsChosen): SessionShape {
  return {
    turns: turns ?? 4,
    thinkMs: think_ms ?? 10_000,
    toolTurns: tool_turns ?? 0,
    toolMs: tool_ms ?? 1000,
    nextInputTokens: { dist: 'constant', value: next_input_tokens ?? 100 },
  };
}

/** Plans the load of a scenario in sessions, of which `requests` are measured. Throws 422 if they cannot be sent. */
export function planDrawnSessions(
  load: Load,
  scenario: PlannedScenario,
  { chosen, sessions }: { chosen: SessionsChosen; sessions: number },
): PlannedWindows {
  const planned = planSessions({ ...load, sessions, shape: shapeOf(chosen), answerMs: answerMs(scenario) });
  if (planned === 'no_arrivals')
    throw impossibleField(
      '/sessions',
      `Sessions arrive as the traffic of a scenario does, and that of "${scenario.label}" is ${vocabulary.traffic_profile.meaning(scenario.traffic_profile).word}, which has no independent arrivals; choose another traffic_profile, or omit sessions.`,
    );
  if (planned === 'no_room')
    throw impossibleField(
      '/sessions',
      `At ${count(load.peakRps)} turns/s, sessions this long do not fit in a load window, which is limited to 10,000 requests including those of starting and ending sessions. Use fewer turns, a shorter think_ms, or a lower throughput_rps.`,
      'limit_exceeded',
    );
  return planned;
}

/** Sessions of a trace. */
export function planTracedSessions(
  trace: Parameters<typeof planSessionReplay>[0],
  scenario: PlannedScenario,
  load: Omit<Parameters<typeof planSessionReplay>[1], 'answerMs'>,
): ReturnType<typeof planSessionReplay> {
  return planSessionReplay(trace, { ...load, answerMs: answerMs(scenario) });
}
