import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A span as OTLP over HTTP carries it (opentelemetry-proto 1.x, JSON). */
export interface ReceivedSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  /** By name. */
  attributes: Record<string, unknown>;
  links: { traceId: string; spanId: string }[];
  status: { code?: number };
  /** Of the resource it came from. */
  service: Record<string, unknown>;
}

interface Attribute {
  key: string;
  value: Record<string, unknown>;
}

/** A collector for tests: what is sent to `/v1/traces`, and the headers of it. */
export async function startOtlpReceiver() {
  const spans: ReceivedSpan[] = [];
  const headers: IncomingHttpHeaders[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    headers.push(request.headers);
    if (request.url === '/v1/traces') spans.push(...spansOf(JSON.parse(Buffer.concat(chunks).toString())));
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    headers,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function spansOf({ resourceSpans }: { resourceSpans: Sent[] }): ReceivedSpan[] {
  return resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.flatMap(({ spans }) =>
      spans.map((span) => ({
        ...span,
        links: span.links ?? [],
        status: span.status ?? {},
        attributes: toValues(span.attributes),
        service: toValues(resource.attributes),
      })),
    ),
  );
}

interface Sent {
  resource: { attributes: Attribute[] };
  scopeSpans: { spans: (Omit<ReceivedSpan, 'attributes'> & { attributes: Attribute[] })[] }[];
}

const toValues = (attributes: Attribute[]) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, plainOf(value)]));

function plainOf(value: Record<string, unknown>): unknown {
  if (value.arrayValue)
    return (value.arrayValue as { values: Record<string, unknown>[] }).values.map(plainOf);
  if (value.intValue !== undefined) return Number(value.intValue);
  return Object.values(value)[0];
}
