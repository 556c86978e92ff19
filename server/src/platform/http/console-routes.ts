import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import fastifyStatic from '@fastify/static';
import { AppError } from '../../kernel/errors.ts';
import type { AnyReply, AnyRequest, App } from './app-type.ts';

export interface ConsoleOptions {
  /** The folder that Vite built: index.html, and files with a hash in their names under assets/. */
  directory: string;
  basePath: string;
  version: string;
}

/**
 * Only this origin (which is also that of the API), no inline script, never in a frame.
 */
const CONTENT_SECURITY_POLICY = [
  "default-src 'self'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "object-src 'none'",
  "base-uri 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

const YEAR_MS = 365 * 86_400_000;

/**
 * Serves the console under `/console/`, and a redirect to it at the root of the mount. Addresses whose last part has no
 * dot belong to the console and return index.html with a `<base>` for its mount path: built with a relative base, it
 * works under any BASE_PATH.
 */
export async function consoleRoutes(app: App, options: ConsoleOptions): Promise<void> {
  const { directory, basePath, version } = options;
  await app.register(fastifyStatic, {
    root: directory,
    serve: false,
    dotfiles: 'ignore',
    preCompressed: true,
  });
  const route = { config: { role: 'open' }, schema: { hide: true } } as const;

  app.get('/console', route, (request, reply) =>
    pathOf(request).endsWith('/') ? sendIndex(reply, options) : reply.redirect(`${basePath}/console/`, 302),
  );

  app.get('/console/*', route, (request, reply) => {
    const file = (request.params as { '*': string })['*'];
    if (!basename(file).includes('.') || file === 'index.html') return sendIndex(reply, options);
    secure(reply);
    return file.startsWith('assets/')
      ? reply.sendFile(file, { maxAge: YEAR_MS, immutable: true })
      : reply.sendFile(file, { maxAge: 0 });
  });

  const start = {
    name: 'Touchstone',
    version,
    console: `${basePath}/console/`,
    docs: `${basePath}/docs`,
    openapi: `${basePath}/openapi.json`,
    workspaces: `${basePath}/workspaces`,
  };
  app.get('/', route, (request, reply) => {
    reply.header('vary', 'accept');
    return request.headers.accept?.includes('text/html')
      ? reply.redirect(start.console, 302)
      : reply.send(start);
  });
}

/** The page for a person who opens an address of the console that cannot be read; otherwise null. */
export function consolePageToServe({ method, url, headers }: AnyRequest, basePath: string): string | null {
  const isPage = method === 'GET' && url.startsWith(`${basePath}/console/`);
  return isPage && headers.accept?.includes('text/html') ? `${basePath}/console/no-such-page` : null;
}

async function sendIndex(reply: AnyReply, { directory, basePath }: ConsoleOptions): Promise<AnyReply> {
  const html = await readFile(`${directory}/index.html`, 'utf8').catch((cause: unknown) => {
    throw new AppError('not_found', 'The console is not built; "npm start" in a checkout builds it.', {
      cause,
    });
  });
  secure(reply);
  reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8');
  return reply.send(html.replace('<head>', `<head><base href="${basePath}/console/">`));
}

function secure(reply: AnyReply): void {
  reply.header('content-security-policy', CONTENT_SECURITY_POLICY);
}

function pathOf({ url }: AnyRequest): string {
  return url.split('?', 1)[0] ?? '';
}
