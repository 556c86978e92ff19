/** A request with a large body, and what is answered. */
export interface LargeBody {
  what: string;
  path: string;
  /** Made when it is sent: all of them are hundreds of megabytes. */
  body(): string;
  headers?: Record<string, string>;
  /** Sent in chunks, without Content-Length. */
  chunked?: boolean;
  status: number;
  code?: string;
}

const MILLION = 1_000_000;
const INPUTS = 10_000;
const once = { 'idempotency-key': 'large-body' };

const string = (field: string, piece: string, megabytes: number) =>
  `{"${field}":"${piece.repeat((megabytes * MILLION) / piece.length)}"}`;

function evaluation(more: object): string {
  const targets = [{ target_type: 'model', model_provider: 'baseline', model_id: 'echo' }];
  return JSON.stringify({ name: 'Large', targets, ...more });
}

/** As many inputs as are documented, of two variables each. */
function manyInputs(): string {
  const inputs = Array.from({ length: INPUTS }, (_, i) =>
    Object.fromEntries(Array.from({ length: 2 }, (_, k) => [`v${k}`, `value ${k} of input ${i} `.repeat(5)])),
  );
  const criteria = [{ name: 'same', grader: 'exact', expected: '{{v1}}' }];
  return evaluation({ custom_eval: { prompt_template: 'Say {{v1}}.', inputs, criteria } });
}

const source = (content: string, type = 'text') =>
  `{"type":"${type}","title":"Large","content":"${content}"}`;

/** Bodies as large as they may be, and larger, against each route that takes large ones and some that do not. */
export function largeBodies(workspaceId: string): LargeBody[] {
  const inside = `/workspaces/${workspaceId}`;
  const tooLarge = { status: 413, code: 'body_too_large' };
  const unfit = { status: 400, code: 'invalid_request' };
  return [
    {
      what: '39 MB in one string, to /session',
      path: '/session',
      body: () => string('key', 'k', 39),
      ...tooLarge,
    },
    {
      what: '39 MB in chunks, to /session',
      path: '/session',
      body: () => string('key', 'k', 39),
      chunked: true,
      ...tooLarge,
    },
    { what: 'a name of 39 MB', path: '/workspaces', body: () => string('name', 'ü', 20), ...tooLarge },
    { what: 'a name of 60 kB', path: '/workspaces', body: () => string('name', 'n', 0.06), ...unfit },
    {
      what: '31 MB to a search',
      path: `${inside}/search`,
      body: () => string('query', 'q', 31),
      ...tooLarge,
    },
    { what: 'a query of 3.9 MB', path: `${inside}/search`, body: () => string('query', 'q', 3.9), ...unfit },
    {
      what: '190,000 source_ids',
      path: `${inside}/search`,
      body: () => JSON.stringify({ query: 'q', source_ids: Array(190_000).fill('x') }),
      ...unfit,
    },
    {
      what: 'a thousand source_ids of a hundred characters, all escaped',
      path: `${inside}/search`,
      body: () =>
        `{"query":"q","source_ids":[${Array(1000)
          .fill(`"${'\\ud83d\\ude80'.repeat(100)}"`)
          .join()}]}`,
      status: 200,
    },
    {
      what: 'a message of 1.9 MB',
      path: `${inside}/messages`,
      body: () => string('content', 'm', 1.9),
      ...unfit,
    },
    {
      what: 'an evaluation of 10,000 inputs',
      path: `${inside}/evaluations`,
      body: manyInputs,
      headers: once,
      status: 201,
    },
    { what: 'the same again', path: `${inside}/evaluations`, body: manyInputs, headers: once, status: 201 },
    {
      what: 'an evaluation of 15 MB that names no targets',
      path: `${inside}/evaluations`,
      body: () => string('name', 'n', 15),
      ...unfit,
    },
    {
      what: 'an evaluation of 190,000 different keys',
      path: `${inside}/evaluations`,
      body: () => `{${Array.from({ length: 190_000 }, (_, i) => `"${i.toString(36)}":0`).join()}}`,
      status: 413,
      code: 'too_many_values',
    },
    {
      what: 'an evaluation of 17 MB',
      path: `${inside}/evaluations`,
      body: () => string('name', 'n', 17),
      ...tooLarge,
    },
    {
      what: 'a text of 38 MB',
      path: `${inside}/sources`,
      body: () => source('words and\\n'.repeat(3.5 * MILLION)),
      headers: once,
      status: 201,
    },
    {
      what: 'a text of 38 MB of escaped quotes',
      path: `${inside}/sources`,
      body: () => source('\\"'.repeat(19 * MILLION)),
      status: 201,
    },
    {
      what: 'a PDF of 38 MB of base64',
      path: `${inside}/sources`,
      body: () => source('AAAA'.repeat(9.5 * MILLION), 'pdf'),
      status: 201,
    },
    {
      what: '38 MB that is no base64 at its end',
      path: `${inside}/sources`,
      body: () => source(`${'AAAA'.repeat(9.5 * MILLION)}?`, 'pdf'),
      ...unfit,
    },
    {
      what: 'a source of 41 MB',
      path: `${inside}/sources`,
      body: () => source('a'.repeat(41 * MILLION)),
      ...tooLarge,
    },
  ];
}

/** Sends one; answers the status and the code. */
export async function sendLarge(
  url: string,
  { path, body, headers, chunked }: LargeBody,
): Promise<{ status: number; code: string | undefined }> {
  const bytes = Buffer.from(body());
  const response = await fetch(url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: chunked ? ReadableStream.from(pieces(bytes)) : bytes,
    duplex: 'half',
  } as RequestInit);
  const { code } = (await response.json()) as { code?: string };
  return { status: response.status, code };
}

async function* pieces(bytes: Buffer) {
  for (let at = 0; at < bytes.length; at += 65_536) yield bytes.subarray(at, at + 65_536);
}
