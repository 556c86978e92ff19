import { isObject, parseJson } from '../../kernel/json.ts';
import { isNestedDeeperThan } from '../../kernel/nesting.ts';
import { schemaProblem } from '../graders/graders.ts';
import {
  ArgumentsMisfit,
  applyEffects,
  conditionHolds,
  fillTaskTemplate,
  MAX_TASK_NESTING,
  type Scope,
  SimulationFailed,
} from './rules.ts';
import type { Json, SimulatedTool, Task } from './task.ts';
import type { ToolStep } from './transcript.ts';

/** The simulated tools of one conversation, and the state that they share. */
export type SimulatedWorld = ReturnType<typeof createSimulatedWorld>;

export function createSimulatedWorld({ tools, state: initial }: Pick<Task, 'tools' | 'state'>) {
  let state = structuredClone(initial) as Json;
  return {
    state: (): Json => state,
    /**
     * Calls a tool and returns the step. An unknown tool, or arguments that are not JSON or are invalid, give a failed
     * result. Throws `SimulationFailed` if a rule cannot be applied.
     */
    call(name: string, written: string): ToolStep {
      const refused = (given: Json, error: string): ToolStep => ({
        kind: 'call',
        name,
        arguments: given,
        result: { error },
        failed: true,
        changes: [],
      });
      const tool = tools.find((one) => one.name === name);
      if (!tool) {
        const known = tools.map((one) => one.name).join(', ');
        return refused(written, `There is no tool ${name}; there are: ${known}.`);
      }
      const args = readArguments(written);
      if (args === undefined)
        return refused(written, `The arguments are not a JSON object of at most ${MAX_TASK_NESTING} levels.`);
      const problem = schemaProblem(tool.parameters, args);
      if (problem !== null) return refused(args, `The arguments do not fit: ${problem}.`);
      const done = runTool(tool, args, state);
      if (typeof done === 'string') return refused(args, `The arguments do not fit: ${done}.`);
      state = done.after;
      return done.step;
    },
  };
}

/**
 * Returns a sentence if the arguments match the schema and still cannot be used, which the author of a task cannot
 * always foresee.
 */
function runTool(tool: SimulatedTool, args: Json, state: Json): { step: ToolStep; after: Json } | string {
  const scope: Scope = { args, state };
  const index = tool.rules.findIndex(({ when }) =>
    when.every((condition) => conditionHolds(condition, scope)),
  );
  const rule = tool.rules[index];
  try {
    if (!rule) throw new SimulationFailed('no rule applies');
    const { after, changes } = applyEffects(rule.effects, scope, 'state');
    const result = fillTaskTemplate(rule.result, { args, state: after });
    return {
      after,
      step: { kind: 'call', name: tool.name, arguments: args, result, failed: rule.fails, changes },
    };
  } catch (error) {
    if (error instanceof ArgumentsMisfit) return error.message;
    if (!(error instanceof SimulationFailed)) throw error;
    throw new SimulationFailed(
      `The simulated tool ${tool.name} failed in its rule ${index + 1}: ${error.message}.`,
    );
  }
}

/**
 * Arguments as a model wrote them; undefined if they are not a JSON object, are nested too deeply, or contain a number
 * that is too large.
 */
export function readArguments(written: string): Json | undefined {
  const value = parseJson(written.trim() === '' ? '{}' : written) as Json;
  if (!isObject(value)) return undefined;
  return isNestedDeeperThan(value, MAX_TASK_NESTING) || !hasFiniteNumbers(value) ? undefined : value;
}

/** Whether all numbers are finite: 1e400 is parsed as infinite. */
function hasFiniteNumbers(value: Json): boolean {
  if (typeof value === 'number') return Number.isFinite(value);
  return typeof value !== 'object' || value === null || Object.values(value).every(hasFiniteNumbers);
}
