import { type Client, TouchstoneError } from '@touchstone/client';
import type { OpenService } from '../../service/service.ts';
import { UsageError } from '../../terminal/arguments.ts';

/** A part of an evaluation file that a run stored because the workspace did not have it. */
interface StoredPart {
  /** The name in sentences: `the stack "large"`. */
  called: string;
  remove(client: Client): Promise<unknown>;
}

/** The parts that a run has stored, so that nothing remains if its evaluation is refused. */
export type StoredParts = ReturnType<typeof createStoredParts>;

export function createStoredParts({ clientAfterStop }: Pick<OpenService, 'clientAfterStop'>) {
  const parts: StoredPart[] = [];

  /**
   * Removes them in reverse order. Parts that cannot be removed are named on stderr. A temporary service ends anyway.
   */
  async function remove(): Promise<void> {
    if (clientAfterStop === null) return;
    for (const part of parts.splice(0).reverse()) {
      try {
        await part.remove(clientAfterStop);
      } catch (error) {
        const why = error instanceof Error ? error.message : String(error);
        process.stderr.write(`This run stored ${part.called}, which could not be removed: ${why}\n`);
      }
    }
  }

  return {
    addWorkspace(id: string, name: string): void {
      const params = { path: { workspace_id: id } };
      parts.push({
        called: `the workspace "${name}"`,
        remove: (client) => client.DELETE('/workspaces/{workspace_id}', { params }),
      });
    },
    addSource(workspace_id: string, source_id: string, name: string): void {
      const params = { path: { workspace_id, source_id } };
      parts.push({
        called: `the dataset "${name}"`,
        remove: (client) => client.DELETE('/workspaces/{workspace_id}/sources/{source_id}', { params }),
      });
    },
    addStack(workspace_id: string, stack_id: string, name: string): void {
      const params = { path: { workspace_id, stack_id } };
      parts.push({
        called: `the stack "${name}"`,
        remove: (client) => client.DELETE('/workspaces/{workspace_id}/stacks/{stack_id}', { params }),
      });
    },
    addScenario(workspace_id: string, scenario_id: string, name: string): void {
      const params = { path: { workspace_id, scenario_id } };
      parts.push({
        called: `the scenario "${name}"`,
        remove: (client) => client.DELETE('/workspaces/{workspace_id}/scenarios/{scenario_id}', { params }),
      });
    },
    remove,
    /**
     * Runs a step towards the evaluation. If it is refused, the stored parts are removed; if it waits for an approval
     * or its outcome is unknown, they stay.
     */
    async removeIfRefused<T>(step: () => Promise<T>): Promise<T> {
      try {
        return await step();
      } catch (error) {
        const isRefused =
          error instanceof UsageError || (error instanceof TouchstoneError && error.status < 500);
        if (isRefused) await remove();
        throw error;
      }
    },
  };
}
