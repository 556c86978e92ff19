import type { Sample } from '../schemas/sample-schemas.ts';
import { table } from './html-elements.ts';
import { escaped } from './markup.ts';

/** How many items are shown, and how many characters of each text; the other exports have them all. */
const MOST_ITEMS = 50;
const MOST_CHARACTERS = 2000;

/** The first items on which targets disagree: the question, and what each target answered. */
export async function* disagreementSection(samples: AsyncIterable<Sample>): AsyncGenerator<string> {
  let current = '';
  let shown = 0;
  for await (const sample of samples) {
    const key = `${sample.benchmark}/${sample.item}/${sample.epoch}`;
    if (key !== current) {
      if (shown === MOST_ITEMS) {
        yield `</article><p class="quiet">More items follow; the first ${MOST_ITEMS} are shown.</p></section>`;
        return;
      }
      yield shown === 0 ? '<section><h2>Where targets disagree</h2>' : '</article>';
      yield question(sample);
      current = key;
      shown += 1;
    }
    yield answer(sample);
  }
  if (shown > 0) yield '</article></section>';
}

function question({ benchmark, item, input, expected }: Sample): string {
  const asked = input.map(({ role, content }) => `${role}: ${content}`).join('\n\n');
  const wanted = typeof expected === 'string' ? expected : expected.join(' | ');
  return `<article><h3>${escaped(benchmark)}, item ${item}</h3><pre>${shortened(asked)}</pre>
<p>Expected: <code>${shortened(wanted)}</code></p>`;
}

function answer({ target_label, score, outcome: state, answer: said, message, pair }: Sample): string {
  if (pair) return comparedAnswers(pair);
  return `<h4>${escaped(target_label)}: ${score === null ? state : `score ${score}`}</h4><pre>${shortened(said ?? message ?? '')}</pre>\n`;
}

/** The two answers of a comparison, and what each judge said of them in each order. */
function comparedAnswers(pair: NonNullable<Sample['pair']>): string {
  const { target_a, target_b, answer_a, answer_b, winner, judges } = pair;
  const rows = judges.flatMap(({ judge, orders }) =>
    orders.map((said) => [judge, said.first, said.winner ?? 'failed', said.reason ?? ''].map(escaped)),
  );
  const answerOf = (label: string, text: string | null) =>
    `<h4>${escaped(label)}</h4><pre>${shortened(text ?? '')}</pre>`;
  const outcome = winner === null ? 'no preference known' : winner === 'tie' ? 'tie' : `${winner} preferred`;
  return `${answerOf(target_a, answer_a)}${answerOf(target_b, answer_b)}<p><strong>${escaped(outcome)}</strong></p>
${table(['Judge', 'Shown first', 'Preferred', 'Reason'], rows)}`;
}

function shortened(text: string): string {
  if (text.length <= MOST_CHARACTERS) return escaped(text);
  return `${escaped(text.slice(0, MOST_CHARACTERS))} … (${text.length - MOST_CHARACTERS} more characters)`;
}
