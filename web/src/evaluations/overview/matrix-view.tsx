import { getRouteApi, Link } from '@tanstack/react-router';
import {
  candidateColor,
  MARGIN_BAR_LEGEND,
  type MatrixCell,
  type RequirementMatrix,
  STANDING_NAMES,
  STATUS_WORDS,
} from '@touchstone/report';
import { Check, CircleDashed, CircleHelp, X } from 'lucide-react';

const route = getRouteApi('/workspaces/$workspaceId/evaluations/$evaluationId/');

const SYMBOLS = { pass: Check, fail: X, inconclusive: CircleDashed, unknown: CircleHelp } as const;
interface MatrixProps {
  matrix: RequirementMatrix;
  caption: string;
  /** Whether measurements are still missing, so that what is measured may yet change. */
  isProvisional: boolean;
}

/** Candidates against requirements: symbol, figure and margin in each cell, which opens what it rests on. */
export function MatrixView({ matrix: { columns, rows }, caption, isProvisional }: MatrixProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard
    <section className={`scroll${isProvisional ? ' provisional' : ''}`} tabIndex={0} aria-label={caption}>
      <table className="requirement-matrix">
        <thead>
          <tr>
            <th scope="col">Candidate</th>
            {columns.map(({ requirement, head, limit, says }) => (
              <th key={requirement} scope="col" title={says}>
                {head}
                {limit !== null && <small className="quiet limit">{limit}</small>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ label, letter, standing, cells }) => (
            <tr key={label} data-standing={standing}>
              <th scope="row" title={STANDING_NAMES[standing]}>
                <b style={{ color: candidateColor(letter) }}>{letter}</b> {label}
              </th>
              {cells.map((cell, column) => (
                <td key={columns[column]?.requirement}>{cell && <Cell cell={cell} of={label} />}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {isProvisional && (
        <p className="quiet">Interim values: costs and measured limits can change until the run ends.</p>
      )}
      <p className="quiet symbol-key">
        {Object.entries(SYMBOLS).map(([status, Icon]) => (
          <span key={status}>
            <Icon size={14} aria-hidden /> {STATUS_WORDS[status as keyof typeof SYMBOLS]}
          </span>
        ))}
        <span title={MARGIN_BAR_LEGEND}>
          <Margin share={1} /> margin
        </span>
      </p>
    </section>
  );
}

function Cell({ cell, of }: { cell: MatrixCell; of: string }) {
  const { key, status, value, margin, requirement } = cell;
  const Icon = SYMBOLS[status];
  return (
    <Link
      from={route.id}
      search={(before) => ({ ...before, cell: key })}
      resetScroll={false}
      className={`requirement-cell ${status}`}
      aria-label={`${of}, ${requirement.says}: ${STATUS_WORDS[status]}${value === null ? '' : `, ${value}`}`}
      activeProps={{}}
    >
      <Icon size={16} aria-hidden />
      {value !== null && <span>{value}</span>}
      {margin !== null && <Margin share={margin} />}
    </Link>
  );
}

/** How far the value is from the limit that it meets, as the length of a bar. */
function Margin({ share }: { share: number }) {
  return (
    <span className="margin" aria-hidden title={MARGIN_BAR_LEGEND}>
      <span style={{ width: `${100 * share}%` }} />
    </span>
  );
}
