import { Readable } from 'node:stream';
import { Type } from 'typebox';
import { AppError } from '../../kernel/errors.ts';
import type { Access } from '../../platform/access/access.ts';
import type { AnyReply, AnyRequest, App } from '../../platform/http/app-type.ts';
import { contentDisposition } from '../../platform/http/content-disposition.ts';
import { answerCreated } from '../../platform/http/idempotent-create.ts';
import { pageJson } from '../../platform/http/page-json.ts';
import { memberAction, memberOperation, memberRoutes } from '../../platform/http/resource-routes.ts';
import { ResourceParams, WorkspaceParams } from '../../platform/http/schemas.ts';
import { encodingByLabel, isAddressType } from '../reading/reading.ts';
import { invalidSource } from './adding/source-input.ts';
import {
  ChunkQuery,
  NewSource,
  OriginalQuery,
  SOURCE_API,
  Source,
  SourceChunkPage,
  SourcePage,
  SourceQuery,
  UploadQuery,
} from './source-schemas.ts';
import type { Sources, Upload } from './sources.ts';

const COLLECTION = '/workspaces/:workspace_id/sources';
const ONE = `${COLLECTION}/:source_id`;
const Params = ResourceParams('source_id');
const tags = ['sources'];
const Text = Type.String();
/** Bodies that the handler reads itself. They are not validated. */
const Bytes = Type.Unknown({
  description: 'The text, in the encoding named by `charset`, otherwise a detected one.',
});
const PdfBytes = Type.Unknown({ description: 'The PDF.' });
const TableBytes = Type.Unknown({ description: 'The file with a table.' });
/** File types with a table that are not text, and the file extensions of their originals. */
const TABLE_FILES: Readonly<Record<string, string>> = {
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'xlsx',
  'application/vnd.apache.parquet': 'parquet',
  'application/gzip': 'gz',
  'application/octet-stream': 'bin',
};
const contentOf = <S>(types: readonly string[], schema: S) =>
  Object.fromEntries(types.map((type) => [type, { schema }]));
const TABLE_CONTENT = contentOf(Object.keys(TABLE_FILES), TableBytes);
/** Media types of texts, besides every `text/*`. */
const TEXT_TYPES = [
  'text/plain',
  'text/markdown',
  'text/html',
  'text/csv',
  'application/x-ndjson',
  'application/jsonl',
];
const isTextType = (essence: string) => essence.startsWith('text/') || TEXT_TYPES.includes(essence);

export function sourceRoutes(app: App, { sources, access }: { sources: Sources; access: Access }): void {
  app.post(
    COLLECTION,
    {
      config: { rawBody: true },
      // A document: only BODY_LIMIT_BYTES limits it.
      bodyLimit: Number.MAX_SAFE_INTEGER,
      schema: {
        tags,
        summary: 'Add a source',
        description:
          'Accepts JSON or a streamed upload. For an upload, send the bytes of a text (`text/*` or JSON lines; HTML is read as a page), of a PDF (`application/pdf`), or of a table in XLSX, Parquet or packed by gzip (its media type or `application/octet-stream`, with `type=text`) as the body, and `type`, `filename` and `title` in the query.',
        params: WorkspaceParams,
        querystring: UploadQuery,
        body: {
          content: {
            'application/json': { schema: NewSource },
            ...contentOf(TEXT_TYPES, Bytes),
            'application/pdf': { schema: PdfBytes },
            ...TABLE_CONTENT,
          },
        },
        response: { 201: Source },
      },
    },
    (request, reply) =>
      mediaTypeOf(request).essence === 'application/json'
        ? createFromJson(sources, access, request, reply)
        : createFromUpload(sources, access, request, reply),
  );

  app.get(
    COLLECTION,
    {
      schema: {
        tags,
        summary: 'List sources',
        description: 'Newest first. Without `limit`, all sources are streamed.',
        params: WorkspaceParams,
        querystring: SourceQuery,
        response: { 200: SourcePage },
      },
    },
    async (request, reply) => {
      const { actor, query } = request;
      const { workspace_id } = request.params;
      if (query.limit !== undefined) return sources.list(actor, workspace_id, query);
      const { first, rest, warnings } = await sources.listAll(actor, workspace_id, query);
      const noted = warnings.length > 0 ? { warnings } : {};
      if (rest === null) return { data: first, next_cursor: null, ...noted };
      reply.header('content-type', 'application/json; charset=utf-8');
      return reply.send(Readable.from(pageJson(first, rest, { next_cursor: null, ...noted })) as never);
    },
  );

  memberRoutes(app, SOURCE_API, sources);

  memberAction(app, SOURCE_API, 'reindex', sources.reindex, { summary: 'Reindex a source' });
  memberAction(app, SOURCE_API, 'retry', sources.retry, { summary: 'Retry a failed source' });

  memberOperation(app, SOURCE_API, ['GET', 'chunks'], sources.chunks, {
    summary: 'List the chunks of a source',
    description: 'In the order of the content.',
    input: ChunkQuery,
    answer: SourceChunkPage,
  });

  app.get(
    `${ONE}/content`,
    {
      schema: {
        tags,
        summary: 'Get the extracted text of a source',
        params: Params,
        response: {
          200: { description: 'The text as Markdown.', content: { 'text/markdown': { schema: Text } } },
        },
      },
    },
    async (request, reply) => {
      const { workspace_id, source_id } = request.params;
      const text = await sources.content(request.actor, workspace_id, source_id);
      reply.headers({ 'content-type': 'text/markdown; charset=utf-8', ...HARMLESS });
      return reply.send(Readable.from(encoded(text)) as never);
    },
  );

  app.get(
    `${ONE}/original`,
    {
      schema: {
        tags,
        summary: 'Get the original of a source',
        params: Params,
        querystring: OriginalQuery,
        response: {
          200: {
            description: 'The bytes with the media type of the upload.',
            content: {
              'application/pdf': { schema: PdfBytes },
              ...TABLE_CONTENT,
              ...contentOf(TEXT_TYPES, Text),
              'text/*': { schema: Text },
            },
          },
        },
      },
    },
    async (request, reply) => {
      const { workspace_id, source_id } = request.params;
      const original = await sources.original(request.actor, workspace_id, source_id);
      const isPdf = original.mediaType === 'application/pdf';
      reply.headers({
        'content-type':
          original.mediaType + (original.charset === null ? '' : `; charset=${original.charset}`),
        'content-length': original.byteSize,
        'content-disposition': contentDisposition(
          isPdf && request.query.inline ? 'inline' : 'attachment',
          original.filename ?? `${source_id}.${isPdf ? 'pdf' : (TABLE_FILES[original.mediaType] ?? 'txt')}`,
        ),
        ...HARMLESS,
      });
      return reply.send(Readable.from(original.bytes) as never);
    },
  );
}

