import { once } from 'node:events';
import { type IncomingHttpHeaders, request } from 'node:http';

/** What a server said; `body` is parsed where it is JSON, undefined where it is empty. */
export interface HttpAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  // biome-ignore lint/suspicious/noExplicitAny: a JSON body; what a test expects of it is what it asserts.
  body: any;
}

/** One request with exactly these headers, `host` and `origin` too, which `fetch` does not let anyone choose. */
export async function httpRequest(
  method: string,
  url: string,
  { headers = {}, json }: { headers?: Record<string, string>; json?: unknown } = {},
): Promise<HttpAnswer> {
  const body = json === undefined ? '' : JSON.stringify(json);
  const type: Record<string, string> = json === undefined ? {} : { 'content-type': 'application/json' };
  const length: Record<string, string> =
    method === 'GET' ? {} : { 'content-length': `${Buffer.byteLength(body)}` };
  const sent = request(url, { method, agent: false, headers: { ...type, ...length, ...headers } });
  sent.end(body);
  const [response] = await once(sent, 'response');
  const text = Buffer.concat(await response.toArray()).toString();
  const isJson = /json/.test(response.headers['content-type'] ?? '');
  return {
    status: response.statusCode,
    headers: response.headers,
    body: text === '' ? undefined : isJson ? JSON.parse(text) : text,
  };
}
