import type { TextMessage, ToolSpec } from '../../models/models.ts';
import type { GraderSpec } from '../graders/graders.ts';

/** What a line of a file of tasks says once it was checked; docs/how-to/tasks-and-agents.md#measure-tasks-with-tools describes each field. */
export interface Task {
  name?: string;
  /** How the conversation opens; the last message is the user's. */
  messages: TextMessage[];
  tools: SimulatedTool[];
  /** What tools read and change, at the beginning. */
  state: Json;
  /** What the user says after each reply; absent = nothing more. */
  user?: SimulatedUser;
  graders: TaskGrader[];
  limits: TaskLimits;
  cluster?: string;
  metadata?: Record<string, unknown>;
}

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** A JSON Pointer (RFC 6901); `{name}` in it is the argument of that name. */
export type Pointer = string;

/** A JSON value in which `{"$from": pointer}` is replaced by the value at the pointer. */
export type Template = Json;

/** A tool whose results follow from rules, the first that applies; the last one always does. */
export interface SimulatedTool extends ToolSpec {
  rules: ToolRule[];
}

export interface ToolRule {
  when: Condition[];
  effects: Effect[];
  result: Template;
  /** Whether the result reports a failed call. */
  fails: boolean;
}

/** What must hold of the value at a pointer: exactly one of these. */
export type Condition = { at: Pointer } & (
  | { exists: boolean }
  | { equals: Template }
  | { not: Template }
  | { one_of: Json[] }
  | { at_least: Template }
  | { at_most: Template }
  | { contains: string }
);

export type Effect =
  | { op: 'set' | 'append'; path: Pointer; value: Template }
  | { op: 'increase' | 'decrease'; path: Pointer; by: Template }
  | { op: 'remove'; path: Pointer };

export type SimulatedUser =
  | { turns: string[] }
  | { script: Branch[] }
  | { model: { provider: string; model_id: string; instructions: string } };

/** What a scripted user says where its conditions hold; without `say` the conversation ends. */
export interface Branch {
  when: Condition[];
  say?: string;
  /** What it remembers of it, below `/user`. */
  effects: Effect[];
}

export interface TaskLimits {
  /** How often the user speaks, the opening included. */
  turns: number;
  /** Number of tool calls. */
  calls: number;
  /** That the target takes, over all its replies. */
  seconds: number;
  /** That the target costs, where its price is known; null = no limit. */
  cost_usd: number | null;
}

export interface ExpectedCall {
  name: string;
  /** Values, or `{"$any": true}` and `{"$one_of": […]}`. */
  arguments: Readonly<Record<string, Json>>;
}

export type TaskGrader =
  | ({ type: 'final_state' } & ({ equals: Json } | { changes: Effect[] }) & {
        tolerance?: number | Readonly<Record<Pointer, number>>;
        ignore?: Pointer[];
        unordered?: Pointer[];
      })
  | {
      type: 'tool_calls';
      calls: ExpectedCall[];
      order?: 'any' | 'same';
      extra?: 'allowed' | 'none';
      arguments?: 'equal' | 'contain';
      tolerance?: number;
    }
  | { type: 'forbidden_effects'; paths?: Pointer[]; only?: Pointer[]; calls?: ExpectedCall[] }
  | { type: 'reply'; turn: number | 'last' | 'each' | 'any'; grader: GraderSpec; expected: string | string[] }
  | {
      type: 'judge';
      model: { provider: string; model_id: string };
      criteria: { name: string; description: string }[];
    };
