import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { answer } from '@touchstone/client';
import { Link as LinkIcon } from 'lucide-react';
import { useState } from 'react';
import { api, baseUrl, type Evaluation } from '../api/api.ts';
import { queries } from '../api/queries.ts';
import { AskAbout } from '../ui/ask-about.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Field } from '../ui/field.tsx';
import { type FilledFields, Form } from '../ui/form.tsx';
import { Menu, MenuDivider, MenuDownload, MenuItem } from '../ui/menu.tsx';

const FORMATS = [
  ['html', 'Report (HTML)'],
  ['json', 'JSON'],
  ['jsonl', 'Samples (JSON Lines)'],
  ['csv', 'Samples (CSV)'],
  ['junit', 'JUnit (XML)'],
] as const;

/** What can be done with an evaluation on each of its pages: export, copy its address, run it anew, name it, delete it. */
export function EvaluationActions({ evaluation }: { evaluation: Evaluation }) {
  const [open, setOpen] = useState<'rename' | 'delete'>();
  const [said, setSaid] = useState('');
  const { id, workspace_id, name } = evaluation;
  const params = { workspaceId: workspace_id, evaluationId: id };
  const navigate = useNavigate();
  const file = `${baseUrl}/workspaces/${workspace_id}/evaluations/${id}/export`;

  const copy = () =>
    navigator.clipboard.writeText(window.location.href).then(
      () => setSaid('Link copied.'),
      () => setSaid('The browser blocked copying. Copy the address from the address bar.'),
    );
  return (
    <>
      <span role="status" className="quiet">
        {said}
      </span>
      <AskAbout
        workspaceId={evaluation.workspace_id}
        question={`What are the results of the evaluation “${evaluation.name}”?`}
      />
      <Menu label="Export">
        {FORMATS.map(([format, says]) => (
          <MenuDownload key={format} href={`${file}?format=${format}`}>
            {says}
          </MenuDownload>
        ))}
      </Menu>
      <button type="button" aria-label="Copy link" title="Copy link" onClick={() => void copy()}>
        <LinkIcon size={16} aria-hidden />
      </button>
      <Menu label="More" name={`More actions for ${name}`}>
        <MenuItem
          onPick={() =>
            void navigate({
              to: '/workspaces/$workspaceId/evaluations/new',
              params: { workspaceId: workspace_id },
              search: { from: id },
            })
          }
        >
          Edit and run again
        </MenuItem>
        <MenuItem
          onPick={() =>
            void navigate({ to: '/workspaces/$workspaceId/evaluations/$evaluationId/compare', params })
          }
        >
          Compare with another evaluation
        </MenuItem>
        <MenuItem onPick={() => setOpen('rename')}>Rename</MenuItem>
        <MenuDivider />
        <MenuItem onPick={() => setOpen('delete')}>Delete</MenuItem>
      </Menu>
      <Rename evaluation={evaluation} isOpen={open === 'rename'} onClose={() => setOpen(undefined)} />
      <Delete evaluation={evaluation} isOpen={open === 'delete'} onClose={() => setOpen(undefined)} />
    </>
  );
}

interface OpenProps {
  evaluation: Evaluation;
  isOpen: boolean;
  onClose: () => void;
}

function Rename({ evaluation: { id, workspace_id, name, description }, isOpen, onClose }: OpenProps) {
  const client = useQueryClient();
  const rename = useMutation({
    mutationFn: (form: FilledFields) =>
      answer(
        api.PATCH('/workspaces/{workspace_id}/evaluations/{evaluation_id}', {
          params: { path: { workspace_id, evaluation_id: id } },
          body: { name: form.text('name') ?? '', description: form.text('description') ?? null },
        }),
      ),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: queries.evaluations(workspace_id).queryKey });
      onClose();
    },
  });
  return (
    <Dialog title="Rename" isOpen={isOpen} onClose={onClose}>
      <Form label="Rename" submit="Save" keep change={rename}>
        <Field label="Name" name="name" required maxLength={200} defaultValue={name} wide />
        <Field
          label="Description"
          name="description"
          maxLength={4000}
          defaultValue={description ?? ''}
          wide
        />
      </Form>
    </Dialog>
  );
}

function Delete({ evaluation: { id, workspace_id, name }, isOpen, onClose }: OpenProps) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const remove = useMutation({
    mutationFn: () =>
      answer(
        api.DELETE('/workspaces/{workspace_id}/evaluations/{evaluation_id}', {
          params: { path: { workspace_id, evaluation_id: id } },
        }),
      ),
    onSuccess: async () => {
      await navigate({
        to: '/workspaces/$workspaceId/evaluations',
        params: { workspaceId: workspace_id },
      });
      await client.invalidateQueries({ queryKey: queries.evaluations(workspace_id).queryKey });
    },
  });
  return (
    <ConfirmDialog
      title={`Delete “${name}”?`}
      says="This deletes its results and samples. You cannot undo this."
      confirm="Delete"
      isOpen={isOpen}
      change={remove}
      onClose={onClose}
    />
  );
}
