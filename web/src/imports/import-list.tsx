import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { answer } from '@touchstone/client';
import { type SubmitEvent, useId, useState } from 'react';
import { api, type Body } from '../api/api.ts';
import { queries } from '../api/queries.ts';
import { Choice, Field } from '../ui/field.tsx';
import { formatTime } from '../ui/format.ts';
import { Page } from '../ui/page.tsx';
import { Problem } from '../ui/problem.tsx';
import { Fold, Section } from '../ui/section.tsx';
import { Progress, Status } from '../ui/status.tsx';
import { FORMAT_NAMES, importSummary, statusText } from './import-words.ts';
import { useSending } from './use-sending.ts';

const route = getRouteApi('/workspaces/$workspaceId/imports');

/** Recorded traffic: a file to import, and what was imported. */
export function ImportList() {
  const { workspaceId } = route.useParams();
  const imports = useQuery(queries.imports(workspaceId));
  return (
    <Page
      title="Recorded traffic"
      above={
        <Link to="/workspaces/$workspaceId/sources" params={{ workspaceId }}>
          Sources
        </Link>
      }
    >
      <NewImport workspaceId={workspaceId} />
      <Section
        title="Imports"
        loaded={imports}
        empty="No imports yet. Import calls that your application made to evaluate candidates on real traffic."
      >
        {(items) => (
          <ul className="rows">
            {items.map((one) => (
              <li key={one.id}>
                <div>
                  <Link
                    to="/workspaces/$workspaceId/imports/$importId"
                    params={{ workspaceId, importId: one.id }}
                  >
                    <strong>{one.name}</strong>
                  </Link>
                  <p className="quiet">{importSummary(one)}</p>
                </div>
                <Status status={one.status} says={statusText(one)} />
                <span className="quiet">{formatTime(one.created_at)}</span>
              </li>
            ))}
          </ul>
        )}
      </Section>
    </Page>
  );
}

function NewImport({ workspaceId }: { workspaceId: string }) {
  const id = useId();
  const client = useQueryClient();
  const [file, setFile] = useState<File>();
  const sending = useSending(workspaceId);
  const begin = useMutation({
    mutationFn: async ({
      file: chosen,
      body,
    }: {
      file: File;
      body: Body<'/workspaces/{workspace_id}/imports', 'post'>;
    }) => {
      const params = { path: { workspace_id: workspaceId } };
      const to = await answer(api.POST('/workspaces/{workspace_id}/imports', { params, body }));
      await client.invalidateQueries({ queryKey: queries.imports(workspaceId).queryKey });
      await sending.mutateAsync({ to, file: chosen });
    },
  });
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    if (file === undefined || begin.isPending) return;
    begin.mutate(
      { file, body: bodyOf(new FormData(form), file) },
      {
        onSuccess: () => {
          form.reset();
          setFile(undefined);
        },
      },
    );
  };
  return (
    <form className="form" aria-label="Import recorded traffic" onSubmit={submit}>
      <p>
        Turns a file of recorded model calls into a dataset and a load trace. Formats: OTLP/JSON spans, OpenAI
        stored completions, LiteLLM logs, Langfuse and hosted-evals exports, JSON Lines; also gzipped. Keys,
        passwords, e-mail addresses, telephone and card numbers are removed before anything is stored.
      </p>
      <div className="fields">
        <div className="field wide">
          <label htmlFor={id}>File</label>
          <input
            id={id}
            type="file"
            required
            onChange={({ currentTarget }) => setFile(currentTarget.files?.[0])}
          />
        </div>
        <Field label="Name" name="name" maxLength={200} placeholder={file?.name ?? 'the file name'} />
        <Field
          label="Dataset size, items"
          name="size"
          type="number"
          min={1}
          max={100_000}
          placeholder="1000"
        />
      </div>
      <Fold title="More options">
        <div className="fields">
          <Choice label="Format" name="format" initial="auto">
            {FORMAT_NAMES.map(([name, says]) => (
              <option key={name} value={name}>
                {says}
              </option>
            ))}
          </Choice>
          <Field label="Sampling seed" name="seed" type="number" min={0} placeholder="1" />
          <Field
            label="Default country for telephone numbers"
            hint="For numbers without a country code. Two letters."
            name="region"
            pattern="[A-Za-z]{2}"
            maxLength={2}
            placeholder="US"
          />
          <label className="check wide">
            <input type="checkbox" name="raw" />
            <span>Keep secrets and personal data in the stored data</span>
          </label>
        </div>
      </Fold>
      <Problem error={begin.error} />
      {sending.isPending && <Progress percent={sending.percent} label="Uploaded" />}
      <div className="buttons">
        <button type="submit" className="primary" disabled={begin.isPending}>
          {begin.isPending ? 'Uploading. Keep this page open…' : 'Import file'}
        </button>
      </div>
    </form>
  );
}

function bodyOf(data: FormData, file: File): Body<'/workspaces/{workspace_id}/imports', 'post'> {
  const text = (name: string) => String(data.get(name) ?? '').trim();
  const number = (name: string) => (text(name) === '' ? undefined : Number(text(name)));
  const [size, seed] = [number('size'), number('seed')];
  return {
    name: text('name') || file.name.slice(0, 200),
    format: text('format') as 'auto',
    redact: data.get('raw') === null,
    ...(text('region') !== '' && { phone_region: text('region').toUpperCase() }),
    sample: { ...(size !== undefined && { size }), ...(seed !== undefined && { seed }) },
  };
}
