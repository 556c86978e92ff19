import { type Client, createClient } from '@touchstone/client';
import { type DemoService, startDemoService } from '../../service/temporary-service.ts';
import { UsageError } from '../../terminal/usage-error.ts';
import { readText } from '../definition.ts';

export type EvalService = Pick<DemoService, 'client' | 'stop'> & {
  /** For what is to be said when all else was broken off; null where everything goes away anyway. */
  readonly parting: Client | null;
};

export interface Where {
  url?: string | undefined;
  key?: string | undefined;
  keyFile?: string | undefined;
}

const PARTING_MS = 5000;

/** The server at `url`, or a service of its own on a temporary data directory with the operator's providers. */
export async function openService({ url, key, keyFile }: Where, signal: AbortSignal): Promise<EvalService> {
  if (url === undefined) {
    if (key !== undefined || keyFile !== undefined) throw new UsageError('--key and --key-file need --url.');
    return { ...(await startDemoService([], signal)), parting: null };
  }
  if (!URL.canParse(url)) throw new UsageError(`--url is not an address: ${url}`);
  const secret = keyFile === undefined ? key : (await readText(keyFile)).trim();
  return {
    client: remote(url, secret, () => signal),
    parting: remote(url, secret, () => AbortSignal.timeout(PARTING_MS)),
    stop: async () => {},
  };
}

function remote(url: string, key: string | undefined, signal: () => AbortSignal): Client {
  return createClient({
    baseUrl: url.replace(/\/+$/, ''),
    ...(key !== undefined && { key }),
    fetch: (request) => fetch(request, { signal: signal() }),
  });
}
