import { useQuery } from '@tanstack/react-query';
import type { Schemas } from '@touchstone/client';
import { count, plural } from '@touchstone/report/figures';
import { type ReactNode, type SubmitEvent, useState } from 'react';
import type { Source } from '../api/api.ts';
import { queries } from '../api/queries.ts';
import { GraderFields } from '../ui/grader-fields.tsx';
import { optionsOf, toGrader } from '../ui/grader-options.ts';
import { PlainTable } from '../ui/plain-table.tsx';
import { Scroll } from '../ui/scroll.tsx';
import { Fold } from '../ui/section.tsx';
import { Warnings } from '../ui/warnings.tsx';
import { cellText } from './cell-text.ts';
import {
  missingRole,
  ROLE_NAMES,
  ROLES,
  type Role,
  type Roles,
  rolesOf,
  toMapping,
  withRole,
} from './column-roles.ts';
import type { Inspection } from './inspect-table.ts';

/** How a table is read as a dataset; undefined: as its names say, and by the grader that fits. */
export interface TableReading {
  columns: Schemas['ColumnMapping'] | undefined;
  grader: Source['grader'];
}

interface ColumnsFormProps {
  label: string;
  inspection: Inspection;
  /** What is stored. */
  stored: Partial<TableReading>;
  /** When something else is chosen. */
  onChange?: () => void;
  onSave: (reading: TableReading) => void;
  /** Above the columns. */
  children?: ReactNode;
  /** Why it could not be saved, and the buttons. */
  foot: ReactNode;
}

/** What each column of a table is taken as, why, and what cannot be read; to be changed and saved. */
export function ColumnsForm({
  label,
  inspection,
  stored,
  onChange,
  onSave,
  children,
  foot,
}: ColumnsFormProps) {
  const guess = rolesOf(inspection);
  const [roles, setRoles] = useState(() => rolesOf(inspection, stored.columns));
  const [moved, setMoved] = useState('');
  const given = stored.grader;
  const [grader, setGrader] = useState(typeof given === 'string' ? given : (given?.type ?? ''));
  const [options, setOptions] = useState(optionsOf(given));
  const [problem, setProblem] = useState<string>();
  const graders = useQuery(queries.graders).data ?? [];
  const missing = missingRole(roles);
  // What the guess lacks may be chosen by now; `missing` says what still is.
  const notes = inspection.notes.filter((note) => !note.startsWith('No column was taken as '));
  const pick = (column: string, role: Role) => {
    const next = withRole(roles, column, role);
    const other = Object.keys(next).find((name) => name !== column && next[name] !== roles[name]);
    setMoved(other === undefined ? '' : `“${other}” is kept and not sent now.`);
    setRoles(next);
    onChange?.();
  };
  const save = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    try {
      setProblem(undefined);
      onSave({
        columns: toMapping(roles, guess),
        grader: grader.trim() === '' ? undefined : toGrader(grader, options),
      });
    } catch (error) {
      setProblem((error as Error).message);
    }
  };
  return (
    <form className="form columns-form" aria-label={label} onSubmit={save}>
      {children}
      <p className="quiet">{describeFile(inspection)}</p>
      <Problems inspection={inspection} />
      {inspection.columns.length > 0 && <ColumnTable inspection={inspection} roles={roles} onPick={pick} />}
      <p className="quiet" role="status">
        {moved}
      </p>
      <Warnings warnings={[...(missing === null ? [] : [missing]), ...notes]} />
      <Fold title={`First ${plural(inspection.first_rows.length, 'row')}`}>
        <FirstRows inspection={inspection} />
      </Fold>
      <div className="fields">
        <GraderFields
          graders={graders}
          grader={grader}
          options={options}
          onChange={(type, more) => {
            setGrader(type);
            setOptions(more);
            onChange?.();
          }}
          hint="For rows that name none. Empty: chosen by what is expected."
        />
      </div>
      {problem !== undefined && (
        <p className="problem" role="alert">
          {problem}
        </p>
      )}
      {foot}
    </form>
  );
}

const FORMATS: Readonly<Record<Inspection['format'], string>> = {
  csv: 'CSV',
  json: 'JSON',
  json_lines: 'JSON Lines',
  markdown: 'Markdown table',
  parquet: 'Parquet',
  xlsx: 'Workbook',
};

