import type { LeftOutReason } from '../contract.ts';
import { SECRET_KEY_SHAPES } from '../text/key-shapes.ts';
import { NOTEBOOK_NAME } from '../text/notebook.ts';

/** Maximum file size; larger files are generated code or data. */
export const MAX_FILE_BYTES = 512 * 1024;
/** The limit of a notebook with its outputs, which are omitted; the rest has the limit of other files. */
const MAX_NOTEBOOK_BYTES = 25 * 1024 ** 2;

export function maxFileBytes(path: string): number {
  return NOTEBOOK_NAME.test(path) ? MAX_NOTEBOOK_BYTES : MAX_FILE_BYTES;
}

const VENDORED =
  /(?:^|\/)(?:node_modules|bower_components|vendor|third[_-]?party|\.git|\.venv|venv|__pycache__|site-packages|dist-packages|\.next|\.nuxt|\.yarn|Pods|Carthage|\.gradle|\.idea|\.vscode)\//i;

const LOCK_FILES = new Set([
  'package-lock.json',
  'npm-shrinkwrap.json',
  'yarn.lock',
  'pnpm-lock.yaml',
  'bun.lock',
  'deno.lock',
  'cargo.lock',
  'poetry.lock',
  'pipfile.lock',
  'uv.lock',
  'pdm.lock',
  'gemfile.lock',
  'composer.lock',
  'go.sum',
  'flake.lock',
  'mix.lock',
  'pubspec.lock',
  'podfile.lock',
  'package.resolved',
  'gradle.lockfile',
]);

const MINIFIED = /(?:[.-]min\.(?:js|mjs|cjs|css)|\.bundle\.js|\.map|\.chunk\.(?:js|css))$/i;

const BINARY_EXTENSION =
  /\.(?:png|jpe?g|gif|webp|avif|ico|bmp|tiff?|psd|svgz|pdf|zip|t?gz|tar|bz2|xz|zst|7z|rar|jar|war|class|o|a|so|dylib|dll|exe|bin|dat|db|sqlite3?|wasm|pyc|pyo|woff2?|ttf|otf|eot|mp[34]|m4a|wav|ogg|flac|webm|mov|avi|mkv|npy|npz|pt|pth|onnx|safetensors|gguf|parquet|pkl|h5|keystore|p12|der)$/i;

/** Files from which programs read passwords and keys, and private keys. */
const SECRET =
  /^(?:\.env|\.env\..+|.+\.env|\.envrc|[._]netrc|\.pgpass|\.my\.cnf|\.git-credentials|\.htpasswd|\.npmrc|\.pypirc|\.dockercfg|secrets?\.(?:json|toml|ya?ml)|(?:.+[._-])?credentials(?:\.(?:json|csv|ini|toml|ya?ml))?|service[_-]account.*\.json|id_(?:rsa|dsa|ecdsa|ed25519)|.+\.(?:pem|key|p8|ppk|pfx|jks|kdbx|tfstate|tfvars))$/;
const SECRET_PATH = /(?:^|\/)(?:\.docker\/config\.json|\.kube\/config)$/i;
/** Example files show which settings exist, without real values. */
const SECRET_EXAMPLE = /(?:^|[._-])(?:example|sample|template|tmpl|tpl|dist|defaults?)(?=[._-]|$)/;

function isSecret(path: string, name: string): boolean {
  return (SECRET.test(name) && !SECRET_EXAMPLE.test(name)) || SECRET_PATH.test(path);
}

/** Files of settings, whose values may be keys. In other files, a key is more likely an example. */
const SETTINGS_FILE = /\.(?:ini|cfg|cnf|conf|config|properties|toml|ya?ml|json|xml|plist)$/i;
/** A random-looking value beside the name of a secret: `api_key = 9f8e…`. */
const NAMED_KEY =
  /(?:(?:api|access|account|auth|encryption|private|secret|service|signing)[_-]?key|secret|token|passw(?:or)?d)["']?[ \t]{0,20}[:=][ \t]{0,20}["']?((?=[a-z\d+/]{0,200}\d[a-z\d+/]{0,200}\d)(?=[\d+/]{0,200}[a-z])[a-z\d+/]{20,500}={0,2}|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})(?=["',;\s]|$)/gi;
