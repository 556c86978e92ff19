/** The languages of graders. */
export const CODE_LANGUAGES = ['javascript', 'python'] as const;
export type CodeLanguage = (typeof CODE_LANGUAGES)[number];

/** One response to grade with code. */
export interface CodeCall {
  source: string;
  /** Processor time. */
  timeoutMs: number;
  /** The argument of `grade`, as JSON. */
  sample: string;
}

/** Messages to a grading process. Each source is sent once and then identified by its index. */
export interface ToCodeChild {
  sources: string[];
  calls: (Omit<CodeCall, 'source'> & { source: number })[];
}

/** The outcome of a call; `value` is the return value of the code, as JSON. */
export type CodeOutcome = { value: unknown } | { failed: string; timedOut?: true };

/** Messages from a grading process: that it is ready, then the outcome of each call in order. */
export type FromCodeChild = { ready: true } | { outcome: CodeOutcome };

/** Calls `grade` of a source. Throws only if the process can grade nothing more. */
export type RunCall = (call: CodeCall) => CodeOutcome;

/** Maximum characters of a return value (as JSON) and of a thrown error. */
export const MAX_RETURNED = 64_000;
export const MAX_THROWN = 500;
