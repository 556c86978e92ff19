import type { Sample } from '../../api/api.ts';
import { score } from '../../ui/format.ts';
import { Status } from '../../ui/status.tsx';

type Pair = NonNullable<Sample['pair']>;

/** One question to one target: what was asked, answered, expected and graded. */
export function SampleView({ sample }: { sample: Sample }) {
  const expected = [sample.expected].flat().join(' or ');
  return (
    <li>
      <details>
        <summary>
          <span className="sample-head">
            <span className="quiet">
              {sample.benchmark} #{sample.item}
            </span>
            <strong>
              {sample.pair ? `${sample.pair.target_a} or ${sample.pair.target_b}` : sample.target_label}
            </strong>
            <span className="clip">{sample.extracted ?? sample.answer ?? sample.reason ?? '–'}</span>
            {!sample.pair && <span className="quiet">expected {expected}</span>}
            <Outcome sample={sample} />
          </span>
        </summary>
        <Details sample={sample} expected={expected} />
      </details>
    </li>
  );
}

function Outcome({ sample: { outcome, score: value, reason, pair } }: { sample: Sample }) {
  if (outcome !== 'scored') return <Status status={outcome} detail={reason} />;
  if (pair)
    return <span className="status plain">{pair.winner === 'tie' ? 'tie' : `${pair.winner} preferred`}</span>;
  const tone = value === 1 ? 'good' : value === 0 ? 'bad' : 'plain';
  const word = value === 1 ? 'right' : value === 0 ? 'wrong' : score(value);
  return <span className={`status ${tone}`}>{word}</span>;
}

function Details({ sample, expected }: { sample: Sample; expected: string }) {
  const timing = [
    sample.latency_ms !== null && `${Math.round(sample.latency_ms)} ms`,
    sample.input_tokens !== null && `${sample.input_tokens} tokens in`,
    sample.output_tokens !== null && `${sample.output_tokens} out`,
    sample.attempts > 1 && `${sample.attempts} attempts`,
    sample.finish_reason && `ended by ${sample.finish_reason}`,
    sample.returned_model,
  ].filter(Boolean);
  return (
    <dl className="sample">
      {sample.input.map(({ role, content }, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a prompt is a fixed list of messages
        <Fact key={i} name={`Asked (${role})`} text={content} />
      ))}
      {sample.pair && <PairFacts pair={sample.pair} />}
      <Fact name="Reasoning, set aside" text={sample.reasoning} />
      <Fact name="Answer" text={sample.answer} />
      <Fact name={`Read from it (${sample.extraction ?? 'nothing'})`} text={sample.extracted} />
      <Fact name={`Expected (${sample.grader})`} text={expected} />
      <Fact name={sample.outcome === 'failed' ? 'Failure' : 'Reason'} text={sample.reason} />
      <Fact name="Message" text={sample.message} />
      <Fact name="Call" text={timing.join(' · ') || null} />
    </dl>
  );
}

/** Two answers, and what each judge said of them in both orders. */
function PairFacts({ pair: { target_a, target_b, answer_a, answer_b, judges } }: { pair: Pair }) {
  return (
    <>
      <Fact name={`Answer of ${target_a}`} text={answer_a} />
      <Fact name={`Answer of ${target_b}`} text={answer_b} />
      {judges.flatMap(({ judge, orders }) =>
        orders.map(({ first, winner, reason }) => (
          <Fact
            key={`${judge} ${first}`}
            name={`${judge}, ${first} first: ${winner ?? 'failed'}`}
            text={reason || '(no reason)'}
          />
        )),
      )}
    </>
  );
}

function Fact({ name, text }: { name: string; text: string | null }) {
  if (text === null) return null;
  return (
    <div>
      <dt>{name}</dt>
      <dd className="passage">{text}</dd>
    </div>
  );
}
