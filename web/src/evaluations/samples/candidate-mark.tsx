import type { Candidate } from './use-candidates.ts';

/** A candidate's letter in its colour. */
export function CandidateMark({ candidate: { letter, color } }: { candidate: Candidate }) {
  return (
    <b className="candidate-mark" style={{ color, borderColor: color }}>
      {letter}
    </b>
  );
}
