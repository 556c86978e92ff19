/** Languages in which graders are written. */
export const CODE_LANGUAGES = ['javascript', 'python'] as const;
export type CodeLanguage = (typeof CODE_LANGUAGES)[number];

/** One response to grade by code. */
export interface CodeCall {
  source: string;
  /** Processor time. */
  timeoutMs: number;
  /** What `grade` is called with, as JSON. */
  sample: string;
}

/** To a process that grades. Sources are sent once, and named by their place in the order in which they were sent. */
export interface ToCodeChild {
  sources: string[];
  calls: (Omit<CodeCall, 'source'> & { source: number })[];
}

/** What became of a call; `value` is whatever the code returned, as JSON. */
export type CodeOutcome = { value: unknown } | { failed: string; timedOut?: true };

/** From a process that grades: that it can begin, then the outcome of each call in their order. */
export type FromCodeChild = { ready: true } | { outcome: CodeOutcome };

/** Calls `grade` of a source. Throws only if the process can grade nothing more. */
export type RunCall = (call: CodeCall) => CodeOutcome;

/** The most characters of what code returns, as JSON, and of what it throws. */
export const MAX_RETURNED = 64_000;
export const MAX_THROWN = 500;
