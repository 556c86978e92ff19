import type { Change } from './rules.ts';
import type { Json } from './task.ts';

/** A step of a conversation. What the target and models say beside it (tokens, cost) is kept with it. */
export type Step =
  | { kind: 'user'; text: string }
  | { kind: 'reply'; text: string; calls: number }
  | ToolStep
  | {
      kind: 'judge';
      judge: string;
      grades: { name: string; score: number; reason: string }[];
      /** The reply of a judge that failed, where it could not be read. */
      reply?: string;
    };

export interface ToolStep {
  kind: 'call';
  name: string;
  /** As JSON where they are; else the text that came. */
  arguments: Json;
  result: Json;
  failed: boolean;
  changes: Change[];
}

/** The result of each user turn: the last reply to it that calls no tool. */
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
