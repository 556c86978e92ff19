import type { Turn } from '../answer.ts';
import { namedIn } from './names-in-text.ts';
import { lastMentioned } from './references.ts';

type Row = { id: string; name: string };

/** The scenarios that a text names. */
export function scenariosNamed<T extends Row>(text: string, scenarios: readonly T[]): T[] {
  return namedIn(text, scenarios, ({ name }) => name);
}

/** The one scenario whose name has all of these words (*our support chat*); null where none or several have. */
export function scenarioByWords<T extends Row>(left: string, scenarios: readonly T[]): T | null {
  const words = wordsOf(left);
  if (words.length === 0) return null;
  const fitting = scenarios.filter(({ name }) => {
    const own = wordsOf(name);
    return words.every((word) => own.includes(word));
  });
  return fitting.length === 1 ? (fitting[0] ?? null) : null;
}

/** The scenario that was spoken of last, else the only one that there is; null where that is none or several. */
export function scenarioInMind<T extends Row>(before: readonly Turn[], scenarios: readonly T[]): T | null {
  const mentioned = lastMentioned(before, scenarios, 'scenario');
  const [only, ...others] = mentioned.length > 0 ? mentioned : scenarios;
  return others.length === 0 ? (only ?? null) : null;
}

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
