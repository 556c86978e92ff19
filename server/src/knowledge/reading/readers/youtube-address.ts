import { ReadingFailure } from '../failures.ts';

const HOSTS = new Set([
  'youtube.com',
  'www.youtube.com',
  'm.youtube.com',
  'music.youtube.com',
  'youtube-nocookie.com',
  'www.youtube-nocookie.com',
]);
const ID = /^[\w-]{11}$/;

/**
 * The video id in an address: `watch?v=`, `/shorts/`, `/live/`, `/embed/`, `/v/`, `youtu.be/`.
 *
 * @throws ReadingFailure `unsupported_address` for anything else: channels, playlists, other hosts
 */
export function parseVideoId(text: string, base: URL): string {
  const url = URL.parse(/^(?:[a-z-]+\.)?(?:youtube\.com|youtu\.be)\//.test(text) ? `https://${text}` : text);
  if (!url) throw new ReadingFailure('invalid_url');
  if (url.username !== '' || url.password !== '') throw new ReadingFailure('credentials_in_url');
  const id = idOf(url, base);
  if (id === null || !ID.test(id))
    throw new ReadingFailure('unsupported_address', 'not the address of a video');
  return id;
}

function idOf(url: URL, base: URL): string | null {
  const [first = '', second = ''] = url.pathname.split('/').filter(Boolean);
  if (url.hostname === 'youtu.be') return first;
  if (!HOSTS.has(url.hostname) && url.host !== base.host) return null;
  if (first === 'watch') return url.searchParams.get('v');
  return ['shorts', 'live', 'embed', 'v'].includes(first) ? second : null;
}