const DELIMITERS: Readonly<Record<string, string>> = {
  '\t': 'tabs',
  ',': 'commas',
  ';': 'semicolons',
  '|': 'vertical bars',
};

/** `CSV with semicolons, utf-8, 120 rows.` */
function describeFile({ format, delimiter, encoding, sheet, row_count, left_out }: Inspection): string {
  const between = delimiter === null ? '' : ` with ${DELIMITERS[delimiter] ?? `“${delimiter}”`}`;
  const facts = [
    `${FORMATS[format]}${between}`,
    ...(encoding === null ? [] : [encoding]),
    ...(sheet === null ? [] : [`sheet “${sheet}”`]),
    plural(row_count, 'row'),
  ];
  return `${facts.join(', ')}.${left_out === null ? '' : ` Left out: ${left_out}.`}`;
}

function Problems({ inspection: { problem_count, problems } }: { inspection: Inspection }) {
  if (problem_count === 0) return null;
  return (
    <section className="problem" aria-label="Rows that cannot be read">
      <p>
        {plural(problem_count, 'row')} cannot be read. Correct the file and add it again; an evaluation
        refuses a table with such rows.
      </p>
      <ul>
        {problems.map(({ line, column, detail }) => (
          <li key={`${line} ${column} ${detail}`}>
            Row {line}
            {column !== null && <>, column “{column}”</>}: {detail}
          </li>
        ))}
      </ul>
      {problem_count > problems.length && <p>And {count(problem_count - problems.length)} more.</p>}
    </section>
  );
}

interface ColumnTableProps {
  inspection: Inspection;
  roles: Roles;
  onPick: (column: string, role: Role) => void;
}

function ColumnTable({ inspection, roles, onPick }: ColumnTableProps) {
  const { columns, first_rows, proposed_clusters } = inspection;
  return (
    <Scroll label="Columns of the table">
      <table className="column-table">
        <thead>
          <tr>
            <th scope="col">Column</th>
            <th scope="col">Taken as</th>
            <th scope="col">Why</th>
            <th scope="col">First values</th>
          </tr>
        </thead>
        <tbody>
          {columns.map((column) => {
            const { name, filled, role, reason, confidence } = column;
            const chosen = roles[name] ?? 'metadata';
            const isGuessed = chosen === role || (role === 'empty' && chosen === 'metadata');
            const cluster = proposed_clusters.find((one) => one.column === name);
            return (
              <tr key={name}>
                <th scope="row">
                  {name}
                  {filled < inspection.row_count && (
                    <small className="quiet">
                      {' '}
                      {count(filled)} of {plural(inspection.row_count, 'row')} filled
                    </small>
                  )}
                </th>
                <td>
                  <select
                    aria-label={`Take ${name} as`}
                    value={chosen}
                    onChange={(event) => onPick(name, event.currentTarget.value as Role)}
                  >
                    {ROLES.map((one) => (
                      <option key={one} value={one}>
                        {ROLE_NAMES[one]}
                      </option>
                    ))}
                  </select>
                </td>
                <td className="why">
                  {isGuessed ? `${reason} ${CONFIDENCE[confidence]}` : 'You chose it.'}
                  {cluster && chosen !== 'cluster' && (
                    <p className="quiet">
                      May be a cluster: {cluster.reason} Choose Cluster if rows that share a value depend on
                      each other; intervals then become wider.
                    </p>
                  )}
                </td>
                <td className="samples-of-column">
                  <span className="clip-lines">
                    {first_rows
                      .slice(0, SAMPLES)
                      .map((row) => cellText(row[name]))
                      .filter((text) => text !== '')
                      .join(' · ')}
                  </span>
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </Scroll>
  );
}

const SAMPLES = 3;

const CONFIDENCE = { high: 'Sure.', medium: 'Likely.', low: 'Unsure.' } as const;

function FirstRows({ inspection: { columns, first_rows } }: { inspection: Inspection }) {
  const names = columns.map(({ name }) => name);
  return (
    <PlainTable
      label="First rows"
      head={['Row', ...names]}
      rows={first_rows.map((row, i) => [String(i + 1), ...names.map((name) => cellText(row[name]))])}
    />
  );
}
