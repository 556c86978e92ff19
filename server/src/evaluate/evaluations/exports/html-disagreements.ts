import { benchmarkName, type Report } from '@touchstone/report';
import type { Sample } from '../schemas/sample-schemas.ts';
import { tableMarkup } from './html-elements.ts';
import { escapeMarkup } from './markup.ts';

/** Maximum number of items shown, of items printed, and of characters per text. Other exports contain everything. */
const MAX_ITEMS = 20;
const PRINTED_ITEMS = 3;
const MAX_CHARACTERS = 2000;

/** Two candidates whose disagreements say most about the decision. */
export type CandidatePair = readonly [a: string, b: string];

/**
 * The first-ranked candidate and the next that meets every requirement. Without a ranking, the two with the highest
 * scores, if possible among those that no scenario rejects. Null if fewer than two have a score.
 */
export function nearestPair({ scenarios, benchmarks }: Report): CandidatePair | null {
  const ordered = scenarios.flatMap(({ verdict }) => {
    const [first, second] = verdict?.order ?? [];
    return first && second ? [[first.label, second.label] as const] : [];
  });
  const scored = (benchmarks[0]?.scores ?? []).filter(({ score }) => score !== null);
  const rejected = new Set(
    scenarios.flatMap(({ matrix }) =>
      matrix.rows.flatMap(({ label, standing }) => (standing === 'rejected' ? [label] : [])),
    ),
  );
  const open = scored.filter(({ target_label }) => !rejected.has(target_label));
  const [one, other] = open.length > 1 ? open : scored;
  return ordered[0] ?? (one && other ? [one.target_label, other.target_label] : null);
}

/**
 * The first items on which the two candidates disagree: the question, their responses, and the outcomes of the
 * others.
 */
export async function* disagreementSection(
  samples: AsyncIterable<Sample>,
  pair: CandidatePair | null,
): AsyncGenerator<string> {
  let shown = 0;
  for await (const item of byItem(samples)) {
    if (shown === MAX_ITEMS) {
      yield `<p class="quiet screen">The first ${MAX_ITEMS} items are shown; the console and the JSON, JSON Lines and CSV exports contain all items.</p>`;
      break;
    }
    if (shown === 0)
      yield `<section><h2>Where ${pair ? escapeMarkup(pair.join(' and ')) : 'candidates'} disagree</h2>`;
    yield article(item, pair, shown >= PRINTED_ITEMS);
    shown += 1;
  }
  if (shown > PRINTED_ITEMS)
    yield `<p class="paper">The first ${PRINTED_ITEMS} items are printed; the console and the JSON, JSON Lines and CSV exports contain all items.</p>`;
  if (shown > 0) yield '</section>\n';
}

/** Groups samples by item; those of one item are consecutive. */
async function* byItem(samples: AsyncIterable<Sample>): AsyncGenerator<Sample[]> {
  const keyOf = ({ benchmark, item, epoch }: Sample) => `${benchmark}/${item}/${epoch}`;
  let own: Sample[] = [];
  for await (const sample of samples) {
    const [first] = own;
    if (first && keyOf(first) !== keyOf(sample)) {
      yield own;
      own = [];
    }
    own.push(sample);
  }
  if (own.length > 0) yield own;
}

function article(samples: readonly Sample[], pair: CandidatePair | null, isOnScreenOnly: boolean): string {
  const [first] = samples;
  if (first === undefined) return '';
  const { benchmark, item, input, expected } = first;
  const asked = input.map(({ role, content }) => (role === 'user' ? content : `${role}: ${content}`));
  const wanted = typeof expected === 'string' ? expected : expected.join(' | ');
  const isWhole = (one: Sample) => pair === null || pair.includes(one.target_label) || one.pair !== undefined;
  const others = samples.filter((one) => !isWhole(one));
  const rest =
    others.length === 0
      ? ''
      : `<p>${others.map((one) => `${escapeMarkup(one.target_label)}: ${describeOutcome(one)}`).join('; ')}.</p>`;
  return `<article${isOnScreenOnly ? ' class="screen"' : ''}><h3>${escapeMarkup(benchmarkName(benchmark))}, item ${item}</h3><pre>${shortenText(asked.join('\n\n'))}</pre>
<p>Expected: <code>${shortenText(wanted)}</code></p>${samples.filter(isWhole).map(answer).join('')}${rest}</article>\n`;
}

function answer(sample: Sample): string {
  const { target_label, answer: said, message, pair } = sample;
  if (pair) return comparedAnswers(pair);
  return `<h4>${escapeMarkup(target_label)}: ${describeOutcome(sample)}</h4><pre>${shortenText(said ?? message ?? '')}</pre>`;
}

function describeOutcome({ score, outcome, extracted }: Sample): string {
  if (score === null) return outcome;
  const word = score === 1 ? 'right' : score === 0 ? 'wrong' : `score ${score}`;
  return extracted === null ? word : `${word}, read as “${shortenText(extracted)}”`;
}

/** The two compared responses, and each judge's decision in each order. */
function comparedAnswers(pair: NonNullable<Sample['pair']>): string {
  const { target_a, target_b, answer_a, answer_b, winner, judges } = pair;
  const rows = judges.flatMap(({ judge, orders }) =>
    orders.map((said) => [judge, said.first, said.winner ?? 'failed', said.reason ?? ''].map(escapeMarkup)),
  );
  const answerOf = (label: string, text: string | null) =>
    `<h4>${escapeMarkup(label)}</h4><pre>${shortenText(text ?? '')}</pre>`;
  const outcome =
    winner === null ? 'no decided preference' : winner === 'tie' ? 'tie' : `${winner} preferred`;
  return `${answerOf(target_a, answer_a)}${answerOf(target_b, answer_b)}<p><strong>${escapeMarkup(outcome)}</strong></p>
${tableMarkup(['Judge', 'Shown first', 'Preferred', 'Reason'], rows)}`;
}

function shortenText(text: string): string {
  if (text.length <= MAX_CHARACTERS) return escapeMarkup(text);
  return `${escapeMarkup(text.slice(0, MAX_CHARACTERS))} … (${text.length - MAX_CHARACTERS} more characters)`;
}
