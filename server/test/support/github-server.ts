import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { packTar } from 'modern-tar';
import { startWebServer } from './web-server.ts';

export interface TarFile {
  name: string;
  body?: string | Uint8Array;
  type?: 'file' | 'symlink' | 'link' | 'directory';
  linkname?: string;
}

/** A gzipped tar archive, names as they are given. */
export async function tarball(files: readonly TarFile[]): Promise<Buffer> {
  const entries = files.map(({ name, body = '', type = 'file', linkname }) => ({
    header: { name, type, size: Buffer.byteLength(body), ...(linkname ? { linkname } : {}) },
    body: type === 'file' ? body : null,
  }));
  return gzipSync(await packTar(entries as Parameters<typeof packTar>[0]));
}

export interface FakeRepository {
  /** Ref → commit. */
  refs: Record<string, string>;
  /** The archive, or how it answers. */
  archive: Uint8Array | ((response: ServerResponse) => void);
  /** The name it has moved to. */
  movedTo?: string;
  /** Answers every request of the API with this. */
  refuses?: { status: number; headers?: Record<string, string>; body?: string } | undefined;
  /** Only this token opens it; others are told that it does not exist. */
  token?: string;
}

/**
 * A server that speaks as much of GitHub's REST API as the reader uses: commits by ref, repositories, archives by
 * redirect to a second server, moved repositories by their number.
 */
export async function startGithubServer(repositories: Record<string, FakeRepository>) {
  const names = Object.keys(repositories);
  const codeload = await startWebServer(
    Object.fromEntries(
      names.map((name) => [
        `/${name}/legacy.tar.gz`,
        (_, response) => {
          const { archive } = repositories[name] ?? { archive: new Uint8Array() };
          if (typeof archive === 'function') archive(response);
          else response.writeHead(200, { 'content-type': 'application/x-gzip' }).end(archive);
        },
      ]),
    ),
  );
  const server = await startWebServer((path) => apiHandler(repositories, names, codeload.url, path));
  return {
    url: server.url,
    pair: server.pair,
    codeload,
    requests: server.requests,
    headersOf: server.headersOf,
    async stop() {
      await Promise.all([server.stop(), codeload.stop()]);
    },
  };
}

function apiHandler(
  repositories: Record<string, FakeRepository>,
  names: readonly string[],
  codeload: string,
  path: string,
) {
  return (request: { headers: { authorization?: string | undefined } }, response: ServerResponse) => {
    const json = (status: number, body: object, headers = {}) =>
      response
        .writeHead(status, { 'content-type': 'application/json', ...headers })
        .end(JSON.stringify(body));
    const numbered = /^\/repositories\/(\d+)(\/.*)?$/.exec(path);
    const named = /^\/repos\/([^/]+\/[^/]+)(\/.*)?$/.exec(path);
    const asked = numbered ? names[Number(numbered[1])] : named?.[1];
    const repository = asked === undefined ? undefined : repositories[asked];
    const rest = (numbered ?? named)?.[2] ?? '';
    if (!repository || asked === undefined) return json(404, { message: 'Not Found' });
    const { refuses, token } = repository;
    if (refuses) return response.writeHead(refuses.status, refuses.headers).end(refuses.body ?? '');
    if (token !== undefined && request.headers.authorization !== `Bearer ${token}`) return json(404, {});
    if (repository.movedTo !== undefined) {
      const number = names.indexOf(repository.movedTo);
      return json(301, { message: 'Moved Permanently' }, { location: `/repositories/${number}${rest}` });
    }
    if (rest === '') return json(200, { full_name: asked, default_branch: 'main' });
    const ref = /^\/commits\/(.+)$/.exec(rest)?.[1];
    if (ref !== undefined) {
      const sha = repository.refs[decodeURIComponent(ref)];
      return sha
        ? response.writeHead(200).end(sha)
        : json(422, { message: `No commit found for SHA: ${ref}` });
    }
    if (/^\/tarball\/[\da-f]{40}$/.test(rest)) {
      return response.writeHead(302, { location: `${codeload}/${asked}/legacy.tar.gz` }).end();
    }
    return json(404, { message: 'Not Found' });
  };
}
