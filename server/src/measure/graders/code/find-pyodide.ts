import { fileURLToPath } from 'node:url';

/** The tested version. */
const VERSION = '314.0.7';

/** The folder of the package pyodide, which can be installed beside the service; null if it is not. */
export function findPyodide(): string | null {
  try {
    return fileURLToPath(new URL('.', import.meta.resolve('pyodide')));
  } catch {
    return null;
  }
}

/** The error if it is missing. */
export const PYODIDE_MISSING = `Graders in Python need the package pyodide, which is not installed beside the service. Run "npm install pyodide@${VERSION}" in the folder above the one in whose node_modules the service is, or with -g where the service was installed with -g.`;
