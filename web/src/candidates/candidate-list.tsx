import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { GitCompareArrows, Plus } from 'lucide-react';
import { useState } from 'react';
import type { Stack } from '../api/api.ts';
import { queries } from '../api/queries.ts';
import { formatTime } from '../ui/format.ts';
import { type Column, ListTable } from '../ui/list-table.tsx';
import { Page } from '../ui/page.tsx';
import { Problem } from '../ui/problem.tsx';
import { RowActions } from '../ui/row-actions.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { Warnings } from '../ui/warnings.tsx';
import { DeleteStack } from './delete-stack.tsx';
import { MoveOn } from './move-on.tsx';
import { EMPTY_STACK, readStackField, STACK_FIELDS, toStackDraft } from './stack-draft.ts';
import { StackDrawer } from './stack-drawer.tsx';

const route = getRouteApi('/workspaces/$workspaceId/candidates');

/** The candidates: what each is made of, and the way to a new one, a copy, and a comparison of two. */
export function CandidateList() {
  const { workspaceId } = route.useParams();
  const { new: isNew, like } = route.useSearch();
  const navigate = useNavigate({ from: route.id });
  const stacks = useQuery(queries.stacks(workspaceId));
  const [deleted, setDeleted] = useState<Stack>();
  const items = stacks.data ?? [];
  const copied = items.find(({ id }) => id === like);
  const [a, b] = items;
  const columns: Column<Stack>[] = [
    {
      name: 'Candidate',
      by: ({ name }) => name,
      show: ({ id, name, description }) => (
        <Link
          to="/workspaces/$workspaceId/candidates/$stackId"
          params={{ workspaceId, stackId: id }}
          title={description ?? undefined}
        >
          {name}
        </Link>
      ),
    },
    {
      name: 'Model or application',
      isText: true,
      by: calledBy,
      show: (stack) => (
        <>
          {calledBy(stack)}
          <MoveOn workspaceId={workspaceId} stack={stack} />
          <Warnings warnings={stack.warnings} />
        </>
      ),
    },
    { name: 'Settings', isExtra: true, show: (stack) => settingsOf(stack).join(' · ') },
    {
      name: 'Changed',
      isExtra: true,
      by: ({ updated_at }) => updated_at,
      show: ({ updated_at }) => <span className="date quiet">{formatTime(updated_at)}</span>,
    },
    {
      name: 'Actions',
      show: (stack) => (
        <RowActions
          name={stack.name}
          onDuplicate={() => void navigate({ search: { like: stack.id } })}
          onDelete={() => setDeleted(stack)}
        />
      ),
    },
  ];
  const add = () => void navigate({ search: { new: true } });
  return (
    <Page
      title="Candidates"
      actions={
        <>
          {a && b && (
            <Link
              className="button"
              to="/workspaces/$workspaceId/candidates/compare"
              params={{ workspaceId }}
              search={{ a: b.id, b: a.id }}
            >
              <GitCompareArrows size={16} aria-hidden /> Compare candidates
            </Link>
          )}
          <button type="button" className="primary" onClick={add}>
            <Plus size={16} aria-hidden /> New candidate
          </button>
        </>
      }
    >
      <Problem error={stacks.error} />
      {stacks.isLoading && <Skeleton lines={8} />}
      {stacks.data?.length === 0 && (
        <p className="empty">
          No candidates yet. A candidate is a model with its parameters, hardware and framework, or an
          application. Add two to compare them.
        </p>
      )}
      {items.length > 0 && (
        <ListTable
          label="Candidates"
          rows={items}
          columns={columns}
          text={(stack) =>
            [stack.name, stack.description ?? '', calledBy(stack), ...settingsOf(stack)].join(' ')
          }
        />
      )}
      {(isNew || copied) && (
        <StackDrawer
          key={like ?? 'new'}
          workspaceId={workspaceId}
          title={copied ? `Copy of ${copied.name}` : 'New candidate'}
          initial={copied ? { ...toStackDraft(copied), name: `${copied.name} (copy)` } : EMPTY_STACK}
          onSaved={() => void navigate({ search: {} })}
          onClose={() => void navigate({ search: {} })}
        />
      )}
      {deleted && (
        <DeleteStack
          workspaceId={workspaceId}
          stack={deleted}
          onDeleted={() => setDeleted(undefined)}
          onClose={() => setDeleted(undefined)}
        />
      )}
    </Page>
  );
}

/** Said in words of their own, or too long for a line. */
const SAID_APART = [
  'provider',
  'model_id',
  'temperature',
  'max_tokens',
  'system',
  'response_format',
  'engine_args',
];

/** What is called: a model, or an application. */
function calledBy({ model: { provider, model_id }, endpoint }: Stack): string {
  const model = provider && model_id ? `${provider} / ${model_id}` : null;
  if (endpoint) return `application at ${endpoint.url}${model === null ? '' : `, with ${model}`}`;
  return model ?? 'incomplete: provider or model is missing';
}

/** How it is called and served. */
function settingsOf(stack: Stack): string[] {
  const { temperature, max_tokens } = stack.model;
  return [
    ...(temperature === undefined ? [] : [`temperature ${temperature}`]),
    ...(max_tokens === undefined ? [] : [`at most ${max_tokens} tokens`]),
    ...STACK_FIELDS.filter(({ key }) => !SAID_APART.includes(key)).flatMap((field) => {
      const says = readStackField(stack, field);
      return says === '' ? [] : [`${field.label.toLowerCase()} ${says}`];
    }),
  ];
}
