/**
 * The only table of reasons why something could not be read: what is wrong, what to do, and whether a retry can succeed
 * without other changes. A code is stable and never reused.
 */
export const READING_FAILURES = {
  // The address
  invalid_url: {
    retryable: false,
    message: 'The address is not a complete http or https address; copy it from the browser.',
  },
  credentials_in_url: {
    retryable: false,
    message:
      'The address holds a user name or password; remove them, because they would be stored and shown.',
  },
  port_not_allowed: {
    retryable: false,
    message: 'Only ports 80 and 443 are read; the operator can allow another one with FETCH_ALLOW_HOSTS.',
  },
  address_not_allowed: {
    retryable: false,
    message:
      'The address leads into a private or reserved network; the operator can allow it with FETCH_ALLOW_HOSTS.',
  },
  unsupported_address: {
    retryable: false,
    message:
      'This type of source cannot be read from such an address; the documentation lists the addresses that can.',
  },
  // The connection
  host_not_found: {
    retryable: true,
    message: 'The host name has no address; check its spelling.',
  },
  connection_failed: {
    retryable: true,
    message: 'The server could not be reached, or it broke the connection; try again later.',
  },
  tls_failed: {
    retryable: false,
    message: 'The server has no valid certificate for its name; its owner has to renew it.',
  },
  timed_out: {
    retryable: true,
    message: 'The server took too long to connect or to answer; try again later, or upload the document.',
  },
  too_slow: {
    retryable: false,
    message: 'The server’s response was too slow or endless; upload the document instead.',
  },
  too_many_redirects: {
    retryable: false,
    message: 'The address redirects more than five times; use the address at which the browser ends.',
  },
  // The answer
  page_not_found: {
    retryable: false,
    message: 'There is nothing at this address (404 or 410); check the address.',
  },
  access_denied: {
    retryable: false,
    message: 'The server requires a login or refuses this program; upload the document instead.',
  },
  rate_limited: { retryable: true, message: 'The server asks for fewer requests; try again later.' },
  server_error: { retryable: true, message: 'The server failed to answer (5xx); try again later.' },
  bad_response: {
    retryable: false,
    message: 'The server’s response is invalid; upload the document instead.',
  },
  blocked_by_robots: {
    retryable: false,
    message:
      "The site's robots.txt asks programs not to read this address; upload the document instead, if you may.",
  },
  robots_unavailable: {
    retryable: true,
    message:
      "The site's robots.txt could not be read, so the address may not be read (RFC 9309); try again later.",
  },
  too_large: {
    retryable: false,
    message: 'The document exceeds the size limit; add parts of it.',
  },
  // The document
  unsupported_media_type: {
    retryable: false,
    message: 'This kind of document cannot be read; HTML, PDF, text, Markdown, JSON, VTT and SRT can.',
  },
  empty_content: {
    retryable: false,
    message: 'No text was found; save a page that scripts build in the browser as PDF, and upload that.',
  },
  binary_content: {
    retryable: false,
    message:
      'The text contains NUL bytes or other control characters, so it is binary data; add the text itself.',
  },
  unreadable_table: {
    retryable: false,
    message: 'The file cannot be read as a table; correct it and add it again.',
  },
  invalid_encoding: {
    retryable: false,
    message:
      'The text is not valid in the encoding that was declared; declare the right one, or save it as UTF-8.',
  },
  too_complex: {
    retryable: false,
    message: 'The document is nested too deeply to be read; save it as text.',
  },
  unreadable_html: {
    retryable: false,
    message: 'The page is not valid HTML; save it as text.',
  },
  not_a_pdf: {
    retryable: false,
    message: 'The file is not a PDF; upload the PDF itself.',
  },
  encrypted_pdf: {
    retryable: false,
    message: 'The PDF needs a password; save it without one and add it again.',
  },
  scanned_pdf: {
    retryable: false,
    message: 'The pages of the PDF are images without text; run text recognition on it and add it again.',
  },
  malformed_pdf: { retryable: false, message: 'The PDF is damaged or truncated; export it again.' },
  too_many_pages: {
    retryable: false,
    message: 'The PDF has more than 10,000 pages; split it into several files.',
  },
  malformed_transcript: {
    retryable: false,
    message: 'The transcript has no cue with a time and a text; check the file.',
  },
  malformed_archive: {
    retryable: false,
    message: 'The archive of the repository is damaged or truncated; try again later.',
  },
  too_many_files: {
    retryable: false,
    message: 'The repository has more files than one source may have; add a folder of it.',
  },
  // GitHub
  repository_not_found: {
    retryable: false,
    message: 'There is no such repository, or it is private and GITHUB_TOKEN gives no access to it.',
  },
  repository_private: {
    retryable: false,
    message: 'GitHub refuses access to the repository; the operator can allow it with GITHUB_TOKEN.',
  },
  repository_moved: { retryable: false, message: 'The repository has moved; add it under its new address.' },
  repository_empty: { retryable: false, message: 'The repository has no commit yet; push one.' },
  repository_unavailable: { retryable: false, message: 'The repository was taken down (451).' },
  invalid_token: {
    retryable: false,
    message: 'GitHub refuses GITHUB_TOKEN: it is wrong, expired or revoked; the operator has to replace it.',
  },
  ref_not_found: {
    retryable: false,
    message: 'The repository has no such branch, tag or commit; check the address.',
  },
  path_not_found: {
    retryable: false,
    message: 'The repository has no text file at this path; check the address.',
  },
  // YouTube
  captions_disabled: {
    retryable: false,
    message: 'The video has no captions; upload a transcript (VTT, SRT or text) instead.',
  },
  captions_unavailable: {
    retryable: true,
    message: 'The captions could not be read; try again, or upload a transcript (VTT, SRT or text).',
  },
  blocked_by_provider: {
    retryable: true,
    message: 'YouTube treats this server as a robot; upload a transcript (VTT, SRT or text).',
  },
  video_unavailable: {
    retryable: false,
    message: 'The video is private, removed, or not available here; check the address.',
  },
  // The parsing process
  parsing_timed_out: {
    retryable: false,
    message: 'Reading the document took longer than 60 seconds; split it into several.',
  },
  parsing_out_of_memory: {
    retryable: false,
    message: 'Reading the document took more than 1 GB of memory; split it into several.',
  },
  parsing_crashed: {
    retryable: true,
    message: 'The process that read the document ended unexpectedly; see the log of the service.',
  },
  no_resources: {
    retryable: true,
    message:
      'The machine ran out of open files, processes or memory; try again, or raise its limits (ulimit -n).',
  },
  chunking_timed_out: {
    retryable: false,
    message: 'Splitting the text into chunks took longer than 60 seconds; split it into several sources.',
  },
  too_many_chunks: {
    retryable: false,
    message: 'The text has more chunks than allowed for one source; split it into several sources.',
  },
  stalled: {
    retryable: true,
    message: 'Indexing made no progress for two minutes; try again when the machine is less busy.',
  },
  indexing_failed: {
    retryable: true,
    message: 'Indexing failed several times; see the log of the service.',
  },
  stopped: { retryable: true, message: 'The service stopped, or the work was cancelled, before the end.' },
} as const satisfies Record<string, { retryable: boolean; message: string }>;

