import { answers, type Handler, startWebServer, type WebServer } from './web-server.ts';

export interface FakeVideo {
  title?: string;
  /** Instead of a page: what the page of the video answers. */
  page?: Handler;
  playability?: { status: string; reason?: string };
  tracks?: { lang: string; asr?: boolean; xml: string; status?: number }[];
}

/**
 * A server that speaks as much of YouTube as the client asks: the page with its key, the player's answer with its
 * caption tracks, the tracks. Track addresses name the real host, as YouTube's do.
 */
export async function startYoutubeServer(videos: Record<string, FakeVideo>): Promise<WebServer> {
  const watch: Handler = (request, response) => {
    const id = new URL(request.url ?? '', 'http://localhost').searchParams.get('v') ?? '';
    const page = videos[id]?.page ?? answers('<html><script>{"INNERTUBE_API_KEY":"key"}</script></html>');
    page(request, response);
  };
  const player: Handler = async (request, response) => {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece as Buffer);
    const { videoId } = JSON.parse(Buffer.concat(pieces).toString()) as { videoId: string };
    const answer = JSON.stringify(playerOf(videoId, videos[videoId]));
    response.writeHead(200, { 'content-type': 'application/json' }).end(answer);
  };
  const timedtext: Handler = (request, response) => {
    const query = new URL(request.url ?? '', 'http://localhost').searchParams;
    const track = videos[query.get('v') ?? '']?.tracks?.[Number(query.get('track'))];
    response.writeHead(track?.status ?? (track ? 200 : 404)).end(track?.xml);
  };
  return startWebServer({ '/watch': watch, '/youtubei/v1/player': player, '/api/timedtext': timedtext });
}

function playerOf(id: string, video: FakeVideo | undefined): object {
  if (!video) return { playabilityStatus: { status: 'ERROR', reason: 'Video unavailable' } };
  const captionTracks = video.tracks?.map(({ lang, asr }, index) => ({
    baseUrl: `https://www.youtube.com/api/timedtext?v=${id}&track=${index}&fmt=srv3`,
    languageCode: lang,
    ...(asr ? { kind: 'asr' } : {}),
  }));
  return {
    playabilityStatus: video.playability ?? { status: 'OK' },
    videoDetails: { videoId: id, title: video.title ?? '' },
    ...(captionTracks ? { captions: { playerCaptionsTracklistRenderer: { captionTracks } } } : {}),
  };
}
