import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

/** A package that is used where it is installed, because few need it and it is large. */
export interface OptionalPackage {
  name: string;
  /** What needs it, as the subject of a sentence. */
  purpose: string;
}

function find({ name }: OptionalPackage): string | null {
  try {
    return createRequire(import.meta.url).resolve(name);
  } catch {
    return null;
  }
}

/** What to install; null where it is. */
export function packageProblem(wanted: OptionalPackage): string | null {
  return find(wanted) === null
    ? `${wanted.purpose} need the package ${wanted.name}, which is not installed. Install it where Touchstone is installed ("npm install ${wanted.name}") and restart.`
    : null;
}

/** Throws where it is not installed. */
export async function importOptional<T>(wanted: OptionalPackage): Promise<T> {
  const path = find(wanted);
  if (path === null) throw new Error(packageProblem(wanted) ?? '');
  return (await import(pathToFileURL(path).href)) as T;
}
