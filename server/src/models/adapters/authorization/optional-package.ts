import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

/** A package that is used if it is installed. It is optional because few users need it and it is large. */
export interface OptionalPackage {
  name: string;
  /** What needs the package, as the subject of a sentence. */
  purpose: string;
}

function find({ name }: OptionalPackage): string | null {
  try {
    return createRequire(import.meta.url).resolve(name);
  } catch {
    return null;
  }
}

/** The package to install; null if it is installed. */
export function packageProblem(wanted: OptionalPackage): string | null {
  return find(wanted) === null
    ? `${wanted.purpose} need the package ${wanted.name}, which is not installed. Install it where Touchstone is installed ("npm install ${wanted.name}") and restart.`
    : null;
}

/** Throws if the package is not installed. */
export async function importOptional<T>(wanted: OptionalPackage): Promise<T> {
  const path = find(wanted);
  if (path === null) throw new Error(packageProblem(wanted) ?? '');
  return (await import(pathToFileURL(path).href)) as T;
}
