import { candidateColor, type OpenQuestion, type Report } from '@touchstone/report';
import { Fold } from '../../ui/section.tsx';

const SHOWN = 2;

interface OpenProps {
  open: readonly OpenQuestion[];
  targets: Report['targets'];
}

/** What remains undecided, and what deciding it would take. */
export function OpenView({ open, targets }: OpenProps) {
  if (open.length === 0) return null;
  const more = open.slice(SHOWN);
  return (
    <section className="figure" aria-label="Undecided">
      <h2 className="figure-title">Undecided</h2>
      <OpenList open={open.slice(0, SHOWN)} targets={targets} />
      {more.length > 0 && (
        <Fold title={`${more.length} more`}>
          <OpenList open={more} targets={targets} />
        </Fold>
      )}
    </section>
  );
}

/** Candidates by their letters, which the matrix above explains. */
function OpenList({ open, targets }: OpenProps) {
  return (
    <ul className="open-questions">
      {open.map(({ kind, labels, about, decide, cost }) => (
        <li key={`${labels.join()} ${about}`}>
          {targets
            .filter(({ label }) => labels.includes(label))
            .map(({ label, letter }, i) => (
              <span key={label}>
                {i > 0 && (kind === 'items' ? ' or ' : ', ')}
                <b title={label} style={{ color: candidateColor(letter) }}>
                  {letter}
                </b>
              </span>
            ))}
          : {about}
          <small className="quiet">
            {decide}
            {cost && `, ${cost}`}
          </small>
        </li>
      ))}
    </ul>
  );
}
