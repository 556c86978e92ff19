import { seconds, usd } from '@touchstone/report/figures';
import type { Sample } from '../../api/api.ts';
import { Fold } from '../../ui/section.tsx';
import { Difference } from './difference.tsx';
import { LongText } from './long-text.tsx';

type Conversation = NonNullable<Sample['transcript']>;
type Step = Conversation['steps'][number];

/** The conversation of a task: what was said and called, what that changed, and what each grader says of it. */
export function Transcript({ transcript }: { transcript: Conversation }) {
  const { steps, state_before, state_after, checks, beginnings } = transcript;
  const [before, after] = [stateText(state_before), stateText(state_after)];
  return (
    <>
      {beginnings > 1 && (
        <p className="quiet">Interrupted and started {beginnings} times. This is the last attempt.</p>
      )}
      <ol className="transcript" aria-label="Conversation">
        {steps.map((step, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a conversation is a fixed list of steps
          <li key={i} className={step.kind}>
            <StepView step={step} />
          </li>
        ))}
      </ol>
      {checks.length > 0 && (
        <ul className="checks" aria-label="Graders">
          {checks.map(({ name, passed, message }) => (
            <li key={name}>
              <strong>
                {passed === null ? '?' : passed ? '✓' : '✗'} {name}
              </strong>{' '}
              {message}
            </li>
          ))}
        </ul>
      )}
      {(before !== '{}' || after !== '{}') && (
        <Fold title={before === after ? 'State (unchanged)' : 'State before and after'}>
          {before === after ? <LongText text={before} /> : <Difference before={before} after={after} />}
        </Fold>
      )}
    </>
  );
}

const SPEAKER_NAMES: Readonly<Record<string, string>> = { user: 'User', reply: 'Target' };

/** Why a conversation ended, as people say it. */
const END_REASONS: Readonly<Record<string, string>> = {
  user: 'The simulated user ended the conversation.',
  silence: 'The target sent no text and no tool call.',
  truncated: 'The response reached the token limit.',
  content_filter: 'A content filter stopped the response.',
  simulated_tool: 'The simulated tool failed.',
  simulated_user: 'The simulated user failed.',
  limit_turns: 'The turn limit was reached.',
  limit_calls: 'The call limit was reached.',
  limit_seconds: 'The time limit was reached.',
  limit_cost: 'The cost limit was reached.',
};

function StepView({ step }: { step: Step }) {
  const { kind, text = '', reason = '' } = step;
  if (kind === 'call') return <Call step={step} />;
  if (kind === 'judge') return <Judge step={step} />;
  if (kind === 'end')
    return (
      <p className="quiet">
        {END_REASONS[reason] ?? reason} {text}
      </p>
    );
  return (
    <>
      <p className="quiet role">
        {SPEAKER_NAMES[kind] ?? kind} <StepCost step={step} />
      </p>
      {text !== '' && <LongText text={text} />}
    </>
  );
}

/** A call on one line; what came back and what it changed below it. */
function Call({ step: { name = '', arguments: args, result, failed, changes = [] } }: { step: Step }) {
  return (
    <>
      <p>
        <code>
          {name}({typeof args === 'string' ? args : JSON.stringify(args)})
        </code>{' '}
        {failed && <strong>failed</strong>}
      </p>
      <p>
        <span className="quiet">returned</span> <code>{JSON.stringify(result)}</code>
      </p>
      {changes.map(({ path, before, after }, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the changes of one call are a fixed list
        <p key={i}>
          <span className="quiet">changed</span> <code>{path}</code> <span className="quiet">from</span>{' '}
          <code>{before === undefined ? 'nothing' : JSON.stringify(before)}</code>{' '}
          <span className="quiet">to</span>{' '}
          <code>{after === undefined ? 'nothing' : JSON.stringify(after)}</code>
        </p>
      ))}
    </>
  );
}

function Judge({ step }: { step: Step }) {
  return (
    <>
      <p className="quiet role">
        {step.name} <StepCost step={step} />
      </p>
      {step.grades?.map(({ name, score, reason }) => (
        <p key={name}>
          {score === 1 ? '✓' : '✗'} {name}: {reason}
        </p>
      ))}
      {step.text !== undefined && <LongText text={step.text} />}
    </>
  );
}

function StepCost({ step: { latency_ms, cost_usd } }: { step: Step }) {
  const said = [latency_ms != null && seconds(latency_ms / 1000), cost_usd != null && usd(cost_usd)].filter(
    Boolean,
  );
  return <>{said.length > 0 && `· ${said.join(' · ')}`}</>;
}

const stateText = (state: unknown) => JSON.stringify(state, null, 2);
