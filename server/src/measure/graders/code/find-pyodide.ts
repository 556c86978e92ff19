import { fileURLToPath } from 'node:url';

/** The version that is tested. */
const VERSION = '314.0.7';

/** The folder of the package pyodide, which people install beside the service; null where they did not. */
export function findPyodide(): string | null {
  try {
    return fileURLToPath(new URL('.', import.meta.resolve('pyodide')));
  } catch {
    return null;
  }
}

/** What is said where it is missing. */
export const PYODIDE_MISSING = `Graders in Python need the package pyodide, which is not installed beside the service. Run "npm install pyodide@${VERSION}" in the folder above the one in whose node_modules the service is, or with -g where the service was installed with -g.`;
