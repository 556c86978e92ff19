import { count, decimal, percent, seconds, score as threeDigits, usd } from '@touchstone/report/figures';
import type { Sample } from '../../api/api.ts';
import { Fact } from '../../ui/fact.tsx';
import { Fold } from '../../ui/section.tsx';
import { CandidateMark } from './candidate-mark.tsx';
import { Difference } from './difference.tsx';
import { Labels } from './labels.tsx';
import { LongText } from './long-text.tsx';
import { MarkdownText } from './markdown-text.tsx';
import { shownCell } from './outcomes.ts';
import type { Place } from './sample-queries.ts';
import { Transcript } from './transcript.tsx';
import type { Candidate } from './use-candidates.ts';

interface AnswerCardProps {
  place: Place;
  sample: Sample;
  candidate: Candidate | undefined;
  /** The answer that it is compared with; undefined = it is shown alone. */
  base: string | null | undefined;
  isText: boolean;
  /** Whether keys label it. */
  isFocused: boolean;
  onFocus: () => void;
}

const LETTERS: Readonly<Record<string, string>> = {
  failed: 'F',
  unscored: 'U',
  measured: 'M',
  interrupted: 'I',
  answered: 'A',
};

/** The answer of one candidate: what it said, what was read from it, how it was graded, and what the call took. */
export function AnswerCard(props: AnswerCardProps) {
  const { place, sample, candidate, base, isText, isFocused, onFocus } = props;
  const { answer, reasoning, outcome, score } = sample;
  const letter = LETTERS[outcome] ?? (score === 1 ? 'R' : 'W');
  const { sign, word, tone } = shownCell(letter, score);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a click anywhere in a card chooses it, and so do the keys 1 to 9
    <section
      className={isFocused ? 'answer-card focused' : 'answer-card'}
      aria-label={sample.target_label}
      aria-current={isFocused}
      onClick={onFocus}
    >
      <header>
        {candidate && <CandidateMark candidate={candidate} />}
        <strong>{sample.target_label}</strong>
        <span className={`graded ${tone}`}>
          {sign} {word === sign ? '' : word}
        </span>
      </header>
      {reasoning !== null && (
        <Fold title="Reasoning">
          <LongText text={reasoning} />
        </Fold>
      )}
      {sample.transcript ? (
        <Transcript transcript={sample.transcript} />
      ) : answer === null ? (
        <p className="quiet">{outcome === 'failed' ? 'No response.' : 'Empty response.'}</p>
      ) : base !== undefined && base !== null ? (
        <Difference before={base} after={answer} />
      ) : isText ? (
        <LongText text={answer} />
      ) : (
        <MarkdownText text={answer} />
      )}
      <Calls sample={sample} />
      {/* A conversation says itself what its graders say. */}
      {!sample.transcript && <Grading sample={sample} />}
      <Call sample={sample} />
      {answer !== null && <Labels place={place} sample={sample} isFocused={isFocused} />}
    </section>
  );
}

/** The tools that the answer calls, and the passages that it was answered from, with what is known of each. */
function Calls({ sample: { tool_calls = [], passages = [], retrieval } }: { sample: Sample }) {
  return (
    <>
      {tool_calls.length > 0 && (
        <ul className="checks" aria-label="Tool calls">
          {tool_calls.map(({ name, arguments: args }, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the calls of an answer are a fixed list
            <li key={i}>
              <code>
                {name}({args})
              </code>
            </li>
          ))}
        </ul>
      )}
      {passages.length > 0 && (
        <Fold
          title={
            passages.length === 1 ? '1 passage in the prompt' : `${passages.length} passages in the prompt`
          }
        >
          <ol>
            {passages.map(({ id, text }, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the passages of an answer are a fixed list
              <li key={i}>
                {id !== null && <strong>{id}</strong>}
                {retrieval && <Known {...retrieval.passages[i]} />}
                <LongText text={text} />
              </li>
            ))}
          </ol>
        </Fold>
      )}
      {retrieval && <Passages retrieval={retrieval} />}
    </>
  );
}

type Retrieval = NonNullable<Sample['retrieval']>;

function Known({ relevant = false, cited = false }: Partial<Retrieval['passages'][number]>) {
  const said = [relevant ? 'answers the question' : 'does not answer it', ...(cited ? ['cited'] : [])];
  return <span className="quiet"> {said.join(', ')}</span>;
}

