import { isAddressType, isHtmlPage } from '../../reading/reading.ts';
import type { SourceRow } from '../source-store.ts';
import { chooseTitle } from '../source-title.ts';
import { patchedTable } from '../table-reading.ts';
import type { Upload } from './source-input.ts';
import type { StagedUpload } from './staging.ts';

/** The row of a new source. With an `owner` it shares the owner's content. */
export function newSourceRow(
  workspace_id: string,
  {
    type,
    filename,
    title,
    mediaType,
    charset,
    url,
    identity,
    table,
  }: Upload & { url?: string | null; identity: string },
  { id, byteSize, hash, beginning }: StagedUpload,
  now: number,
  owner: SourceRow | undefined,
) {
  const owner_id = owner?.id ?? id;
  const isAddress = isAddressType(type);
  const read =
    isAddress && owner ? owner : { media_type: mediaType, byte_size: byteSize, content_hash: hash };
  return {
    workspace_id,
    id,
    owner_id,
    type,
    url: url ?? null,
    identity,
    is_titled: title ? 1 : 0,
    title: firstTitle({ type, url, title, filename, beginning }, owner),
    filename: filename ?? null,
    media_type: read.media_type,
    charset: charset ?? null,
    table_json: patchedTable(null, table ?? {}),
    byte_size: read.byte_size,
    content_hash: read.content_hash,
    status: 'pending',
    stage_json: null,
    error_json: null,
    left_out_json: null,
    classification: 'other',
    language: null,
    holders: owner ? 0 : 1,
    building: 0,
    generation: 0,
    chunk_count: 0,
    change: null,
    indexed_at: null,
    revision: 1,
    created_at: now,
    updated_at: now,
    deleted_at: null,
  };
}

/** The title of a source until it is read. Reading may find a better one, unless a title was given. */
function firstTitle(
  {
    type,
    url,
    ...known
  }: Parameters<typeof chooseTitle>[0] & { type: string; url: string | null | undefined },
  owner: SourceRow | undefined,
): string {
  if (!known.title && owner?.is_titled === 0 && owner.generation > 0) return owner.title;
  if (type === 'text' && !isHtmlPage(Buffer.from(known.beginning.slice(0, 1000)))) return chooseTitle(known);
  const filename = isAddressType(type) ? (url ?? undefined) : known.filename;
  return chooseTitle({ ...known, filename, beginning: '' });
}

/** The content columns of a source that shares the content of an owner. */
export function sharedContentColumns(owner: SourceRow) {
  const { status, stage_json, error_json, left_out_json, classification, language } = owner;
  const { generation, chunk_count, indexed_at } = owner;
  return {
    status,
    stage_json,
    error_json,
    left_out_json,
    classification,
    language,
    generation,
    chunk_count,
    indexed_at,
  };
}
