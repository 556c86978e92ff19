/** The files of one run, and how it is called; empty: by its model. */
export interface RunFiles {
  label: string;
  files: readonly File[];
}

/** What lm-evaluation-harness writes beside each other: the same moment is in the names. */
const MOMENT = /^(?:results_(.+)\.json|samples_.+_(\d{4}-\d\d-\d\dT[^_]+)\.jsonl)$/;

/** Adds files to the runs: one of their own, or that of the files that were written with them. */
export function withFiles(runs: readonly RunFiles[], files: readonly File[]): RunFiles[] {
  const all = [...runs];
  for (const file of files) {
    const moment = momentOf(file);
    const at = all.findIndex(
      (run) => moment !== undefined && run.files.some((one) => momentOf(one) === moment),
    );
    const run = all[at];
    if (run) all[at] = { ...run, files: [...run.files, file] };
    else all.push({ label: '', files: [file] });
  }
  return all;
}

function momentOf({ name }: File): string | undefined {
  const [, results, samples] = MOMENT.exec(name) ?? [];
  return results ?? samples;
}

/** The files as a form that the service takes: files of one run have one field, which is its label. */
export function toForm(runs: readonly RunFiles[]): FormData {
  const form = new FormData();
  for (const [i, { label, files }] of runs.entries())
    for (const file of files)
      form.append(label.trim() === '' ? `run-${i + 1}` : label.trim(), file, file.name);
  return form;
}