const PLACEHOLDER = /example|sample|dummy|fake|your|changeme|placeholder|x{4}|0{6}|12345/i;

/** Whether a file of settings contains a key. Example files (by name) and placeholders do not count. */
export function containsSecretKey(path: string, text: string): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase();
  if (!SETTINGS_FILE.test(name) || SECRET_EXAMPLE.test(name)) return false;
  const isKey = (found: string) => !PLACEHOLDER.test(found);
  return (
    SECRET_KEY_SHAPES.some(
      ({ needs, regex }) => text.includes(needs) && (text.match(regex) ?? []).some(isKey),
    ) || Array.from(text.matchAll(NAMED_KEY), ([, value = '']) => value).some(isKey)
  );
}

/** Decides by path and size before the file is read. Null if the file is read. */
export function skipReason(path: string, size: number): LeftOutReason | null {
  const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase();
  if (VENDORED.test(path)) return 'vendored';
  if (isSecret(path, name)) return 'secret';
  if (LOCK_FILES.has(name)) return 'lock_file';
  if (MINIFIED.test(name)) return 'minified';
  if (BINARY_EXTENSION.test(name)) return 'binary';
  return size > maxFileBytes(path) ? 'too_large' : null;
}

/** A file with lines this long on average is minified, whatever its name. */
const MINIFIED_LINE = 1_000;

/** The first lines of the pointer files of git-lfs and git-annex. */
const LFS_POINTER =
  /^version https:\/\/(?:git-lfs|hawser)\.github\.com\/spec\/v\d+\n(?:[a-z].*\n)*?oid sha256:/;
const ANNEX_OBJECT = /^(?:(?:\.\.\/)*\.git)?\/annex\/objects\//;
const MAX_POINTER_BYTES = 1_024;
const PRIVATE_KEY = /^-----BEGIN (?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)?-----/;

/** Whether a link, or a text in its place, leads to the objects of git-annex. */
export function isAnnexPointer(target: string): boolean {
  return ANNEX_OBJECT.test(target);
}

function skipByBeginning(bytes: Uint8Array): LeftOutReason | null {
  const beginning = Buffer.from(bytes.subarray(0, MAX_POINTER_BYTES)).toString('latin1');
  if (PRIVATE_KEY.test(beginning.trimStart())) return 'secret';
  const isPointer =
    bytes.length <= MAX_POINTER_BYTES && (LFS_POINTER.test(beginning) || isAnnexPointer(beginning));
  return isPointer ? 'pointer' : null;
}

/**
 * Decides by content: skips pointers to large storage, private keys, files with NUL in the first 8 kB (binary), and
 * code with very long lines (minified).
 */
export function skipByContent(bytes: Uint8Array, isCode: boolean): LeftOutReason | null {
  const byBeginning = skipByBeginning(bytes);
  if (byBeginning !== null) return byBeginning;
  if (bytes.subarray(0, 8192).includes(0) && !hasUtf16Mark(bytes)) return 'binary';
  if (!isCode || bytes.length < 5_000) return null;
  let lines = 1;
  for (const byte of bytes) if (byte === 10) lines++;
  return bytes.length / lines > MINIFIED_LINE ? 'minified' : null;
}

function hasUtf16Mark(bytes: Uint8Array): boolean {
  return (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
}

/** The maximum path length of Linux. */
const MAX_PATH = 4_096;

/**
 * The path inside the repository for a name in the archive, without the enclosing folder. Null for a name that can lead
 * outside: with `..`, absolute, with a drive, a backslash or a control character.
 */
export function repositoryPath(name: string): string | null {
  if (name.length > MAX_PATH) return null;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
  if (name.startsWith('/') || /[\\\0-\x1f\x7f]/.test(name) || /^[a-z]:/i.test(name)) return null;
  const [, ...rest] = name.split('/').filter((segment) => segment !== '' && segment !== '.');
  if (rest.length === 0 || name.split('/').includes('..')) return null;
  return rest.join('/');
}
