import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { type Hosts, type MixedDocument, newSourceOf } from './mixed-documents.ts';

/** Adds documents, each once however often the service dies meanwhile. */
export interface BulkAdding {
  /** Adds what is not acknowledged yet; resolves when all is, or when the service is gone. */
  run(workspaceUrl: string): Promise<void>;
  idOf(document: MixedDocument): string | undefined;
}

const CLIENTS = 16;

export function createBulkAdding(documents: readonly MixedDocument[], hosts: Hosts): BulkAdding {
  const keys = documents.map(() => randomUUID());
  const ids = new Map<number, string>();

  async function add(url: string, document: MixedDocument): Promise<void> {
    const response = await fetch(`${url}/sources`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': keys[document.number] ?? '' },
      body: JSON.stringify(newSourceOf(document, hosts)),
    });
    const body = (await response.json()) as { id: string };
    assert.equal(response.status, 201, JSON.stringify(body));
    ids.set(document.number, body.id);
  }

  return {
    idOf: ({ number }) => ids.get(number),
    async run(url) {
      const left = documents.filter(({ number }) => !ids.has(number))[Symbol.iterator]();
      const client = async () => {
        for (const document of left) await add(url, document);
      };
      const done = await Promise.allSettled(Array.from({ length: CLIENTS }, client));
      for (const { reason } of done.filter((one) => one.status === 'rejected')) {
        if (!isCutOff(reason)) throw reason;
      }
    },
  };
}

/** What `fetch` and reading its answer throw when the other side is gone. */
function isCutOff(error: unknown): boolean {
  return error instanceof TypeError && ['fetch failed', 'terminated'].includes(error.message);
}
