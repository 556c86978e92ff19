import { residentMemory } from '../../src/kernel/resident-memory.ts';
import type { ServeProcess } from './cli-process.ts';
import { httpRequest } from './http-request.ts';

/** The body of an answer of a running service; throws where it is an error. */
// biome-ignore lint/suspicious/noExplicitAny: a JSON body.
export async function ask(service: ServeProcess, method: string, path: string, json?: unknown): Promise<any> {
  const { status, body } = await httpRequest(method, service.url + path, { json });
  if (status >= 300) throw new Error(`${method} ${path} is ${status}: ${JSON.stringify(body)}`);
  return body;
}

/** Resident memory of a service in bytes; 0 when it has just ended. */
export function residentBytes({ child }: Pick<ServeProcess, 'child'>): Promise<number> {
  return residentMemory(child.pid ?? 0);
}

export function mb(bytes: number): string {
  return `${Math.round(bytes / 2 ** 20)} MB`;
}
