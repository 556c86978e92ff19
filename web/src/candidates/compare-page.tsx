import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import type { Stack } from '../api/api.ts';
import { queries } from '../api/queries.ts';
import { Choice } from '../ui/field.tsx';
import { Page } from '../ui/page.tsx';
import { PlainTable } from '../ui/plain-table.tsx';
import { Problem } from '../ui/problem.tsx';
import { draftOf, fieldOf, retrievalSays, STACK_FIELDS } from './stack-draft.ts';
import { aboutModel, useFacts } from './use-facts.ts';

const route = getRouteApi('/workspaces/$workspaceId/candidates/compare');

/** Two candidates side by side: where they differ first, then what they have in common. */
export function ComparePage() {
  const { workspaceId } = route.useParams();
  const { a, b } = route.useSearch();
  const navigate = useNavigate({ from: route.id });
  const stacks = useQuery(queries.stacks(workspaceId));
  const items = stacks.data ?? [];
  const first = items.find(({ id }) => id === a);
  const second = items.find(({ id }) => id === b);
  return (
    <Page
      title={first && second ? `${first.name} and ${second.name}` : 'Two candidates'}
      above={
        <Link to="/workspaces/$workspaceId/candidates" params={{ workspaceId }}>
          Candidates
        </Link>
      }
    >
      <Problem error={stacks.error} />
      <div className="fields narrow-fields">
        {(['a', 'b'] as const).map((side) => (
          <Choice
            key={side}
            label={side === 'a' ? 'First' : 'Second'}
            value={(side === 'a' ? a : b) ?? ''}
            onPick={(id) => void navigate({ search: (now) => ({ ...now, [side]: id }), replace: true })}
          >
            <option value="">choose one</option>
            {items.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </Choice>
        ))}
      </div>
      {first && second && <Differences first={first} second={second} />}
    </Page>
  );
}

function Differences({ first, second }: { first: Stack; second: Stack }) {
  const facts = useFacts();
  const rows = [
    ...STACK_FIELDS.map((field) => [field.label, fieldOf(first, field), fieldOf(second, field)]),
    [
      'Passages of this workspace',
      ...[first, second].map(({ retrieval }) => (retrieval ? retrievalSays(retrieval) : '')),
    ],
    ['Application', first.endpoint?.url ?? '', second.endpoint?.url ?? ''],
    ['Known of the model', aboutModel(facts, draftOf(first)), aboutModel(facts, draftOf(second))],
    ['Note', first.description ?? '', second.description ?? ''],
  ].map((row) => row.map((cell) => (cell === '' ? null : cell)));
  const differing = rows.filter(([, one, other]) => one !== other);
  const alike = rows.filter(([, one, other]) => one === other && one !== null);
  return (
    <>
      <section aria-label="Differences">
        <h2>Where they differ</h2>
        {differing.length === 0 ? (
          <p>They say the same in every field.</p>
        ) : (
          <PlainTable head={['Field', first.name, second.name]} rows={differing} />
        )}
      </section>
      {alike.length > 0 && (
        <section aria-label="In common">
          <h2>What they have in common</h2>
          <PlainTable
            head={['Field', 'Both']}
            rows={alike.map(([name = null, both = null]) => [name, both])}
          />
        </section>
      )}
    </>
  );
}
