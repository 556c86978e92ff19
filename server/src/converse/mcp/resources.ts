import type {
  ListResourcesResult,
  ReadResourceResult,
  Resource,
  ResourceTemplateType,
} from '@modelcontextprotocol/server';
import { ResourceNotFoundError } from '@modelcontextprotocol/server';
import type { Evaluations } from '../../evaluate/evaluations/evaluations.ts';
import type { Actor } from '../../kernel/actor.ts';
import { AppError } from '../../kernel/errors.ts';
import { isUuid } from '../../kernel/ids.ts';
import type { Sources } from '../../knowledge/sources/sources.ts';
import type { Workspaces } from '../../platform/workspaces/workspaces.ts';
import { markdownSummary } from './markdown-summary.ts';

/** The services from which resources are read. */
export interface Resources {
  readonly workspaces: Pick<Workspaces, 'list'>;
  readonly sources: Pick<Sources, 'list' | 'content' | 'around'>;
  readonly evaluations: Pick<Evaluations, 'list' | 'get' | 'export' | 'manifest'>;
}

/** Clients read whole resources, so larger content must be read by a tool or downloaded. */
const MAX_CHARACTERS = 2_000_000;
/** Maximum number of resources of each kind on one page, newest first. */
const MAX_LISTED = 100;

/** A kind of resource: its address and reader. */
interface Kind {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly mimeType: string;
  /** The path after the workspace; each `{…_id}` is a UUID. */
  readonly path: string;
  read(resources: Resources, actor: Actor, workspaceId: string, ...ids: string[]): Promise<string>;
}

const SOURCE_TEMPLATE = 'sources/{source_id}';
const EVALUATION_TEMPLATE = 'evaluations/{evaluation_id}';

const KINDS: readonly Kind[] = [
  {
    name: 'source',
    title: 'The text of a source',
    description: 'The extracted text, in Markdown.',
    mimeType: 'text/markdown',
    path: SOURCE_TEMPLATE,
    read: async ({ sources }, actor, workspaceId, id = '') =>
      wholeText(await sources.content(actor, workspaceId, id), 'use read_source to read it in parts'),
  },
  {
    name: 'chunk',
    title: 'A chunk of a source',
    description: 'The text of one chunk, as returned by search.',
    mimeType: 'text/markdown',
    path: `${SOURCE_TEMPLATE}/chunks/{chunk_id}`,
    async read({ sources }, actor, workspaceId, id = '', chunkId = '') {
      const [chunk] = await sources.around(actor, workspaceId, id, chunkId, 0);
      return chunk?.text ?? '';
    },
  },
  {
    name: 'report',
    title: 'The report of an evaluation',
    description: 'An HTML report with tables and charts that opens offline.',
    mimeType: 'text/html',
    path: `${EVALUATION_TEMPLATE}/report`,
    async read({ evaluations }, actor, workspaceId, id = '') {
      const { body } = await evaluations.export(actor, workspaceId, id, { format: 'html' });
      return wholeText(decoded(body), 'use link_export to download it');
    },
  },
  {
    name: 'summary',
    title: 'The results of an evaluation',
    description: 'The answer, verdicts, scores with confidence intervals, and warnings.',
    mimeType: 'text/markdown',
    path: `${EVALUATION_TEMPLATE}/summary`,
    read: async ({ evaluations }, actor, workspaceId, id = '') =>
      markdownSummary((await evaluations.get(actor, workspaceId, id)).resource),
  },
  {
    name: 'manifest',
    title: 'The manifest of an evaluation',
    description: 'The inputs that determine the requests: versions, seeds and hashes.',
    mimeType: 'application/json',
    path: `${EVALUATION_TEMPLATE}/manifest`,
    read: async ({ evaluations }, actor, workspaceId, id = '') =>
      JSON.stringify(await evaluations.manifest(actor, workspaceId, id)),
  },
];

const addressOf = (workspace: string, path: string) => `touchstone://workspaces/${workspace}/${path}`;

export const RESOURCE_TEMPLATES: ResourceTemplateType[] = KINDS.map(
  ({ path, read: _, ...shown }): ResourceTemplateType => ({
    ...shown,
    uriTemplate: addressOf('{workspace_id}', path),
  }),
);

const PATTERNS = KINDS.map((kind) => ({
  kind,
  pattern: new RegExp(`^${addressOf('{workspace_id}', kind.path).replaceAll(/\{\w+\}/g, '([^/]+)')}$`),
}));

/** Throws `ResourceNotFoundError` for an unknown address. */
export async function readResource(
  resources: Resources,
  actor: Actor,
  uri: string,
): Promise<ReadResourceResult> {
  for (const { kind, pattern } of PATTERNS) {
    const [, ...ids] = pattern.exec(uri) ?? [];
    if (ids.length === 0 || !ids.every(isUuid)) continue;
    const [workspaceId = '', ...rest] = ids.map((id) => id.toLowerCase());
    try {
      const text = await kind.read(resources, actor, workspaceId, ...rest);
      return { contents: [{ uri, mimeType: kind.mimeType, text }] };
    } catch (error) {
      if (error instanceof AppError && error.code === 'not_found')
        throw new ResourceNotFoundError(uri, error.message);
      throw error;
    }
  }
  throw new ResourceNotFoundError(uri, 'No resource has this address; see resources/templates/list.');
}

/** The newest sources and reports, one workspace per page. */
export async function listResources(
  { workspaces, sources, evaluations }: Resources,
  actor: Actor,
  cursor: string | undefined,
): Promise<ListResourcesResult> {
  const page = await workspaces.list(actor, { limit: 1, ...(cursor !== undefined && { cursor }) });
  const [workspace] = page.data;
  const nextCursor = page.next_cursor ?? undefined;
  if (!workspace) return { resources: [] };
  const { id: workspaceId } = workspace;
  const some = { limit: MAX_LISTED };
  const [texts, runs] = await Promise.all([
    sources.list(actor, workspaceId, { ...some, status: 'ready' }),
    evaluations.list(actor, workspaceId, some),
  ]);
  const listed: Resource[] = [
    ...texts.data.map(({ id, title }) => ({
      uri: addressOf(workspaceId, `sources/${id}`),
      name: title,
      mimeType: 'text/markdown',
    })),
    ...runs.data.map(({ id, name, status }) => ({
      uri: addressOf(workspaceId, `evaluations/${id}/summary`),
      name,
      description: `An evaluation of ${workspace.name} with status ${status}.`,
      mimeType: 'text/markdown',
    })),
  ];
  return { resources: listed, ...(nextCursor !== undefined && { nextCursor }) };
}

async function wholeText(pieces: AsyncIterable<string>, otherwise: string): Promise<string> {
  let text = '';
  for await (const piece of pieces) {
    text += piece;
    if (text.length <= MAX_CHARACTERS) continue;
    throw new AppError(
      'limit_exceeded',
      `This is longer than the ${MAX_CHARACTERS} characters of a resource; ${otherwise}.`,
    );
  }
  return text;
}

async function* decoded(bytes: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  for await (const piece of bytes) yield decoder.decode(piece, { stream: true });
}
