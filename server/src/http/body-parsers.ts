import type { IncomingMessage } from 'node:http';
import { AppError } from '../kernel/errors.ts';
import type { AnyRequest, App } from './app-type.ts';
import { parseJsonBody } from './json-body.ts';
import { readBody } from './read-body.ts';

/**
 * JSON (also as a merge patch) is parsed strictly; every other media type is 415, except on routes that
 * read raw bytes themselves.
 */
export function addBodyParsers(app: App, bodyLimit: number): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    ['application/json', 'application/merge-patch+json'],
    async (request: AnyRequest, payload: IncomingMessage) => {
      const bytes = await readBody(payload, request.routeOptions.bodyLimit || bodyLimit);
      // A POST without a body may still announce JSON: many clients always do.
      return bytes.length === 0 ? undefined : parseJsonBody(bytes);
    },
  );
  app.addContentTypeParser('*', async (request: AnyRequest, payload: IncomingMessage) => {
    if (request.routeOptions.config.rawBody) return payload;
    const bytes = await readBody(payload, request.routeOptions.bodyLimit || bodyLimit);
    if (bytes.length === 0) return undefined;
    throw new AppError(
      'unsupported_media_type',
      `${request.headers['content-type'] ? 'This media type' : 'A body without a Content-Type'} is not accepted here; send application/json.`,
    );
  });
}
