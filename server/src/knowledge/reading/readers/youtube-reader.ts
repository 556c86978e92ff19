import { YoutubeTranscript } from 'youtube-transcript-plus';
import { hostAndPort } from '../../../kernel/address-guard.ts';
import { ReadingFailure, type ReadingFailureCode } from '../failures.ts';
import { createGuardedFetch, type FetchDeps } from '../fetching/guarded-fetch.ts';
import { cleanText } from '../text/clean-text.ts';
import { type Cue, decodeEntities, joinCues } from '../text/transcript.ts';
import type { Reader, ReadOptions } from './reader.ts';
import { parseVideoId } from './youtube-address.ts';
import { adaptPlayerAnswer, adaptTranscript, checkWatchPage } from './youtube-answers.ts';

// The package's own declarations name files that TypeScript cannot resolve; these are the parts used here.
interface FetchParams {
  url: string;
  method?: 'GET' | 'POST';
  headers?: Record<string, string>;
  body?: string;
  lang?: string;
}
interface Segment {
  text: string;
  /** Both in seconds. */
  offset: number;
  duration: number;
  lang: string;
}
interface TranscriptResult {
  segments: Segment[];
  videoDetails: { title: string };
}

export interface YoutubeDeps {
  fetchDeps: FetchDeps;
  baseUrl: URL;
}

const MAX_ANSWER = 10e6;
/** The origin built into the client; its requests are sent to the configured origin instead. */
const ORIGIN = 'https://www.youtube.com';

type Adapt = (text: string) => string;

/** Reads the captions of a video: written ones if there are any, otherwise generated ones. */
export function createYoutubeReader({ fetchDeps, baseUrl }: YoutubeDeps): Reader {
  const pair = hostAndPort(baseUrl);
  const { rules } = fetchDeps;
  const allowHosts = [...rules.allowHosts, pair];
  const { fetch, stop } = createGuardedFetch({ ...fetchDeps, rules: { ...rules, allowHosts, only: [pair] } });

  /** A fetch function for the client. `adapt` changes a response before the client receives it. */
  function fetchThrough({ signal, onStage }: ReadOptions, adapt: Adapt) {
    return ({ url, method = 'GET', headers = {}, body, lang }: FetchParams): Promise<Response> => {
      const target = new URL(url, ORIGIN);
      const address = target.origin === ORIGIN ? new URL(target.pathname + target.search, baseUrl) : target;
      const sent = { ...(lang ? { 'accept-language': lang } : {}), ...headers };
      const options = { signal, method, headers: sent, ...(body === undefined ? {} : { body }) };
      return fetch(address.href, options, async (answer) => {
        refuse(answer.status);
        const pieces: Uint8Array[] = [];
        for await (const piece of answer.body(MAX_ANSWER)) pieces.push(piece);
        const text = Buffer.concat(pieces).toString('utf8');
        onStage({ name: 'fetching', unit: 'bytes', done: text.length, total: null });
        return new Response(answer.status === 200 ? adapt(text) : text, { status: answer.status });
      });
    };
  }

  return {
    stop,
    async read({ url = '' }, options) {
      const video = parseVideoId(url, baseUrl);
      const client = new YoutubeTranscript({
        videoDetails: true,
        signal: options.signal,
        userAgent: fetchDeps.userAgent,
        videoFetch: fetchThrough(options, checkWatchPage),
        playerFetch: fetchThrough(options, adaptPlayerAnswer),
        transcriptFetch: fetchThrough(options, adaptTranscript),
      });
      const { segments, videoDetails } = await client.fetchTranscript(video).then(
        (result) => result as TranscriptResult,
        (error: unknown) => {
          throw failureOf(error);
        },
      );
      const content = joinCues(segments.map(cueOf).filter((cue) => cue.text !== ''));
      const link = `${ORIGIN}/watch?v=${video}`;
      return {
        ok: true,
        title: cleanText(videoDetails.title).trim(),
        mediaType: 'text/vtt',
        charset: null,
        language: /^[a-z]{2}(?=-|$)/i.exec(segments[0]?.lang ?? '')?.[0].toLowerCase() ?? null,
        classification: { kind: 'transcript', reason: 'The captions of a video.' },
        documents: [{ kind: 'transcript', ...content, path: null, link }],
        repository: null,
        leftOut: [],
      };
    },
  };
}

function refuse(status: number): void {
  if (status === 429) throw new ReadingFailure('rate_limited');
  if (status === 403) throw new ReadingFailure('blocked_by_provider');
  if (status >= 500) throw new ReadingFailure('server_error', `status ${status}`);
}

const FAILURES: Readonly<Record<string, ReadingFailureCode>> = {
  YoutubeTranscriptDisabledError: 'captions_disabled',
  YoutubeTranscriptVideoUnavailableError: 'video_unavailable',
  YoutubeTranscriptTooManyRequestError: 'blocked_by_provider',
  YoutubeTranscriptNotAvailableError: 'captions_unavailable',
  YoutubeTranscriptInvalidVideoIdError: 'unsupported_address',
};

function failureOf(error: unknown): ReadingFailure {
  if (error instanceof ReadingFailure) return error;
  const { name } = error as Error;
  return new ReadingFailure(FAILURES[name] ?? 'bad_response', '', error);
}

function cueOf({ offset, duration, text }: Segment): Cue {
  const seconds = Number.isFinite(offset) ? Math.max(0, offset) : 0;
  const until = Number.isFinite(duration) ? seconds + duration : null;
  // Captions are escaped twice: &amp;#39; is an apostrophe.
  const shown = cleanText(decodeEntities(decodeEntities(text)));
  return { seconds, until, text: shown.replace(/\s+/g, ' ').trim() };
}
