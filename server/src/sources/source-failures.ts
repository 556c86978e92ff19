/**
 * The one table of reasons why a source could not be read. `retryable` says whether trying again can help when
 * nothing else has changed; `docs/sources.md` tells what to do about each.
 */
export const SOURCE_FAILURES = {
  empty_content: { retryable: false, message: 'The text holds nothing but white space.' },
  invalid_encoding: {
    retryable: false,
    message: 'The text is not valid UTF-8; convert it and add it again.',
  },
  binary_content: {
    retryable: false,
    message: 'The text holds NUL bytes, so it is binary data or UTF-16; add it as UTF-8 text.',
  },
  too_many_chunks: {
    retryable: false,
    message: 'The text makes more chunks than one source may have; cut it into several sources.',
  },
  reading_timed_out: { retryable: true, message: 'Reading the text took longer than 60 seconds.' },
  stalled: { retryable: true, message: 'Indexing made no progress for two minutes.' },
  indexing_failed: { retryable: true, message: 'Indexing failed several times; the log says why.' },
} as const satisfies Record<string, { retryable: boolean; message: string }>;

export type SourceFailureCode = keyof typeof SOURCE_FAILURES;

/** How a failed source says what went wrong. */
export interface SourceError {
  code: SourceFailureCode;
  message: string;
  retryable: boolean;
}

export function sourceError(code: SourceFailureCode): SourceError {
  return { code, ...SOURCE_FAILURES[code] };
}
