import { sha256 } from '../../kernel/json.ts';
import { serveRequests } from '../../kernel/worker-channel.ts';
import { createMemoryLimit, type ImportedRun, UnreadableRun } from './imported-run.ts';
import { readRuns } from './read-runs.ts';

/** The files of each run; the response is their contents or why they cannot be read. */
export interface RunRequest {
  groups: readonly { label: string | null; files: readonly { name: string; bytes: Uint8Array }[] }[];
}
export type RunsRead = { runs: (ImportedRun & { label: string | null })[] } | { unreadable: string };

serveRequests<RunRequest, RunsRead>(async ({ groups }) => {
  const keeping = createMemoryLimit();
  try {
    const runs = [];
    for (const { label, files } of groups) {
      const sent = files.map(({ name, bytes }) => ({ name, bytes, sha256: sha256(bytes) }));
      for (const run of await readRuns(sent, keeping)) runs.push({ ...run, label });
    }
    return { runs };
  } catch (error) {
    if (!(error instanceof UnreadableRun)) throw error;
    return { unreadable: error.message };
  }
});
