import { toTimestamp } from '../../kernel/clock.ts';
import type { LeftOut, ReadingError, SourceType } from '../reading/reading.ts';
import type { Place } from '../search/search.ts';
import type { ChunkRow } from './source-content-store.ts';
import type { Classification, Source, SourceChunk, SourceStatus, Stage } from './source-schemas.ts';
import type { SourceWithContent } from './source-store.ts';
import { readTableSettings } from './table-reading.ts';

/** A source in the form of the API. Fields without a value are omitted, except `url`. */
export function toSource(row: SourceWithContent): Source {
  return {
    id: row.id,
    type: row.type as SourceType,
    url: row.url,
    title: row.title,
    status: row.status as SourceStatus,
    chunk_count: row.chunk_count,
    classification: row.classification as Classification,
    created_at: toTimestamp(row.created_at),
    ...(row.filename !== null && { filename: row.filename }),
    media_type: row.media_type,
    byte_size: row.byte_size,
    ...(row.language !== null && { language: row.language }),
    ...(row.stage_json !== null && { stage: JSON.parse(row.stage_json) as Stage }),
    ...(row.error_json !== null && { error: JSON.parse(row.error_json) as ReadingError }),
    ...(row.left_out_json !== null && { left_out: JSON.parse(row.left_out_json) as LeftOut[] }),
    ...(row.content_hash !== '' && { content_hash: row.content_hash }),
    ...(row.oldest_id !== row.id && { duplicate_of: row.oldest_id }),
    ...readTableSettings(row),
    ...(row.indexed_at !== null && { indexed_at: toTimestamp(row.indexed_at) }),
    updated_at: toTimestamp(row.updated_at),
  };
}

export function toSourceChunk(row: ChunkRow, sourceId: string): SourceChunk {
  const { id, ordinal, text, url, start_at: start, end_at: end } = row;
  const heading = JSON.parse(row.heading_json) as string[];
  const place = row.place_json === null ? {} : (JSON.parse(row.place_json) as Place);
  const location = { heading, start, end, ...place };
  return { id, source_id: sourceId, ordinal, text, location, ...(url !== null && { url }) };
}
