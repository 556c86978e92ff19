import { ReadingFailure } from '../failures.ts';

/** A repository, or a folder or file in it. */
export interface GithubAddress {
  owner: string;
  name: string;
  /** The segments after `/tree/` or `/blob/`: a ref, which can contain slashes, and then a path. */
  refAndPath: string[];
}

const OWNER = /^[a-z\d](?:[a-z\d-]{0,38})$/i;
const NAME = /^[\w.-]{1,100}$/;

/**
 * `{base}/{owner}/{repo}`, also with `.git`, `/tree/{ref}/{path}` or `/blob/{ref}/{path}`.
 *
 * @throws ReadingFailure `unsupported_address` for anything else: issues, wikis, other hosts
 */
export function parseGithubAddress(text: string, base: URL): GithubAddress {
  const url = URL.parse(
    /^[\w.-]+\/[\w./-]+$/.test(text) && text.startsWith(base.host) ? `https://${text}` : text,
  );
  const prefix = base.pathname.replace(/\/+$/, '');
  const isHere = url && bare(url.host) === bare(base.host) && url.pathname.startsWith(`${prefix}/`);
  if (!url || !isHere) throw new ReadingFailure('unsupported_address', `not an address of ${base.host}`);
  if (url.username !== '' || url.password !== '') throw new ReadingFailure('credentials_in_url');
  const [owner = '', repository = '', form, ...rest] = segmentsOf(url.pathname.slice(prefix.length));
  const name = repository.replace(/\.git$/i, '');
  if (!OWNER.test(owner) || !NAME.test(name) || /^\.+$/.test(name)) {
    throw new ReadingFailure('unsupported_address', 'no owner and repository');
  }
  if (form === undefined) return { owner, name, refAndPath: [] };
  if ((form !== 'tree' && form !== 'blob') || rest.length === 0) {
    throw new ReadingFailure('unsupported_address', `/${form}`.slice(0, 40));
  }
  if (rest.some((segment) => segment === '..' || segment === '.')) throw new ReadingFailure('invalid_url');
  return { owner, name, refAndPath: rest };
}

function bare(host: string): string {
  return host.replace(/^www\./, '');
}

function segmentsOf(path: string): string[] {
  try {
    return path.split('/').filter(Boolean).map(decodeURIComponent);
  } catch {
    throw new ReadingFailure('invalid_url');
  }
}
