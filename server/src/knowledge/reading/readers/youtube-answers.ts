import { ReadingFailure } from '../failures.ts';

/** Returns the page of a video. Throws if the page asks for a login, a consent or a CAPTCHA. */
export function checkWatchPage(html: string): string {
  const isPage = /INNERTUBE_API_KEY/.test(html);
  if (html.includes('class="g-recaptcha"') || !isPage) throw new ReadingFailure('blocked_by_provider');
  return html;
}

interface Player {
  playabilityStatus?: { status?: unknown; reason?: unknown };
  captions?: { playerCaptionsTracklistRenderer?: { captionTracks?: { kind?: unknown }[] } };
}

/** The player's response about a video, with generated caption tracks last, because the client uses the first. */
export function adaptPlayerAnswer(text: string): string {
  const player = parsed(text);
  requirePlayable(player);
  const tracks = player.captions?.playerCaptionsTracklistRenderer?.captionTracks;
  if (!Array.isArray(tracks)) return text;
  tracks.sort((a, b) => Number(a?.kind === 'asr') - Number(b?.kind === 'asr'));
  return JSON.stringify(player);
}

function parsed(text: string): Player {
  try {
    return JSON.parse(text) as Player;
  } catch (error) {
    throw new ReadingFailure('bad_response', 'the player', error);
  }
}

function requirePlayable({ playabilityStatus }: Player): void {
  const status = playabilityStatus?.status;
  const reason = String(playabilityStatus?.reason ?? '');
  if (/bot|unusual traffic/i.test(reason)) throw new ReadingFailure('blocked_by_provider');
  if (status === 'ERROR' || status === 'UNPLAYABLE' || status === 'LOGIN_REQUIRED') {
    throw new ReadingFailure('video_unavailable');
  }
}

const PARAGRAPH = /<p\b([^>]*)>([\s\S]*?)<\/p>/g;

/**
 * Captions in the only form that the client knows, `<text start dur>`. The server may also return `<p t d>` (times in
 * milliseconds, words in `<s>`), in which the client would find no captions.
 */
export function adaptTranscript(xml: string): string {
  if (xml.includes('<text ') || !xml.includes('<p ')) return xml;
  const lines = [...xml.matchAll(PARAGRAPH)].map(([, attributes = '', inner = '']) => {
    const start = Number(/\bt="(\d+)"/.exec(attributes)?.[1] ?? 0) / 1000;
    const duration = Number(/\bd="(\d+)"/.exec(attributes)?.[1] ?? 0) / 1000;
    return `<text start="${start}" dur="${duration}">${inner.replace(/<[^>]*>/g, '')}</text>`;
  });
  return `<transcript>${lines.join('')}</transcript>`;
}
