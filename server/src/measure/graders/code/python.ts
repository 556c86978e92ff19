import { constants } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { type CodeOutcome, MAX_RETURNED, MAX_THROWN, type RunCall } from './code-messages.ts';

/** The part of pyodide's interface used here; the package is optional. */
interface Pyodide {
  loadPyodide(options: object): Promise<{ runPython(code: string): unknown }>;
}

/** Defines how `grade` is called: with a new namespace each time, and its result or exception as JSON. */
const SETUP = `
import json, sys, traceback

compiled = {}

def place(error):
    if isinstance(error, SyntaxError) and error.filename == 'grader.py':
        return error.lineno, error.offset
    for frame in reversed(traceback.extract_tb(error.__traceback__)):
        if frame.filename == 'grader.py':
            return frame.lineno, None if frame.colno is None else frame.colno + 1
    return None, None

def failed(error):
    line, column = place(error)
    said = error.msg if isinstance(error, SyntaxError) else str(error)
    where = '' if line is None else f' (line {line})' if column is None else f' (line {line}, column {column})'
    return json.dumps({'failed': f'{type(error).__name__}: {said}'[:${MAX_THROWN}] + where})

def call(source, sample):
    try:
        if source not in compiled:
            compiled[source] = compile(source, 'grader.py', 'exec')
        names = {'__name__': 'grader'}
        exec(compiled[source], names)
        if not callable(names.get('grade')):
            raise TypeError('The code has no function "grade".')
        return json.dumps({'value': names['grade'](json.loads(sample))}, allow_nan=False)
    except BaseException as error:
        return failed(error)

# Not what contains the code: that is the process. It only has no use for JavaScript.
for name in ('js', 'pyodide_js'):
    sys.modules[name] = None

call
`;

/** Modules with which code that left WebAssembly could try to reach other processes, native code or the network. */
const REMOVED = [
  'kill',
  '_kill',
  'binding',
  '_linkedBinding',
  'dlopen',
  'getBuiltinModule',
  'execve',
  '_debugProcess',
] as const;

const REMOVED_GLOBALS = ['WebSocket', 'fetch', 'EventSource', 'Worker', 'navigator'] as const;

/**
 * Python in WebAssembly, with only its standard library. Each call has its own namespace; modules are shared by all.
 */
export async function openPython(folder: string): Promise<RunCall> {
  // Pyodide's file system requests this at its creation; the permissions of the process deny it.
  Object.assign(process, { binding: () => ({ fs: constants }) });
  const { loadPyodide } = (await import(pathToFileURL(`${folder}/pyodide.mjs`).href)) as Pyodide;
  const python = await loadPyodide({
    indexURL: folder,
    jsglobals: Object.create(null),
    stdout: () => {},
    stderr: () => {},
  });
  const call = python.runPython(SETUP) as (source: string, sample: string) => string;
  for (const name of REMOVED) Reflect.deleteProperty(process, name);
  for (const name of REMOVED_GLOBALS) Reflect.deleteProperty(globalThis, name);
  return ({ source, sample }) => {
    const outcome = call(source, sample);
    return outcome.length > MAX_RETURNED
      ? { failed: `It returned more than ${MAX_RETURNED} characters.` }
      : (JSON.parse(outcome) as CodeOutcome);
  };
}
