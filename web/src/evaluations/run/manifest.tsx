import { useQuery } from '@tanstack/react-query';
import { answer } from '@touchstone/client';
import { api, type Evaluation } from '../../api/api.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Problem } from '../../ui/problem.tsx';
import { Fold } from '../../ui/section.tsx';

/** Everything that decides what was asked, as the service keeps it: for those who repeat or check the run. */
export function Manifest({ evaluation: { workspace_id, id } }: { evaluation: Evaluation }) {
  const manifest = useQuery({
    queryKey: ['workspace', workspace_id, 'evaluations', id, 'manifest'],
    queryFn: () =>
      answer(
        api.GET('/workspaces/{workspace_id}/evaluations/{evaluation_id}/manifest', {
          params: { path: { workspace_id, evaluation_id: id } },
        }),
      ),
  });
  const text = JSON.stringify(manifest.data, null, 2);
  return (
    <Fold title="Manifest: the exact definition of this run">
      <Problem error={manifest.error} />
      {manifest.data && (
        <>
          <CopyButton text={text} what="the manifest" />
          <pre className="passage">{text}</pre>
        </>
      )}
    </Fold>
  );
}
