/**
 * The one table of reasons why something could not be read: what a person can do, and whether trying again can help
 * when nothing else has changed. A code is stable and never reused; `docs/reading-failures.md` is checked against it.
 */
export const READING_FAILURES = {
  // The address
  invalid_url: {
    retryable: false,
    message: 'The address cannot be read: it is not a complete http or https address.',
  },
  credentials_in_url: {
    retryable: false,
    message: 'The address holds a user name or password; remove them, they would be stored and shown.',
  },
  port_not_allowed: {
    retryable: false,
    message: 'Only ports 80 and 443 are read; the operator can admit another with FETCH_ALLOW_HOSTS.',
  },
  address_not_allowed: {
    retryable: false,
    message:
      'The address leads into a private or reserved network; the operator can admit it with FETCH_ALLOW_HOSTS.',
  },
  unsupported_address: {
    retryable: false,
    message:
      'This kind of source is not read from such an address; look at the forms the documentation lists.',
  },
  // The way there
  host_not_found: {
    retryable: true,
    message: 'The host name has no address; look whether it is spelled right.',
  },
  connection_failed: {
    retryable: true,
    message: 'The server could not be reached, or it broke the connection.',
  },
  tls_failed: { retryable: false, message: 'The server has no valid certificate for its name.' },
  timed_out: { retryable: true, message: 'The server took too long to answer.' },
  too_many_redirects: { retryable: false, message: 'The address redirects more than five times.' },
  // The answer
  page_not_found: { retryable: false, message: 'There is nothing at this address (404 or 410).' },
  access_denied: {
    retryable: false,
    message: 'The server wants a login or refuses this program (401, 402 or 403).',
  },
  rate_limited: { retryable: true, message: 'The server asks for fewer requests; try again later.' },
  server_error: { retryable: true, message: 'The server failed to answer (5xx).' },
  bad_response: {
    retryable: false,
    message: 'The answer of the server is broken or not one this program understands.',
  },
  blocked_by_robots: {
    retryable: false,
    message: "The site's robots.txt asks programs not to read this address.",
  },
  robots_unavailable: {
    retryable: true,
    message: "The site's robots.txt could not be read, and without it nothing is read there (RFC 9309).",
  },
  too_large: { retryable: false, message: 'The document is larger than this service reads.' },
  // The document
  unsupported_media_type: {
    retryable: false,
    message: 'This is not a kind of document that is read: HTML, PDF, text, Markdown, JSON, VTT and SRT are.',
  },
  empty_content: {
    retryable: false,
    message: 'There is no text to be found; a page that is built by scripts in the browser cannot be read.',
  },
  binary_content: {
    retryable: false,
    message: 'The text holds NUL bytes or other control characters, so it is binary data and not a text.',
  },
  invalid_encoding: {
    retryable: false,
    message:
      'The text is not valid in the encoding that was declared; declare the right one, or save it as UTF-8.',
  },
  too_complex: {
    retryable: false,
    message: 'The document is nested so deeply that reading it would never end.',
  },
  unreadable_html: { retryable: false, message: 'The page is not HTML that can be understood.' },
  not_a_pdf: { retryable: false, message: 'The file is not a PDF, whatever its name says.' },
  encrypted_pdf: {
    retryable: false,
    message: 'The PDF needs a password; save it without one and add it again.',
  },
  scanned_pdf: {
    retryable: false,
    message: 'The pages of the PDF are pictures without text; run text recognition over it and add it again.',
  },
  malformed_pdf: { retryable: false, message: 'The PDF is damaged or cut short.' },
  too_many_pages: {
    retryable: false,
    message: 'The PDF has more than 10,000 pages; cut it into several files.',
  },
  malformed_transcript: { retryable: false, message: 'The transcript holds no cue with a time and a text.' },
  malformed_archive: { retryable: false, message: 'The archive of the repository is damaged or cut short.' },
  too_many_files: {
    retryable: false,
    message: 'There are more files than one source may have; name a folder of them.',
  },
  // GitHub
  repository_not_found: {
    retryable: false,
    message: 'There is no such repository, or it is private and GITHUB_TOKEN does not open it.',
  },
  repository_private: {
    retryable: false,
    message: 'The repository cannot be read with this access; see GITHUB_TOKEN.',
  },
  repository_moved: { retryable: false, message: 'The repository has moved; add it under its new address.' },
  repository_empty: { retryable: false, message: 'The repository has no commit yet.' },
  repository_unavailable: { retryable: false, message: 'The repository was taken down (451).' },
  invalid_token: { retryable: false, message: 'GITHUB_TOKEN is refused: it is wrong, expired or revoked.' },
  ref_not_found: { retryable: false, message: 'The repository has no such branch, tag or commit.' },
  path_not_found: { retryable: false, message: 'The repository has no text file at this path.' },
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
    message:
      'The provider takes this server for a robot and refuses; upload a transcript (VTT, SRT or text).',
  },
  video_unavailable: { retryable: false, message: 'The video is private, removed, or not available here.' },
  // The parsing process
  parsing_timed_out: {
    retryable: false,
    message: 'Reading the document took longer than 60 seconds; cut it into several.',
  },
  parsing_out_of_memory: {
    retryable: false,
    message: 'Reading the document took more memory than it may have (1 GB).',
  },
  parsing_crashed: { retryable: true, message: 'The process that read the document ended unexpectedly.' },
  too_many_chunks: {
    retryable: false,
    message: 'The text makes more chunks than one source may have; cut it into several sources.',
  },
  stalled: { retryable: true, message: 'Indexing made no progress for two minutes.' },
  indexing_failed: { retryable: true, message: 'Indexing failed several times; the log says why.' },
  stopped: { retryable: true, message: 'The service stopped, or the work was called off, before the end.' },
} as const satisfies Record<string, { retryable: boolean; message: string }>;

export type ReadingFailureCode = keyof typeof READING_FAILURES;

/** How a reading that failed says so. */
export interface ReadingError {
  code: ReadingFailureCode;
  message: string;
  retryable: boolean;
}

/**
 * Ends a reading from anywhere inside this folder; its door turns it into a value. `detail` is added to the
 * sentence of the table: a status, a host, a page. Never a secret, never text of the document.
 */
export class ReadingFailure extends Error {
  override readonly name = 'ReadingFailure';
  readonly code: ReadingFailureCode;
  readonly detail: string;
  /** When the other side says it can be asked again, in milliseconds since 1970. */
  readonly retryAt: number | undefined;

  constructor(code: ReadingFailureCode, detail = '', cause?: unknown, retryAt?: number) {
    super(detail === '' ? code : `${code}: ${detail}`, cause === undefined ? undefined : { cause });
    this.code = code;
    this.detail = detail;
    this.retryAt = retryAt;
  }
}

export function isFailureCode(code: unknown): code is ReadingFailureCode {
  return typeof code === 'string' && Object.hasOwn(READING_FAILURES, code);
}

export function readingError({ code, detail }: Pick<ReadingFailure, 'code' | 'detail'>): ReadingError {
  const { message, retryable } = READING_FAILURES[code];
  return { code, message: detail === '' ? message : `${message} (${detail})`, retryable };
}
