import { AppError } from '../kernel/errors.ts';
import type { NewSource, SourceType } from './source-schemas.ts';

const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;

/**
 * Throws `invalid_request` where the field that the type needs is missing or cannot be read, and
 * `source_type_unavailable` for a type that cannot be read yet. Answers the text.
 */
export function readableContent(input: NewSource): string {
  const { type, url, content } = input;
  if (type === 'text' || type === 'pdf') {
    if (content === undefined || content === null) throw unfit('/content', `is missing; ${type} needs it`);
    if (type === 'text') return content;
    if (!isBase64(content)) throw unfit('/content', 'is not base64');
  } else {
    if (url === undefined || url === null) throw unfit('/url', `is missing; ${type} needs it`);
    if (!isWebAddress(url)) throw unfit('/url', 'is not an http or https address');
  }
  throw unavailable(type);
}

/** What is thrown for a type of source that cannot be read yet. */
export function unavailable(type: SourceType): AppError {
  return new AppError(
    'source_type_unavailable',
    `Sources of type ${type} cannot be read yet; add the text itself as type text.`,
    { errors: [{ pointer: '/type', detail: 'only text can be read yet' }] },
  );
}

export function unfit(pointer: string, detail: string): AppError {
  return new AppError('invalid_request', `The source does not fit: ${pointer} ${detail}.`, {
    errors: [{ pointer, detail }],
  });
}

function isBase64(text: string): boolean {
  const bare = text.replace(/[\r\n]+/g, '');
  return BASE64.test(bare) && bare.length % 4 !== 1;
}

function isWebAddress(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && (url.protocol === 'http:' || url.protocol === 'https:') && url.hostname !== '';
}
