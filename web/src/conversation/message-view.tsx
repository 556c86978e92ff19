import { useMutation, useQueryClient } from '@tanstack/react-query';
import { answer } from '@touchstone/client';
import { Pin, PinOff, Square, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { api, type Message } from '../api/api.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { formatTime } from '../ui/format.ts';
import { Problem } from '../ui/problem.tsx';
import { CitedText, Quotes } from './citations.tsx';
import { MadeByAnswer } from './made.tsx';
import { ROLE_NAMES } from './roles.ts';
import { Steps } from './steps.tsx';
import { useAnswer } from './use-answer.ts';

/** What an answer that has ended and is not complete is. */
const UNFINISHED_WORDS = {
  stopped: 'was stopped before it was complete',
  failed: 'failed before it was complete',
};

interface MessageViewProps {
  workspaceId: string;
  message: Message;
  /** It is shown as it is written, word by word. */
  followed: boolean;
}

/** One message: who spoke, when, and what was said. */
export function MessageView({ workspaceId, message: stored, followed }: MessageViewProps) {
  const message = useAnswer(workspaceId, stored, followed);
  const { id, role, agent_name: agent, created_at: at, status, error, pinned, citations } = message;
  const speaker = agent === null ? ROLE_NAMES[role] : `${agent} (${ROLE_NAMES[role].toLowerCase()})`;
  const said = `${speaker}, ${formatTime(at)}`;
  return (
    <li className={role} aria-busy={status === 'streaming'}>
      <div className="message-head">
        <p>
          <strong>{speaker}</strong> <span className="quiet">{formatTime(at)}</span>
        </p>
        <div className="message-actions">
          {status === 'streaming' && <StopAnswer workspaceId={workspaceId} id={id} />}
          <PinMessage workspaceId={workspaceId} id={id} pinned={pinned} said={said} />
          <DeleteMessage workspaceId={workspaceId} id={id} said={said} />
        </div>
      </div>
      <CitedText workspaceId={workspaceId} message={message} />
      {status === 'streaming' && <p className="quiet">Writing…</p>}
      {status !== 'complete' && status !== 'streaming' && (
        <p className="warning">
          This message {UNFINISHED_WORDS[status]}
          {error && `: ${error.detail}`}
        </p>
      )}
      <Quotes workspaceId={workspaceId} citations={citations} />
      {message.made && <MadeByAnswer workspaceId={workspaceId} made={message.made} />}
      {message.reply_to !== undefined && status !== 'streaming' && (
        <Steps workspaceId={workspaceId} id={id} />
      )}
    </li>
  );
}

/** A change of one message; the list is read again after it. */
function useChange(workspaceId: string, change: () => Promise<unknown>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: () => client.invalidateQueries({ queryKey: ['workspace', workspaceId, 'messages'] }),
  });
}

function StopAnswer({ workspaceId, id }: { workspaceId: string; id: string }) {
  const params = { path: { workspace_id: workspaceId, message_id: id } };
  const stop = useChange(workspaceId, () =>
    answer(api.POST('/workspaces/{workspace_id}/messages/{message_id}/stop', { params })),
  );
  return (
    <>
      <Problem error={stop.error} />
      <button type="button" disabled={stop.isPending} onClick={() => stop.mutate()}>
        <Square size={14} aria-hidden /> Stop
      </button>
    </>
  );
}

/** Agents are told a pinned message however long the conversation grows. */
function PinMessage({
  workspaceId,
  id,
  pinned,
  said,
}: {
  workspaceId: string;
  id: string;
  pinned: boolean;
  said: string;
}) {
  const params = { path: { workspace_id: workspaceId, message_id: id } };
  const pin = useChange(workspaceId, () =>
    answer(
      api.PATCH('/workspaces/{workspace_id}/messages/{message_id}', { params, body: { pinned: !pinned } }),
    ),
  );
  return (
    <>
      <Problem error={pin.error} />
      <button
        type="button"
        className="subtle"
        aria-pressed={pinned}
        aria-label={`Pin the message of ${said} for agents`}
        title={pinned ? 'Pinned: agents always read this message' : 'Pin: agents always read this message'}
        disabled={pin.isPending}
        onClick={() => pin.mutate()}
      >
        {pinned ? <PinOff size={16} aria-hidden /> : <Pin size={16} aria-hidden />}
      </button>
    </>
  );
}

function DeleteMessage({ workspaceId, id, said }: { workspaceId: string; id: string; said: string }) {
  const [isAsking, setAsking] = useState(false);
  const params = { path: { workspace_id: workspaceId, message_id: id } };
  const remove = useChange(workspaceId, async () => {
    await answer(api.DELETE('/workspaces/{workspace_id}/messages/{message_id}', { params }));
    setAsking(false);
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
        says={`This deletes the message of ${said}. You cannot undo this.`}
        confirm="Delete"
        isOpen={isAsking}
        change={remove}
        onClose={() => setAsking(false)}
      />
    </>
  );
}
