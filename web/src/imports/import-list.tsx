import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { answer } from '@touchstone/client';
import { type SubmitEvent, useId, useState } from 'react';
import { api, type Body } from '../api/api.ts';
import { queries } from '../api/queries.ts';
import { Choice, Field } from '../ui/field.tsx';
import { when } from '../ui/format.ts';
import { Page } from '../ui/page.tsx';
import { Problem } from '../ui/problem.tsx';
import { Fold, Section } from '../ui/section.tsx';
import { Progress, Status } from '../ui/status.tsx';
import { FORMATS, inALine, statusSays } from './import-words.ts';
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
        empty="Nothing was imported yet. What your application really asked is the best dataset there is."
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
                  <p className="quiet">{inALine(one)}</p>
                </div>
                <Status status={one.status} says={statusSays(one)} />
                <span className="quiet">{when(one.created_at)}</span>
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
        A file of recorded calls of models becomes a dataset and a load: OTLP/JSON spans, OpenAI stored
        completions, LiteLLM logs, a Langfuse or hosted-evals export, or JSON lines, plain or packed by gzip.
        Keys, passwords, e-mail addresses, telephone and card numbers are taken out before anything is stored.
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
        <Field label="Name" name="name" maxLength={200} placeholder={file?.name ?? 'the name of the file'} />
        <Field
          label="Items of the dataset"
          name="size"
          type="number"
          min={1}
          max={100_000}
          placeholder="1000"
        />
      </div>
      <Fold title="More">
        <div className="fields">
          <Choice label="Format" name="format" initial="auto">
            {FORMATS.map(([name, says]) => (
              <option key={name} value={name}>
                {says}
              </option>
            ))}
          </Choice>
          <Field label="Seed of the sample" name="seed" type="number" min={0} placeholder="1" />
          <Field
            label="Country of telephone numbers"
            hint="Those without a country code, by two letters"
            name="region"
            pattern="[A-Za-z]{2}"
            maxLength={2}
            placeholder="US"
          />
          <label className="check wide">
            <input type="checkbox" name="raw" />
            <span>Store secrets and personal data as they stand in the file</span>
          </label>
        </div>
      </Fold>
      <Problem error={begin.error} />
      {sending.isPending && <Progress percent={sending.percent} label="Sent" />}
      <div className="buttons">
        <button type="submit" className="primary" disabled={begin.isPending}>
          {begin.isPending ? 'Sending; keep this page open …' : 'Import'}
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
