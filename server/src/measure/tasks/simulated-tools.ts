import { isDeeper } from '../../kernel/nesting.ts';
import { schemaProblem } from '../graders/graders.ts';
import {
  ArgumentsMisfit,
  carryOut,
  filled,
  holds,
  MOST_LEVELS,
  type Scope,
  SimulationFailed,
} from './rules.ts';
import type { Json, SimulatedTool, Task } from './task.ts';
import type { ToolStep } from './transcript.ts';

/** The simulated tools of one conversation, and the state that they share. */
export type World = ReturnType<typeof createWorld>;

export function createWorld({ tools, state: initial }: Pick<Task, 'tools' | 'state'>) {
  let state = structuredClone(initial) as Json;
  return {
    state: (): Json => state,
    /**
     * What a call comes to. A tool that is not there, or arguments that are no JSON or do not fit, are told to the caller as
     * a result that failed. Throws `SimulationFailed` where a rule cannot be carried out.
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
        return refused(written, `The arguments are not a JSON object of at most ${MOST_LEVELS} levels.`);
      const problem = schemaProblem(tool.parameters, args);
      if (problem !== null) return refused(args, `The arguments do not fit: ${problem}.`);
      const done = runTool(tool, args, state);
      if (typeof done === 'string') return refused(args, `The arguments do not fit: ${done}.`);
      state = done.after;
      return done.step;
    },
  };
}

/** A sentence where the arguments fit the schema and still cannot be used: a task's author cannot foresee all of them. */
function runTool(tool: SimulatedTool, args: Json, state: Json): { step: ToolStep; after: Json } | string {
  const scope: Scope = { args, state };
  const index = tool.rules.findIndex(({ when }) => when.every((condition) => holds(condition, scope)));
  const rule = tool.rules[index];
  try {
    if (!rule) throw new SimulationFailed('no rule applies');
    const { after, changes } = carryOut(rule.effects, scope, 'state');
    const result = filled(rule.result, { args, state: after });
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

/** Arguments as a model wrote them; undefined where they are no JSON object, one nested too deep, or with a number that none holds. */
export function readArguments(written: string): Json | undefined {
  try {
    const value = JSON.parse(written.trim() === '' ? '{}' : written) as Json;
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
    return isDeeper(value, MOST_LEVELS) || !isHeld(value) ? undefined : value;
  } catch {
    return undefined;
  }
}

/** Whether every number in it is one: 1e400 is read as infinite. */
function isHeld(value: Json): boolean {
  if (typeof value === 'number') return Number.isFinite(value);
  return typeof value !== 'object' || value === null || Object.values(value).every(isHeld);
}
