/** A word that requirements may use, and what people call it. */
export type Word = readonly [word: string, says: string];

/** What the requests look like; `docs/reference/settings.md#words-of-a-scenario` has the facts behind each word, and a test compares the lists. */
export const WORKLOADS: readonly Word[] = [
  ['general', 'Any use of a language model'],
  ['chat', 'Conversation with people'],
  ['long_context_chat', 'Conversation over long documents'],
  ['rag', 'Answers from retrieved passages'],
  ['agentic', 'Sessions of many calls with tools'],
  ['agentic_tool_mix', 'Agents and tools, single calls'],
  ['summarization', 'Summaries of documents'],
  ['extraction', 'Fields out of text'],
  ['classification', 'A label for a text'],
  ['code_generation', 'Code written on request'],
  ['code_completion', 'Code completed while it is typed'],
  ['coding_agent', 'An agent that works in a repository'],
  ['reasoning', 'Models that reason before they answer'],
  ['batch', 'Large jobs that nobody waits for'],
  ['realtime_voice', 'Spoken conversation'],
  ['embeddings', 'Vectors for texts'],
];

/** How requests arrive. */
export const TRAFFIC: readonly Word[] = [
  ['steady', 'Steady'],
  ['bursty', 'In bursts'],
  ['diurnal', 'By the time of day'],
  ['spiky', 'Quiet, with short spikes'],
  ['ramp', 'Rising'],
  ['batch', 'All at once'],
  ['replay', 'As a recorded trace'],
  ['user_sessions', 'Users who wait, think and ask again'],
];

/** How hard it may be to leave. */
export const LOCK_IN: readonly Word[] = [
  ['none', 'None: everything can be replaced'],
  ['low', 'Low'],
  ['medium', 'Medium'],
  ['high', 'High: any'],
];

/** What people call a word; the word itself where it is none of the list. */
export function wordSays(words: readonly Word[], word: string): string {
  return words.find(([known]) => known === word)?.[1] ?? word;
}
