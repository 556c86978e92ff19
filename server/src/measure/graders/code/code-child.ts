import { writeSync } from 'node:fs';
import { jsonFrame, readFrames } from '../../../kernel/frames.ts';
import type { FromCodeChild, RunCall, ToCodeChild } from './code-messages.ts';

// The entry of a process that grades with users' code: calls arrive on standard input, outcomes leave on descriptor 3.
// It may read only its own code, write nothing and use no network. The service ends it if it uses too much time or
// memory.

const OUTCOMES = 3;
const NOBODY = 65_534;

const runCall = await openLanguage(process.argv[2], process.argv[3]);
dropPrivileges();
send({ ready: true });

const sources: string[] = [];
for await (const frame of readFrames(process.stdin)) {
  if (frame.kind !== 'json') throw new Error('Something else than calls arrived.');
  const { sources: added, calls } = frame.value as ToCodeChild;
  sources.push(...added);
  for (const call of calls) send({ outcome: runCall({ ...call, source: sources[call.source] ?? '' }) });
}

/** @param folder the folder with pyodide */
async function openLanguage(language: string | undefined, folder = ''): Promise<RunCall> {
  if (language === 'javascript') return (await import('./javascript.ts')).openJavaScript();
  if (language === 'python') return (await import('./python.ts')).openPython(folder);
  throw new Error(`There is no language "${language}".`);
}

/** If the service runs as root, its graders run as nobody, without rights over its processes. */
function dropPrivileges(): void {
  if (process.getuid?.() !== 0) return;
  process.setgroups?.([]);
  process.setgid?.(NOBODY);
  process.setuid?.(NOBODY);
}

/**
 * Blocks until the service has read the earlier messages, so that fast code does not fill the memory of this process.
 */
function send(message: FromCodeChild): void {
  const bytes = jsonFrame(message);
  for (let at = 0; at < bytes.length; ) at += writeSync(OUTCOMES, bytes, at);
}
