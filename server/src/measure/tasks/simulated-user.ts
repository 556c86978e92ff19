import { applyEffects, conditionHolds, type Scope, SimulationFailed } from './rules.ts';
import type { Branch, Json, Task } from './task.ts';
import { repliesByTurn, type Step, toolSteps } from './transcript.ts';

/** A user without a model. */
export type ScriptedUser = ReturnType<typeof byScript>;

/** The user of a task that no model plays; without further turns it says nothing. */
export function createScriptedUser({ user }: Pick<Task, 'user'>): ScriptedUser {
  if (user !== undefined && 'script' in user) return byScript(user.script);
  const turns = user !== undefined && 'turns' in user ? user.turns : [];
  let said = 0;
  return { next: () => turns[said++] ?? null };
}

function byScript(script: readonly Branch[]) {
  let user: Json = {};
  return {
    /** Its next message after these steps; null if it has nothing more to say. Throws `SimulationFailed`. */
    next(steps: readonly Step[], state: Json): string | null {
      const calls = Map.groupBy(
        toolSteps(steps).filter(({ failed }) => !failed),
        ({ name }) => name,
      );
      const scope: Scope = {
        state,
        user,
        reply: repliesByTurn(steps).at(-1) ?? '',
        turn: steps.filter(({ kind }) => kind === 'user').length,
        calls: Object.fromEntries([...calls].map(([name, own]) => [name, own.length])),
      };
      const branch = script.find(({ when }) => when.every((condition) => conditionHolds(condition, scope)));
      if (branch === undefined) return null;
      user = rememberReply(branch, scope);
      return branch.say ?? null;
    },
  };
}

function rememberReply({ effects }: Branch, scope: Scope): Json {
  try {
    return applyEffects(effects, scope, 'user').after;
  } catch (error) {
    if (!(error instanceof SimulationFailed)) throw error;
    throw new SimulationFailed(`The scripted user failed: ${error.message}.`);
  }
}
