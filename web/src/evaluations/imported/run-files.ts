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

/** Fields of the form that the service takes for no label. */
const UNLABELLED = /^(?:runs?|files?)(?:-\d+)?$/;

/** Why a label cannot be used; null where all can. Files of runs that are called alike would become one run. */
export function labelProblem(runs: readonly RunFiles[]): string | null {
  const labels = runs.map(({ label }) => label.trim()).filter((label) => label !== '');
  const twice = labels.find((label, i) => labels.indexOf(label) < i);
  if (twice !== undefined) return `Two runs are called “${twice}”. Give each a label of its own.`;
  const reserved = labels.find((label) => UNLABELLED.test(label));
  return reserved === undefined
    ? null
    : `“${reserved}” is what a run without a label is called. Choose another.`;
}

/** The files as a form that the service takes: files of one run have one field, which is its label. */
export function toForm(runs: readonly RunFiles[]): FormData {
  const form = new FormData();
  for (const [i, { label, files }] of runs.entries())
    for (const file of files)
      form.append(label.trim() === '' ? `run-${i + 1}` : label.trim(), file, file.name);
  return form;
}
