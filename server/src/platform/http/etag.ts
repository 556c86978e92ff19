import { AppError } from '../../kernel/errors.ts';
import type { AnyReply, AnyRequest } from './app-type.ts';

/** Sets the revision of the resource as a strong entity tag. */
export function setEtag(reply: AnyReply, revision: number): void {
  reply.header('etag', `"${revision}"`);
}

/**
 * The revisions that `If-Match` accepts; null if the header is absent or `*`, so any revision is accepted. A weak tag
 * never matches (RFC 9110, 13.1.1). Throws `invalid_header`.
 */
export function acceptedRevisions(request: AnyRequest): readonly number[] | null {
  const header = request.headers['if-match'];
  if (header === undefined || header.trim() === '*') return null;
  const tags = header.split(',').map((tag) => tag.trim());
  if (!tags.every((tag) => /^(W\/)?"[^"]*"$/.test(tag))) {
    throw new AppError(
      'invalid_header',
      'If-Match must be the ETag of an earlier response, with its quotes, or *.',
      {
        errors: [{ pointer: '/if-match', detail: 'not an entity tag' }],
      },
    );
  }
  return tags.filter((tag) => /^"\d{1,15}"$/.test(tag)).map((tag) => Number(tag.slice(1, -1)));
}
