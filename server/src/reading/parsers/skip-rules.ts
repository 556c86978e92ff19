/** Why a file of a repository is left out. */
export type SkipReason =
  | 'vendored'
  | 'lock_file'
  | 'minified'
  | 'binary'
  | 'empty'
  | 'too_large'
  | 'not_a_file'
  | 'bad_path';

/** Larger files are generated, or data, or both. */
export const MAX_FILE_BYTES = 512 * 1024;

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

/** Decides by path and size, before the file is read. Null: the file is read. */
export function skipReason(path: string, size: number): SkipReason | null {
  const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase();
  if (VENDORED.test(path)) return 'vendored';
  if (LOCK_FILES.has(name)) return 'lock_file';
  if (MINIFIED.test(name)) return 'minified';
  if (BINARY_EXTENSION.test(name)) return 'binary';
  return size > MAX_FILE_BYTES ? 'too_large' : null;
}

/** A file whose lines are this long on average is minified, whatever its name. */
const MINIFIED_LINE = 1_000;

/** Decides by content: a file with NUL in its first 8 kB is binary, code with very long lines is minified. */
export function skipByContent(bytes: Uint8Array, isCode: boolean): SkipReason | null {
  if (bytes.subarray(0, 8192).includes(0) && !hasUtf16Mark(bytes)) return 'binary';
  if (!isCode || bytes.length < 5_000) return null;
  let lines = 1;
  for (const byte of bytes) if (byte === 10) lines++;
  return bytes.length / lines > MINIFIED_LINE ? 'minified' : null;
}

function hasUtf16Mark(bytes: Uint8Array): boolean {
  return (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
}

/** The limit of Linux. */
const MAX_PATH = 4_096;

/**
 * The path inside the repository for a name in the archive, without the folder around everything. Null for a name that
 * can lead outside: with `..`, absolute, with a drive, a backslash or a control character.
 */
export function repositoryPath(name: string): string | null {
  if (name.length > MAX_PATH) return null;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
  if (name.startsWith('/') || /[\\\0-\x1f\x7f]/.test(name) || /^[a-z]:/i.test(name)) return null;
  const [, ...rest] = name.split('/').filter((segment) => segment !== '' && segment !== '.');
  if (rest.length === 0 || name.split('/').includes('..')) return null;
  return rest.join('/');
}
