import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Import } from '../api/api.ts';
import { queries } from '../api/queries.ts';
import { sendFile } from './send-file.ts';

/** Sends the file of an import while the page is open; `percent` of it has arrived. */
export function useSending(workspaceId: string) {
  const client = useQueryClient();
  const [percent, setPercent] = useState(0);
  const sending = useMutation({
    mutationFn: ({ to, file }: { to: Import; file: File }) =>
      sendFile(workspaceId, to, file, (share) => setPercent(Math.floor(100 * share))),
    onSettled: () => client.invalidateQueries({ queryKey: queries.imports(workspaceId).queryKey }),
  });
  return { ...sending, percent };
}
