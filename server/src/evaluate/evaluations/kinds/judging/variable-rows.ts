import { impossibleField } from '../../../../kernel/errors.ts';
import { rowPlace, textTable } from '../../../../knowledge/reading/tables/tables.ts';
import { datasetFields, type SourceData } from '../../../../measure/benchmarks/benchmarks.ts';
import type { CustomEval } from '../../schemas/custom-eval-schemas.ts';

/** The values of one item's variables, and where they come from: `line 3`, `inputs/2`. */
export interface VariableRow {
  at: string;
  values: Readonly<Record<string, string>>;
}

const MAX_NAMED = 20;
/** Number of lines processed before other work of the process runs. */
const LINES_PER_TURN = 200;

/** The rows of inline inputs; without any, one row without variables. */
export function inlineRows({ inputs }: Pick<CustomEval, 'inputs'>): VariableRow[] {
  if (inputs === undefined) return [{ at: 'inputs', values: {} }];
  return inputs.map((input, i) => ({ at: `inputs/${i}`, values: texts(input) }));
}

/** The rows of a dataset source. Throws 422 at `/dataset` with every line that cannot be read. */
export async function datasetVariableRows({ name, text, columns }: SourceData): Promise<VariableRow[]> {
  const rows: VariableRow[] = [];
  const problems: string[] = [];
  let turn = 0;
  for await (const row of (await textTable(text)).rows()) {
    if (++turn % LINES_PER_TURN === 0) await new Promise(setImmediate);
    if ('problem' in row) problems.push(`${rowPlace(row)}: ${row.problem}`);
    else rows.push({ at: rowPlace(row), values: texts(withRoles(row.fields, columns)) });
  }
  if (problems.length > 0) {
    const detail = problems.slice(0, MAX_NAMED).join('; ');
    throw impossibleField('/dataset', `"${name}" cannot be used as a dataset: ${detail}.`);
  }
  return rows;
}

/** Adds `input` and `expected` if the source names the columns for them. */
function withRoles(fields: Record<string, unknown>, columns: SourceData['columns']): Record<string, unknown> {
  if (columns === undefined) return fields;
  const { input, expected } = datasetFields(fields, { columns });
  return {
    ...fields,
    ...(input !== undefined && { input }),
    ...(expected !== undefined && { expected }),
  };
}

/** Values as texts: null counts as absent, and lists and objects become JSON. */
function texts(fields: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) => {
      if (value === null || value === undefined) return [];
      return [[name, typeof value === 'string' ? value : JSON.stringify(value)]];
    }),
  );
}
