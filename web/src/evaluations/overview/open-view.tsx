import { candidateColor, type OpenQuestion, type Report } from '@touchstone/report';
import type { Evaluation } from '../../api/api.ts';
import { Fold } from '../../ui/section.tsx';
import { MeasureMore } from '../measure-more.tsx';

/** The others are folded: the first screen is short. */
const SHOWN = 1;

interface OpenProps {
  evaluation: Evaluation;
  open: readonly OpenQuestion[];
  targets: Report['targets'];
}

/** What remains undecided, and what deciding it would take. */
export function OpenView({ evaluation, open, targets }: OpenProps) {
  if (open.length === 0) return null;
  const more = open.slice(SHOWN);
  return (
    <section className="figure" aria-label="Undecided">
      <h2 className="figure-title">Undecided</h2>
      <OpenList evaluation={evaluation} open={open.slice(0, SHOWN)} targets={targets} />
      {more.length > 0 && (
        <Fold title={`${more.length} more`}>
          <OpenList evaluation={evaluation} open={more} targets={targets} />
        </Fold>
      )}
    </section>
  );
}

/** Candidates by their letters, which the matrix above explains. */
function OpenList({ evaluation, open, targets }: OpenProps) {
  return (
    <ul className="open-questions">
      {open.map((question) => (
        <li key={`${question.labels.join()} ${question.about}`} className="missing">
          <div>
            {targets
              .filter(({ label }) => question.labels.includes(label))
              .map(({ label, letter }, i) => (
                <span key={label}>
                  {i > 0 && (question.kind === 'items' ? ' or ' : ', ')}
                  <b title={label} style={{ color: candidateColor(letter) }}>
                    {letter}
                  </b>
                </span>
              ))}
            : {question.about}
            {/* What to do about a fact is what the button says. */}
            {question.kind !== 'fact' && (
              <small className="quiet">
                {question.decide}
                {question.cost && ` · ${question.cost}`}
              </small>
            )}
          </div>
          <MeasureMore question={question} evaluation={evaluation} />
        </li>
      ))}
    </ul>
  );
}
