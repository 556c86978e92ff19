import { readFileSync, realpathSync, statSync } from 'node:fs';
import { basename, sep } from 'node:path';
import { sha256 } from '../../../kernel/json.ts';
import { SHOWN_HASH } from '../timeout-option.ts';
import { canContain } from './containment.ts';

/** Why a program may not be run, as a sentence with what to do; null where it may. */
export function programProblem(program: string, allowed: readonly string[]): string | null {
  const path = realPath(program);
  if (path === null) return `The grader command names ${program}, which is no file on this machine.`;
  const isAllowed = allowed.some((one) => {
    const within = realPath(one);
    return within !== null && (path === within || path.startsWith(`${within}${sep}`));
  });
  return isAllowed
    ? null
    : `The grader command may not run ${program}: it is trusted code. The operator allows it with COMMAND_GRADERS, which names programs or folders of programs.`;
}

function realPath(path: string): string | null {
  try {
    return realpathSync(path);
  } catch {
    return null;
  }
}

const hashes = new Map<string, { read: string; hash: string }>();

/** `check.py 9f86d081884c7d65`: the hash is that of its file and its arguments. */
export function programVersion(run: readonly string[]): string {
  const [program = '', ...args] = run;
  const version = `command ${basename(program)} ${sha256(JSON.stringify([hashOf(program), ...args])).slice(0, SHOWN_HASH)}`;
  return canContain() ? version : `${version} (not contained)`;
}

/** Read once for each change: a version is asked for with every response. */
function hashOf(program: string): string {
  const found = statSync(program, { throwIfNoEntry: false });
  if (found === undefined || !found.isFile()) return '';
  const read = `${found.mtimeMs} ${found.size} ${found.ino}`;
  const known = hashes.get(program);
  if (known?.read === read) return known.hash;
  const hash = sha256(readFileSync(program));
  hashes.set(program, { read, hash });
  return hash;
}
