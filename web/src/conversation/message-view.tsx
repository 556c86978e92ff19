import { useMutation, useQueryClient } from '@tanstack/react-query';
import { answer } from '@touchstone/client';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { api, type Message } from '../api/api.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { when } from '../ui/format.ts';
import { Markdown } from '../ui/markdown.tsx';
import { ROLE_NAMES } from './roles.ts';

/** What a message that is not complete is. */
const UNFINISHED = {
  streaming: 'is still being written',
  stopped: 'was stopped before its end',
  failed: 'failed before its end',
};

/** One message: who spoke, when, and what was said. */
export function MessageView({ workspaceId, message }: { workspaceId: string; message: Message }) {
  const { role, agent_name: agent, created_at: at, status, content, error } = message;
  const speaker = agent === null ? ROLE_NAMES[role] : `${agent} (${ROLE_NAMES[role].toLowerCase()})`;
  return (
    <li className={role}>
      <div className="message-head">
        <p>
          <strong>{speaker}</strong> <span className="quiet">{when(at)}</span>
        </p>
        <DeleteMessage workspaceId={workspaceId} id={message.id} said={`${speaker}, ${when(at)}`} />
      </div>
      <Markdown text={content} />
      {status !== 'complete' && (
        <p className="warning">
          This message {UNFINISHED[status]}
          {error && `: ${error.detail}`}
        </p>
      )}
    </li>
  );
}

function DeleteMessage({ workspaceId, id, said }: { workspaceId: string; id: string; said: string }) {
  const client = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const remove = useMutation({
    mutationFn: () => {
      const params = { path: { workspace_id: workspaceId, message_id: id } };
      return answer(api.DELETE('/workspaces/{workspace_id}/messages/{message_id}', { params }));
    },
    onSuccess: () => {
      setAsking(false);
      return client.invalidateQueries({ queryKey: ['workspace', workspaceId, 'messages'] });
    },
  });
  return (
    <>
      <button
        type="button"
        className="subtle"
        aria-label={`Delete the message of ${said}`}
        onClick={() => setAsking(true)}
      >
        <Trash2 size={16} aria-hidden />
      </button>
      <ConfirmDialog
        title="Delete this message?"
        says={`The message of ${said} will be gone. This cannot be undone.`}
        confirm="Delete"
        isOpen={isAsking}
        change={remove}
        onClose={() => setAsking(false)}
      />
    </>
  );
}
