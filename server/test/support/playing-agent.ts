import type { Reply } from '@touchstone/mock';

/** What a model is told in a conversation. */
type Message = { role: string; content: string };
// biome-ignore lint/suspicious/noExplicitAny: what a tool returned, as the model reads it.
type Returned = any;
type Call = { name: string; arguments: object };

/** What a question is answered with: what the model says or calls next, given what the tools have returned so far. */
type Play = (returned: readonly Returned[]) => string | readonly Call[];

/** A model that answers each question by its play, the first whose words the question has. */
export function playingAgent(plays: readonly (readonly [RegExp, Play])[]) {
  return ({ messages }: { messages: readonly unknown[] }): Reply => {
    const turns = messages as readonly Message[];
    const asked = turns.findLastIndex(({ role }) => role === 'user');
    const [, play] = plays.find(([words]) => words.test(turns[asked]?.content ?? '')) ?? [];
    const returned = turns
      .slice(asked)
      .filter(({ role }) => role === 'tool')
      .map(({ content }) => JSON.parse(content).data);
    const next = play?.(returned) ?? 'I do not know.';
    return typeof next === 'string'
      ? next
      : { tool_calls: next.map(({ name, arguments: input }) => ({ name, arguments: { ...input } })) };
  };
}