/** Browsers display content of others but never run it, even if it is HTML. */
const HARMLESS = { 'content-security-policy': "sandbox; default-src 'none'" };

type Request = AnyRequest & { params: unknown; query: unknown };

function createFromJson(sources: Sources, access: Access, request: Request, reply: AnyReply): Promise<void> {
  for (const name of Object.keys(request.query as object)) {
    throw invalidSource(`/${name}`, 'is only for streamed uploads; in JSON it is a field of the body');
  }
  const { workspace_id } = request.params as { workspace_id: string };
  return answerCreated(access, request, reply, (alongside) =>
    sources.create(request.actor, workspace_id, request.body as NewSource, alongside),
  );
}

async function createFromUpload(
  sources: Sources,
  access: Access,
  request: Request,
  reply: AnyReply,
): Promise<void> {
  const upload = uploadOf(request);
  const { workspace_id } = request.params as { workspace_id: string };
  const staged = await sources.stage(request.actor, workspace_id, request.body as Readable);
  // An Idempotency-Key compares bodies. The bytes are no longer available, so their hash is compared.
  request.body = { ...upload, content_hash: staged.hash };
  let isUsed = false;
  try {
    await answerCreated(access, request, reply, async (alongside) => {
      const source = await sources.createStaged(request.actor, workspace_id, upload, staged, alongside);
      isUsed = true;
      return source;
    });
  } finally {
    if (!isUsed) await sources.discard(workspace_id, staged);
  }
}

function uploadOf(request: Request): Upload {
  const { essence, charset: label } = mediaTypeOf(request);
  const isText = isTextType(essence);
  const charset = label === undefined ? undefined : encodingByLabel(label);
  const isPdf = essence === 'application/pdf';
  if (!(request.body instanceof Readable) || !(isText || isPdf || Object.hasOwn(TABLE_FILES, essence))) {
    throw new AppError(
      'unsupported_media_type',
      `Send application/json, a text itself as ${TEXT_TYPES.join(', ')} or another text/*, a PDF as application/pdf, or a workbook, Parquet or a packed table as ${Object.keys(TABLE_FILES).join(', ')}.`,
    );
  }
  if (charset === null) {
    throw new AppError('unsupported_media_type', `There is no encoding ${label}; send the text as UTF-8.`);
  }
  const { type, filename, title, sheet } = request.query as UploadQuery;
  if (type === undefined)
    throw invalidSource('/type', 'is missing; a streamed upload needs it as a query parameter');
  if (isAddressType(type)) throw invalidSource('/type', 'cannot be uploaded; send its address as JSON');
  if (sheet !== undefined && (isText || isPdf)) throw invalidSource('/sheet', 'is only for workbooks');
  if ((type === 'pdf') !== isPdf) {
    throw new AppError('unsupported_media_type', `A source of type ${type} cannot be sent as ${essence}.`);
  }
  return {
    type,
    mediaType: essence,
    ...(isText && charset !== undefined && { charset }),
    ...(filename !== undefined && { filename }),
    ...(title !== undefined && { title }),
    ...(sheet !== undefined && { table: { sheet } }),
  };
}

function mediaTypeOf({ headers }: AnyRequest): { essence: string; charset: string | undefined } {
  const [essence = '', ...parameters] = (headers['content-type'] ?? '').split(';').map((part) => part.trim());
  const charset = parameters.find((part) => /^charset=/i.test(part));
  return { essence: essence.toLowerCase(), charset: charset?.slice('charset='.length).replace(/^"|"$/g, '') };
}

async function* encoded(text: AsyncIterable<string>): AsyncGenerator<Buffer> {
  for await (const piece of text) yield Buffer.from(piece);
}
