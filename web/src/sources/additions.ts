import { type MutationState, useMutation, useMutationState, useQueryClient } from '@tanstack/react-query';
import { answer } from '@touchstone/client';
import { api, type Source } from '../api/api.ts';
import { newIdempotencyKey } from '../api/once.ts';
import { queries } from '../api/queries.ts';
import { type Address, recogniseFile } from './recognise.ts';

/** A text or a file that was put into the box. */
export type FileOrText = { title?: string } & ({ text: string } | { file: File });

/** The same, or an address. */
export type Addition = FileOrText | { title?: string; address: Address };

/** How adding one thing goes, from the moment it was put into the box. */
export interface AdditionState {
  id: number;
  addition: Addition;
  status: MutationState['status'];
  error: unknown;
  source: Source | undefined;
}

/**
 * Adds things one after another; those under way, failed and done are kept while the console is open, also while
 * another page is.
 */
export function useAdditions(workspaceId: string) {
  const client = useQueryClient();
  const mutationKey = ['add-source', workspaceId];
  const { mutate } = useMutation({
    mutationKey,
    scope: { id: mutationKey.join() },
    mutationFn: (addition: Addition) => send(workspaceId, addition),
    onSuccess: (source) => {
      const { queryKey } = queries.sources(workspaceId);
      // The row is there before the list is fetched again.
      client.setQueryData(
        queryKey,
        (known) => known && [source, ...known.filter(({ id }) => id !== source.id)],
      );
      return client.invalidateQueries({ queryKey, exact: true });
    },
  });
  const states = useMutationState({
    filters: { mutationKey },
    select: ({ mutationId, state }): AdditionState => ({
      id: mutationId,
      addition: state.variables as Addition,
      status: state.status,
      error: state.error,
      source: state.data as Source | undefined,
    }),
  });
  const forget = (id: number) => {
    const cache = client.getMutationCache();
    const mutation = cache.find({ mutationKey, predicate: ({ mutationId }) => mutationId === id });
    if (mutation) cache.remove(mutation);
  };
  return {
    states,
    add: (addition: Addition, onAdded?: (source: Source) => void) =>
      mutate(addition, onAdded && { onSuccess: onAdded }),
    retry: ({ id, addition }: AdditionState) => {
      forget(id);
      mutate(addition);
    },
    forget,
  };
}

/** What it is called until the service has found a title. */
export function additionName(addition: Addition): string {
  if (addition.title !== undefined) return addition.title;
  if ('file' in addition) return addition.file.name;
  return 'text' in addition ? addition.text.trim().slice(0, 80) : addition.address.url;
}

/** Adds one thing; of a workbook the sheet with this name. */
export async function send(workspaceId: string, addition: Addition & { sheet?: string }): Promise<Source> {
  const path = { workspace_id: workspaceId };
  const title = addition.title === undefined ? {} : { title: addition.title };
  if ('file' in addition) {
    const { type, mediaType } = await recogniseFile(addition.file);
    const sheet = addition.sheet === undefined ? {} : { sheet: addition.sheet };
    const query = { type, filename: addition.file.name.slice(-255), ...title, ...sheet };
    return answer(
      api.POST('/workspaces/{workspace_id}/sources', {
        params: { path, query },
        body: addition.file,
        // A stream of bytes, and not JSON: a large file is never held in memory.
        bodySerializer: (file) => file,
        headers: { 'content-type': mediaType, 'idempotency-key': keyOf(addition) },
      }),
    );
  }
  const body =
    'text' in addition
      ? { type: 'text' as const, content: addition.text, ...title }
      : { ...addition.address, ...title };
  return answer(api.POST('/workspaces/{workspace_id}/sources', { params: { path }, body }));
}

const keys = new WeakMap<Addition, string>();

/** A file that is sent again, because no answer came, is the same file. */
function keyOf(addition: Addition): string {
  const key = keys.get(addition) ?? newIdempotencyKey();
  keys.set(addition, key);
  return key;
}
