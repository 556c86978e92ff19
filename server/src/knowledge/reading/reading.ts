import type { AddressRules } from '../../kernel/address-guard.ts';
import type { Log } from '../../kernel/log.ts';
import { createKeyedSlots } from '../../kernel/slots.ts';
import type { AddressType, ReadRequest, ReadResult, SourceType } from './contract.ts';
import { type ReadingError, ReadingFailure, toReadingError } from './failures.ts';
import { createGuardedFetch, type FetchDeps, type FetchTimes } from './fetching/guarded-fetch.ts';
import { createRobots } from './fetching/robots.ts';
import { PARSER_LIMITS, type ParserLimits } from './parser-pool/parser-limits.ts';
import { createParserPool } from './parser-pool/parser-pool.ts';
import { parseGithubAddress } from './readers/github-address.ts';
import { createGithubReader } from './readers/github-reader.ts';
import { joinSmallPieces, type Reader, type ReadOptions } from './readers/reader.ts';
import { createUploadReader } from './readers/upload-reader.ts';
import { createUrlReader } from './readers/url-reader.ts';
import { parseVideoId } from './readers/youtube-address.ts';
import { createYoutubeReader } from './readers/youtube-reader.ts';
import type { SurveyedTable } from './tables/tables.ts';

export type * from './contract.ts';
export { CLASSIFICATIONS, isAddressType, LEFT_OUT_REASONS, SOURCE_TYPES } from './contract.ts';
export { READING_FAILURES, type ReadingError, type ReadingFailureCode, toReadingError } from './failures.ts';
export { createDownloader, type Downloader, DownloadFailed } from './fetching/downloader.ts';
export { isHtmlPage } from './readers/media-type.ts';
export { cleanText } from './text/clean-text.ts';
export { encodingByLabel } from './text/decode-text.ts';

export interface ReadingSettings extends Pick<AddressRules, 'allowPrivateNetworks'> {
  /** Exact `host:port` pairs, lower case. */
  fetchAllowHosts: readonly string[];
  /** The folder for large documents while they are read. */
  dataDir: string;
  githubUrl: URL;
  githubApiUrl: URL;
  githubToken: string | undefined;
  youtubeUrl: URL;
  /** The User-Agent of every request: the program and its version. */
  userAgent: string;
}

export type ReadingService = ReturnType<typeof createReading>;

/** Maximum number of simultaneous requests to one host. */
const PER_HOST = 2;

/** The five readers. Starts nothing before the first source. */
export function createReading({
  settings,
  log,
  limits = PARSER_LIMITS,
  times,
}: {
  settings: ReadingSettings;
  log: Log;
  limits?: ParserLimits;
  times?: FetchTimes;
}) {
  const stopping = new AbortController();
  const parsers = createParserPool({ log, limits });
  // Texts have a process of their own: they take milliseconds and must not wait behind a PDF of a thousand pages.
  const textParsers = createParserPool({ log, limits: { ...limits, processes: 1, nice: 0 } });
  const fetchDeps: FetchDeps = {
    rules: { allowPrivateNetworks: settings.allowPrivateNetworks, allowHosts: settings.fetchAllowHosts },
    userAgent: settings.userAgent,
    slots: createKeyedSlots(PER_HOST),
    ...(times ? { times } : {}),
  };
  const web = createGuardedFetch(fetchDeps);
  const robots = createRobots({ fetch: web.fetch, userAgent: settings.userAgent });
  const uploads = createUploadReader({ texts: textParsers, others: parsers });
  const readers: Record<SourceType, Reader> = {
    url: createUrlReader({ web, robots, parsers }),
    github: createGithubReader({
      fetchDeps,
      parsers,
      dataDir: settings.dataDir,
      webUrl: settings.githubUrl,
      apiUrl: settings.githubApiUrl,
      token: settings.githubToken,
    }),
    youtube: createYoutubeReader({ fetchDeps, baseUrl: settings.youtubeUrl }),
    pdf: uploads,
    text: uploads,
  };

  return {
    /**
     * Reads one source: fetches it if it has an address, parses it in another process, and detects its language and
     * kind. Failures are values: nothing that a source or a server does makes it throw, nor does a stop.
     */
    async read(
      request: ReadRequest,
      { signal, onStage = () => {} }: Partial<ReadOptions>,
    ): Promise<ReadResult> {
      const ending = signal ? AbortSignal.any([signal, stopping.signal]) : stopping.signal;
      try {
        ending.throwIfAborted();
        return await readers[request.type].read(request, { signal: ending, onStage });
      } catch (error) {
        const failure = failureOf(error, ending, log);
        const { retryAt } = failure;
        return { ok: false, error: toReadingError(failure), ...(retryAt !== undefined && { retryAt }) };
      }
    },
    /**
     * Surveys the columns of a file as a table, read in another process. Nothing is stored. Failures are values.
     * @param pieces the bytes of the file in order; the list is emptied while they are read
     */
    async surveyTable(
      pieces: Uint8Array[],
      { sheet, signal }: { sheet?: string | undefined; signal: AbortSignal },
    ): Promise<SurveyedTable> {
      const ending = AbortSignal.any([signal, stopping.signal]);
      const task = { do: 'table', ...(sheet !== undefined && { sheet }) } as const;
      try {
        const { documents } = await parsers.parse(task, joinSmallPieces(pieces), { signal: ending });
        return JSON.parse(documents[0]?.content ?? '') as SurveyedTable;
      } catch (error) {
        return { unreadable: toReadingError(failureOf(error, ending, log)).message };
      }
    },
    /** Why this type cannot read an address, judging by its form; null if it can. Makes no requests. */
    refusal(type: AddressType, url: string): ReadingError | null {
      try {
        if (type === 'github') parseGithubAddress(url, settings.githubUrl);
        else if (type === 'youtube') parseVideoId(url, settings.youtubeUrl);
        else requireWebAddress(url);
        return null;
      } catch (error) {
        if (error instanceof ReadingFailure) return toReadingError(error);
        throw error;
      }
    },
    /** Ends all readings (`stopped`), the parsing processes and the connections. */
    async stop(): Promise<void> {
      stopping.abort();
      await Promise.all([parsers.stop(), textParsers.stop()]);
      await Promise.all(Object.values(readers).map((reader) => reader.stop?.()));
    },
  };
}

/** Checks only the form. The address that it leads to is checked while fetching. */
function requireWebAddress(text: string): void {
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol) || url.hostname === '') throw new ReadingFailure('invalid_url');
  if (url.username !== '' || url.password !== '') throw new ReadingFailure('credentials_in_url');
}

function failureOf(error: unknown, ending: AbortSignal, log: Log): ReadingFailure {
  if (ending.aborted) return new ReadingFailure('stopped');
  if (error instanceof ReadingFailure) {
    log.debug({ err: error }, 'a source could not be read');
    return error;
  }
  log.error({ err: error }, 'reading a source failed in an unexpected way');
  return new ReadingFailure('parsing_crashed');
}
