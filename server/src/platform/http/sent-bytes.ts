import { Readable } from 'node:stream';
import { AppError } from '../../kernel/errors.ts';
import type { AnyRequest } from './app-type.ts';

/** The bytes of a file sent as application/octet-stream; null without a body. Throws for any other media type. */
export function uploadedBytes({ body, headers }: Pick<AnyRequest, 'body' | 'headers'>): Readable | null {
  if (body === undefined || body === null) return null;
  const wanted = 'Send the bytes of the file as application/octet-stream, even if they are JSON.';
  if (!(body instanceof Readable)) {
    throw new AppError('invalid_request', wanted, {
      errors: [{ pointer: '/content-type', detail: 'must be application/octet-stream' }],
    });
  }
  const essence = headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase();
  if (essence !== 'application/octet-stream') throw new AppError('unsupported_media_type', wanted);
  return body;
}