/** What its passages and citations are worth, and what it should have had. */
function Passages({ retrieval }: { retrieval: Retrieval }) {
  const { k, relevant, citations, refused, recall, precision, ndcg, citation_precision, citation_recall } =
    retrieval;
  const missing = relevant.filter(({ rank }) => rank === null || rank > k);
  const wrong = citations.filter(({ supports }) => !supports);
  const share = (value: number | null | undefined) => (value == null ? '–' : percent(value));
  return (
    <dl className="grading">
      {recall !== null && (
        <Fact name={`First ${k} passages`}>
          recall {share(recall)}, precision {share(precision)}, nDCG {share(ndcg)}
        </Fact>
      )}
      {missing.length > 0 && (
        <Fact name="Relevant but missing">
          {missing.map(({ text }) => `“${text.slice(0, 200)}”`).join('; ')}
        </Fact>
      )}
      {citation_precision !== null && (
        <Fact name="Citations">
          precision {share(citation_precision)}, recall {share(citation_recall)}
        </Fact>
      )}
      {wrong.length > 0 && (
        <Fact name="Unsupported citations">
          {wrong
            .map(({ passage, quote, verified }) => {
              const why = verified
                ? 'the passage does not answer the question'
                : 'the quote is not in the passage';
              return `[${passage ?? '?'}] ${quote === null ? 'without a quote' : `“${quote.slice(0, 200)}”: ${why}`}`;
            })
            .join('; ')}
        </Fact>
      )}
      {refused && <Fact name="Refused">yes</Fact>}
    </dl>
  );
}

/** What the grader read and why it gave its grade, and what judges said. */
function Grading({ sample }: { sample: Sample }) {
  const { extracted, extraction, reason, message, reference_grade, score, details, criteria } = sample;
  const { lenient_score, parts = [] } = sample;
  return (
    <dl className="grading">
      {extracted !== null && (
        <Fact name="Extracted answer">
          <code>{extracted}</code> {extraction && <span className="quiet">{extraction}</span>}
        </Fact>
      )}
      {reason !== null && <Fact name={sample.outcome === 'failed' ? 'Failure' : 'Reason'}>{reason}</Fact>}
      {message !== null && <Fact name="Message">{message}</Fact>}
      {reference_grade !== undefined && reference_grade !== score && (
        <Fact name="Published rule">
          {reference_grade === 1 ? 'right' : 'wrong'} (differs from this score)
        </Fact>
      )}
      {lenient_score !== undefined && (
        <Fact name="Lenient reading">{lenient_score === 1 ? 'may be right' : percent(lenient_score)}</Fact>
      )}
      {details &&
        Object.entries(details).map(([name, value]) => (
          <Fact key={name} name={name}>
            {threeDigits(value)}
          </Fact>
        ))}
      {parts.map(({ part, ...graded }) => (
        <Fact key={part} name={`Part ${part}`}>
          <Part {...graded} />
        </Fact>
      ))}
      {criteria?.map(({ criterion, score: given, judges }) => (
        <Fact key={criterion} name={criterion}>
          {decimal(given, 'not graded')}
          {judges?.map(({ judge, score: theirs, reason: because, reply }) => (
            <div key={judge}>
              <p>
                <span className="quiet">
                  {judge} {decimal(theirs, 'failed')}
                </span>{' '}
                {because}
              </p>
              {reply !== undefined && <LongText text={reply} />}
            </div>
          ))}
        </Fact>
      ))}
    </dl>
  );
}

/** What a part of a composite checks, and its grade. */
function Part({ grader, not, expected, metric, weight, score, passed }: Omit<SamplePart, 'part'>) {
  const about = [metric, weight !== 1 && `weight ${decimal(weight, '')}`].filter(Boolean).join(', ');
  return (
    <>
      {passed === null ? 'not graded' : passed ? 'passed' : 'failed'} {threeDigits(score)}{' '}
      <span className="quiet">
        {not && 'not '}
        {grader} {about !== '' && `(${about})`}
      </span>
      {expected !== null && <LongText text={[expected].flat().join(' | ')} />}
    </>
  );
}

type SamplePart = NonNullable<Sample['parts']>[number];

function Call({ sample }: { sample: Sample }) {
  const { latency_ms, input_tokens, output_tokens, cost_usd, attempts, finish_reason, returned_model } =
    sample;
  const said = [
    latency_ms !== null && seconds(latency_ms / 1000),
    input_tokens !== null && `${count(input_tokens)} tokens in`,
    output_tokens !== null && `${count(output_tokens)} out`,
    cost_usd !== null && usd(cost_usd),
    attempts > 1 && `${attempts} attempts`,
    finish_reason !== null && finish_reason !== 'stop' && `finish reason ${finish_reason}`,
    returned_model,
    sample.route && `route ${sample.route}`,
    sample.service_tier && `service tier ${sample.service_tier}`,
    sample.system_fingerprint,
    sample.answer_of !== null && 'response reused from an identical request',
  ].filter(Boolean);
  return <p className="quiet call">{said.join(' · ')}</p>;
}
