import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { answer } from '@touchstone/client';
import { api, type Source } from '../api/api.ts';
import { queries } from '../api/queries.ts';
import { DeleteButton } from '../ui/delete-button.tsx';
import { count, when } from '../ui/format.ts';
import { Page } from '../ui/page.tsx';
import { Section } from '../ui/section.tsx';
import { Status } from '../ui/status.tsx';
import { AddressForm } from './address-form.tsx';
import { PdfForm } from './pdf-form.tsx';
import { RetryButton } from './retry-button.tsx';
import { Search } from './search.tsx';
import { SourceForm } from './source-form.tsx';

const route = getRouteApi('/workspaces/$workspaceId');

/** The documents of a workspace, with their state as it changes. */
export function SourcePage() {
  const { workspaceId } = route.useParams();
  const sources = useQuery(queries.sources(workspaceId));
  return (
    <Page title="Sources">
      <Search workspaceId={workspaceId} />
      <Section
        title="Sources"
        loaded={sources}
        empty="Nothing to read yet. Add an address, a PDF or a text below."
      >
        {(items) => (
          <ul className="rows">
            {items.map((source) => (
              <Row key={source.id} workspaceId={workspaceId} source={source} onChanged={sources.refetch} />
            ))}
          </ul>
        )}
      </Section>
      <AddressForm workspaceId={workspaceId} onAdded={sources.refetch} />
      <PdfForm workspaceId={workspaceId} onAdded={sources.refetch} />
      <SourceForm workspaceId={workspaceId} onAdded={sources.refetch} />
    </Page>
  );
}

interface RowProps {
  workspaceId: string;
  source: Source;
  onChanged: () => void;
}

function Row({ workspaceId, source, onChanged }: RowProps) {
  const path = { workspace_id: workspaceId, source_id: source.id };
  const remove = async () => {
    await answer(api.DELETE('/workspaces/{workspace_id}/sources/{source_id}', { params: { path } }));
    onChanged();
  };
  const retry = async () => {
    await answer(api.POST('/workspaces/{workspace_id}/sources/{source_id}/retry', { params: { path } }));
    onChanged();
  };
  return (
    <li>
      <div>
        <strong>{source.title}</strong>
        <p className="quiet">
          {source.type} · {source.classification} · {count(source.chunk_count, 'chunk')} ·{' '}
          {when(source.created_at)}
        </p>
        {source.error && (
          <p className="warning">
            {source.error.message} <code>{source.error.code}</code>
          </p>
        )}
      </div>
      <Status status={source.status} detail={stage(source)} />
      {source.status === 'failed' && <RetryButton name={source.title} onRetry={retry} />}
      <DeleteButton name={source.title} onDelete={remove} />
    </li>
  );
}

/** Where indexing is, in words. */
function stage({ stage: at }: Source): string | undefined {
  return at && (at.total === 0 ? at.name : `${at.name}: ${at.done} of ${at.total}`);
}
