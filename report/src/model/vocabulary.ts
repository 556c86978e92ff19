/** A word of requirements, and its display name. */
export type Word = readonly [word: string, says: string];

/**
 * Workload types; `docs/reference/settings.md#words-of-a-scenario` has the facts of each, and a test compares the
 * lists.
 */
export const WORKLOAD_WORDS: readonly Word[] = [
  ['general', 'General use'],
  ['chat', 'Conversation with people'],
  ['long_context_chat', 'Conversation over long documents'],
  ['rag', 'Answers from retrieved passages'],
  ['agentic', 'Agent sessions with many tool calls'],
  ['agentic_tool_mix', 'Single tool calls'],
  ['summarization', 'Summaries of documents'],
  ['extraction', 'Fields from text'],
  ['classification', 'Labels for texts'],
  ['code_generation', 'Code generation'],
  ['code_completion', 'Code completion'],
  ['coding_agent', 'Coding agent in a repository'],
  ['reasoning', 'Reasoning'],
  ['batch', 'Batch jobs'],
  ['realtime_voice', 'Spoken conversation'],
  ['embeddings', 'Embeddings'],
];

/** How requests arrive. */
export const TRAFFIC_WORDS: readonly Word[] = [
  ['steady', 'Steady'],
  ['bursty', 'Bursty'],
  ['diurnal', 'Daily cycle'],
  ['spiky', 'Low, with short spikes'],
  ['ramp', 'Rising'],
  ['batch', 'All at once'],
  ['replay', 'Recorded trace'],
  ['user_sessions', 'User sessions with pauses'],
];

/** How difficult leaving a provider may be. */
export const LOCK_IN_WORDS: readonly Word[] = [
  ['none', 'None'],
  ['low', 'Low'],
  ['medium', 'Medium'],
  ['high', 'High (any)'],
];

/** The display name of a word; the word itself if unknown. */
export function labelOfWord(words: readonly Word[], word: string): string {
  return words.find(([known]) => known === word)?.[1] ?? word;
}