export type ReadingFailureCode = keyof typeof READING_FAILURES;

/** A failed reading in the form of the API. */
export interface ReadingError {
  code: ReadingFailureCode;
  message: string;
  retryable: boolean;
}

/**
 * Ends a reading from anywhere inside this folder; `reading.ts` turns it into a value. `detail` is added to the
 * sentence of the table: a status, a host, a page. It is never a secret and never text of the document.
 */
export class ReadingFailure extends Error {
  override readonly name = 'ReadingFailure';
  readonly code: ReadingFailureCode;
  readonly detail: string;
  /** When the server allows another request, in milliseconds since 1970. */
  readonly retryAt: number | undefined;

  constructor(code: ReadingFailureCode, detail = '', cause?: unknown, retryAt?: number) {
    super(detail === '' ? code : `${code}: ${detail}`, cause === undefined ? undefined : { cause });
    this.code = code;
    this.detail = detail;
    this.retryAt = retryAt;
  }
}

export function isReadingFailureCode(code: unknown): code is ReadingFailureCode {
  return typeof code === 'string' && Object.hasOwn(READING_FAILURES, code);
}

export function toReadingError({ code, detail }: Pick<ReadingFailure, 'code' | 'detail'>): ReadingError {
  const { message, retryable } = READING_FAILURES[code];
  return { code, message: detail === '' ? message : `${message} (${detail})`, retryable };
}
