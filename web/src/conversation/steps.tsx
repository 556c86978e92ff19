import { useQuery } from '@tanstack/react-query';
import { answer } from '@touchstone/client';
import { useState } from 'react';
import { api } from '../api/api.ts';
import { Problem } from '../ui/problem.tsx';

/** What an agent looked up for an answer, read when it is unfolded. */
export function Steps({ workspaceId, id }: { workspaceId: string; id: string }) {
  const [isOpen, setOpen] = useState(false);
  const { data, error } = useQuery({
    queryKey: ['workspace', workspaceId, 'messages', id, 'steps'],
    queryFn: () => {
      const params = { path: { workspace_id: workspaceId, message_id: id } };
      return answer(api.GET('/workspaces/{workspace_id}/messages/{message_id}/steps', { params }));
    },
    enabled: isOpen,
  });
  return (
    <details className="fold message-steps" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Steps</summary>
      <Problem error={error} />
      {data?.data.length === 0 && <p className="empty">No steps.</p>}
      <ol>
        {data?.data.map(({ tool, input, output, failed, took_ms: took }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: steps are in the order of their calls and never move
          <li key={index}>
            <p>
              <strong>{tool}</strong>{' '}
              <span className="quiet">
                {failed ? 'failed after' : 'took'} {Math.round(took)} ms
              </span>
            </p>
            <pre>{JSON.stringify(input, null, 2)}</pre>
            <details>
              <summary>Output</summary>
              <pre>{JSON.stringify(output, null, 2)}</pre>
            </details>
          </li>
        ))}
      </ol>
    </details>
  );
}
