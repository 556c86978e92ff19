import type { Change } from './rules.ts';
import type { Json } from './task.ts';

/** A step of a conversation. Tokens and cost reported by the target and models are kept with it. */
export type Step =
  | { kind: 'user'; text: string }
  | { kind: 'reply'; text: string; calls: number }
  | ToolStep
  | {
      kind: 'judge';
      judge: string;
      grades: { name: string; score: number; reason: string }[];
      /** The response of a judge that failed because it could not be parsed. */
      reply?: string;
    };

export interface ToolStep {
  kind: 'call';
  name: string;
  /** The arguments as JSON if they are valid, otherwise the text. */
  arguments: Json;
  result: Json;
  failed: boolean;
  changes: Change[];
}

/** The result of each user turn: the last response to it without a tool call. */
export function repliesByTurn(steps: readonly Step[]): string[] {
  const replies: string[] = [];
  let turn = -1;
  for (const step of steps) {
    if (step.kind === 'user') replies[++turn] = '';
    else if (step.kind === 'reply' && turn >= 0 && step.calls === 0) replies[turn] = step.text;
  }
  return replies;
}

export const toolSteps = (steps: readonly Step[]): ToolStep[] => steps.filter((step) => step.kind === 'call');
