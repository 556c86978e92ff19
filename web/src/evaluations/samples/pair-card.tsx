import type { Sample } from '../../api/api.ts';
import { LongText } from './long-text.tsx';

/** Two answers that judges compared, and what each judge said in both orders. */
export function PairCard({ pair }: { pair: NonNullable<Sample['pair']> }) {
  const { target_a, target_b, answer_a, answer_b, winner, judges } = pair;
  return (
    <section className="answer-card wide" aria-label={`${target_a} or ${target_b}`}>
      <header>
        <strong>
          {target_a} or {target_b}
        </strong>
        <span className="graded none">
          {winner === null ? 'undecided' : winner === 'tie' ? 'tie' : `${winner} preferred`}
        </span>
      </header>
      <div className="answers">
        {[
          [target_a, answer_a],
          [target_b, answer_b],
        ].map(([label, answer]) => (
          <div key={label}>
            <p className="quiet">{label}</p>
            <LongText text={answer ?? 'Empty response.'} />
          </div>
        ))}
      </div>
      <dl className="grading">
        {judges.flatMap(({ judge, orders }) =>
          orders.map(({ first, winner: preferred, reason, reply }) => (
            <div key={`${judge} ${first}`}>
              <dt>
                {judge}, {first} shown first
              </dt>
              <dd>
                {preferred ?? 'failed'}. {reason}
                {reply !== undefined && <LongText text={reply} />}
              </dd>
            </div>
          )),
        )}
      </dl>
    </section>
  );
}
