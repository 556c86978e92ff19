import type { TextMessage, ToolSpec } from '../../models/models.ts';
import type { GraderSpec } from '../graders/graders.ts';

/** A checked line of a task file; docs/how-to/tasks-and-agents.md#measure-tasks-with-tools describes each field. */
export interface Task {
  name?: string;
  /** The opening of the conversation; the last message is the user's. */
  messages: TextMessage[];
  tools: SimulatedTool[];
  /** The initial state that tools read and change. */
  state: Json;
  /** What the user says after each response; absent for nothing. */
  user?: SimulatedUser;
  graders: TaskGrader[];
  limits: TaskLimits;
  cluster?: string;
  metadata?: Record<string, unknown>;
}

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** A JSON Pointer (RFC 6901); `{name}` in it is replaced by the argument of that name. */
export type Pointer = string;

/** A JSON value in which `{"$from": pointer}` is replaced by the value at the pointer. */
export type Template = Json;

/** A tool whose results follow from rules: the first that applies is used, and the last one always applies. */
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

/** A condition on the value at a pointer: exactly one of these. */
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

/** What a scripted user says if its conditions hold; without `say` the conversation ends. */
export interface Branch {
  when: Condition[];
  say?: string;
  /** Values that it remembers below `/user`. */
  effects: Effect[];
}

export interface TaskLimits {
  /** Maximum number of the user's messages, including the opening. */
  turns: number;
  /** Maximum number of tool calls. */
  calls: number;
  /** Maximum time of the target over all its responses. */
  seconds: number;
  /** Maximum cost of the target, if its price is known; null for no limit. */
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
