import { Readable } from 'node:stream';
import { AppError } from '../../kernel/errors.ts';
import { sha256 } from '../../kernel/json.ts';
import type { AnyRequest } from './app-type.ts';
import { readBody } from './read-body.ts';

export interface SentFile {
  /** The name of the form field, and of the file. */
  field: string;
  name: string;
  bytes: Uint8Array<ArrayBuffer>;
}

/**
 * Reads the files of a form (multipart/form-data) into memory, together at most `limit` bytes. Throws for any other
 * media type; [] without a body.
 */
export async function sentFiles(request: AnyRequest, limit: number): Promise<SentFile[]> {
  const { body, headers } = request;
  if (body === undefined || body === null) return [];
  const type = headers['content-type'] ?? '';
  const wanted = 'Send the files as multipart/form-data.';
  if (!(body instanceof Readable) || !/^multipart\/form-data\s*;/i.test(type))
    throw new AppError('unsupported_media_type', wanted, {
      errors: [{ pointer: '/content-type', detail: 'must be multipart/form-data' }],
    });
  const bytes = await readBody(request.raw, limit, {
    tooLarge: `The files are larger than ${limit / 1024 ** 2} MB together. Send fewer or smaller files at once.`,
  });
  request.bodyHash = sha256(bytes);
  const files: SentFile[] = [];
  for (const [field, value] of await formOf(bytes, type)) {
    if (typeof value === 'string')
      throw new AppError('invalid_request', `The field ${field} is no file.`, {
        errors: [{ pointer: `/${field}`, detail: 'must be a file' }],
      });
    files.push({ field, name: value.name, bytes: new Uint8Array(await value.arrayBuffer()) });
  }
  return files;
}

async function formOf(bytes: Buffer, type: string): Promise<FormData> {
  try {
    const body = bytes as Buffer<ArrayBuffer>;
    return await new Response(body, { headers: { 'content-type': type } }).formData();
  } catch (cause) {
    throw new AppError('malformed_request', 'The form cannot be read: a part or its end is missing.', {
      cause,
    });
  }
}
