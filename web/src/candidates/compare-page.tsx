import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import type { Stack } from '../api/api.ts';
import { queries } from '../api/queries.ts';
import { Choice } from '../ui/field.tsx';
import { Page } from '../ui/page.tsx';
import { PlainTable } from '../ui/plain-table.tsx';
import { Problem } from '../ui/problem.tsx';
import { describeRetrieval, readStackField, STACK_FIELDS, toStackDraft } from './stack-draft.ts';
import { describeModel, useFacts } from './use-facts.ts';

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
      title={first && second ? `${first.name} and ${second.name}` : 'Compare candidates'}
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
            label={side === 'a' ? 'First candidate' : 'Second candidate'}
            value={(side === 'a' ? a : b) ?? ''}
            onPick={(id) => void navigate({ search: (now) => ({ ...now, [side]: id }), replace: true })}
          >
            <option value="">Select a candidate</option>
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
    ...STACK_FIELDS.map((field) => [
      field.label,
      readStackField(first, field),
      readStackField(second, field),
    ]),
    [
      'Retrieval from this workspace',
      ...[first, second].map(({ retrieval }) => (retrieval ? describeRetrieval(retrieval) : '')),
    ],
    ['Application', first.endpoint?.url ?? '', second.endpoint?.url ?? ''],
    [
      'Catalogue facts',
      describeModel(facts, toStackDraft(first)),
      describeModel(facts, toStackDraft(second)),
    ],
    ['Note', first.description ?? '', second.description ?? ''],
  ].map((row) => row.map((cell) => (cell === '' ? null : cell)));
  const differing = rows.filter(([, one, other]) => one !== other);
  const alike = rows.filter(([, one, other]) => one === other && one !== null);
  return (
    <>
      <section aria-label="Differences">
        <h2>Differences</h2>
        {differing.length === 0 ? (
          <p>All fields are the same.</p>
        ) : (
          <PlainTable head={['Field', first.name, second.name]} rows={differing} />
        )}
      </section>
      {alike.length > 0 && (
        <section aria-label="In common">
          <h2>In common</h2>
          <PlainTable
            head={['Field', 'Both']}
            rows={alike.map(([name = null, both = null]) => [name, both])}
          />
        </section>
      )}
    </>
  );
}
