import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { answer } from '@touchstone/client';
import { useState } from 'react';
import { api, baseUrl, type Source } from '../api/api.ts';
import { queries } from '../api/queries.ts';
import { AskAbout } from '../ui/ask-about.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Field } from '../ui/field.tsx';
import { type FilledFields, Form } from '../ui/form.tsx';
import { Problem } from '../ui/problem.tsx';
import { isTable } from './inspect-table.ts';
import { validateRoomSearch } from './room-search.ts';

interface SourceProps {
  workspaceId: string;
  source: Source;
}

/** Reads a source again; one that failed is tried again. */
export function useReadAgain(workspaceId: string, { id, status }: Source) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => {
      const params = { path: { workspace_id: workspaceId, source_id: id } };
      return answer(
        status === 'failed'
          ? api.POST('/workspaces/{workspace_id}/sources/{source_id}/retry', { params })
          : api.POST('/workspaces/{workspace_id}/sources/{source_id}/reindex', { params }),
      );
    },
    onSuccess: () => client.invalidateQueries({ queryKey: ['workspace', workspaceId, 'sources'] }),
  });
}

/** What can be done with a source. */
export function SourceActions({ workspaceId, source }: SourceProps) {
  const again = useReadAgain(workspaceId, source);
  const isUnderWay = source.status === 'pending' || source.status === 'processing';
  return (
    <>
      {isTable(source) && (
        <Link
          className="button primary"
          to="/workspaces/$workspaceId/evaluations/new"
          params={{ workspaceId }}
          search={{ asks: source.id }}
        >
          Evaluate its rows
        </Link>
      )}
      <Original workspaceId={workspaceId} source={source} />
      <AskAbout workspaceId={workspaceId} question={`What does “${source.title}” say about `} />
      <button type="button" disabled={again.isPending || isUnderWay} onClick={() => again.mutate()}>
        {source.status === 'failed' ? 'Try again' : 'Read again'}
      </button>
      <RenameSource workspaceId={workspaceId} source={source} />
      <DeleteSource workspaceId={workspaceId} source={source} />
      <Problem error={again.error} />
    </>
  );
}

/** The address of the bytes that were uploaded. */
export function originalAddress(workspaceId: string, { id }: Source): string {
  return `${baseUrl}/workspaces/${workspaceId}/sources/${id}/original`;
}

/** The address that was read, or the bytes that were uploaded: those are saved and never shown as a page. */
function Original({ workspaceId, source }: SourceProps) {
  const { url, filename } = source;
  if (url === null) {
    return (
      <a className="button" href={originalAddress(workspaceId, source)} download={filename ?? ''}>
        Download original
      </a>
    );
  }
  return <OutsideLink href={url}>Open original</OutsideLink>;
}

/** A link out of the console, in a tab of its own; nothing where it is no address of the web. */
export function OutsideLink({ href, children }: { href: string; children: string }) {
  if (!/^https?:\/\//i.test(href)) return null;
  return (
    <a className="button" href={href} target="_blank" rel="noreferrer">
      {children} ↗
    </a>
  );
}

function RenameSource({ workspaceId, source }: SourceProps) {
  const client = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const rename = useMutation({
    mutationFn: (form: FilledFields) => {
      const params = { path: { workspace_id: workspaceId, source_id: source.id } };
      const body = { title: form.text('title') ?? source.title };
      return answer(api.PATCH('/workspaces/{workspace_id}/sources/{source_id}', { params, body }));
    },
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: queries.sources(workspaceId).queryKey });
      setOpen(false);
    },
  });
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Rename
      </button>
      <Dialog title="Rename source" isOpen={isOpen} onClose={() => setOpen(false)}>
        <Form label="Rename source" submit="Save" keep change={rename}>
          <Field label="Title" name="title" required maxLength={200} defaultValue={source.title} wide />
        </Form>
      </Dialog>
    </>
  );
}

function DeleteSource({ workspaceId, source }: SourceProps) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const [isAsking, setAsking] = useState(false);
  const remove = useMutation({
    mutationFn: () => {
      const params = { path: { workspace_id: workspaceId, source_id: source.id } };
      return answer(api.DELETE('/workspaces/{workspace_id}/sources/{source_id}', { params }));
    },
    onSuccess: async () => {
      await navigate({
        to: '/workspaces/$workspaceId/sources',
        params: { workspaceId },
        search: validateRoomSearch,
      });
      await client.invalidateQueries({ queryKey: ['workspace', workspaceId] });
    },
  });
  return (
    <>
      <button type="button" className="subtle" onClick={() => setAsking(true)}>
        Delete
      </button>
      <ConfirmDialog
        title="Delete this source?"
        says={`This deletes “${source.title}” and removes it from search. You cannot undo this.`}
        confirm="Delete"
        isOpen={isAsking}
        change={remove}
        onClose={() => setAsking(false)}
      />
    </>
  );
}
