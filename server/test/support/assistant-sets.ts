import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const FOLDER = fileURLToPath(new URL('../../../examples/assistant/', import.meta.url));

/** A question of examples/assistant; its README says what the fields mean. */
export interface AssistantQuestion {
  id: string;
  kind: 'answerable' | 'numeric' | 'contradictory' | 'hostile' | 'unanswerable';
  question: string;
  answer?: string | string[];
  source?: string | string[];
  not?: string[];
  unanswerable?: boolean;
}

export interface AssistantSet {
  name: string;
  documents: { title: string; content: string }[];
  questions: AssistantQuestion[];
}

/** What an answer came to. */
export interface AssistantAnswer {
  content: string;
  citations: readonly { quote: string; source_title: string }[];
}

/** The sets that there are: *seen*, *held-back* and *practice*. */
export function readAssistantSets(): AssistantSet[] {
  return readdirSync(FOLDER, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== 'tasks')
    .map(({ name }) => {
      const documents = readdirSync(`${FOLDER}${name}/documents`)
        .filter((file) => file.endsWith('.md'))
        .sort()
        .map((title) => ({ title, content: readFileSync(`${FOLDER}${name}/documents/${title}`, 'utf8') }));
      const questions = JSON.parse(readFileSync(`${FOLDER}${name}/questions.json`, 'utf8'));
      return { name, documents, questions };
    });
}

/** Begins an answer to a question that the sources do not answer, or stands in it; a model says it in its own words. */
const REFUSES =
  /(?:do|does|did) not (?:say|state|mention|contain|answer|specify)|not found in the sources|no (?:information|answer)/i;

/** Why an answer is wrong; null where it is right. */
export function wrongInAnswer(
  asked: AssistantQuestion,
  { content, citations }: AssistantAnswer,
): string | null {
  const said = flat(
    [content, ...citations.map(({ quote }) => quote)].join('\n').replace(/\\(?=[^\w\s])/g, ''),
  );
  const forbidden = asked.not?.find((words) => said.includes(flat(words)));
  if (forbidden !== undefined) return `says what must not be said: ${forbidden}`;
  const refused = REFUSES.test(content.slice(0, 200));
  if (asked.unanswerable)
    return refused || citations.length === 0 ? null : 'answers what the sources do not say';
  if (refused) return 'says that the sources do not say';
  const answers = [asked.answer ?? []].flat();
  const sources = [asked.source ?? []].flat();
  const holds = (answer: string, from: readonly string[]) =>
    citations.some(({ quote, source_title }) => from.includes(source_title) && matches(answer, quote));
  const isPaired = asked.kind === 'contradictory' && sources.length > 1;
  const isRight = isPaired
    ? sources.every((source, at) => holds(answers[at] ?? '', [source]))
    : answers.some((answer) => holds(answer, sources));
  return isRight ? null : 'has no right quote';
}

function matches(answer: string, quote: string): boolean {
  const pattern = /^\/(.+)\/([a-z]*)$/su.exec(answer);
  if (pattern)
    return new RegExp(pattern[1] ?? '', `${pattern[2]}`.includes('i') ? pattern[2] : `${pattern[2]}i`).test(
      flat(quote),
    );
  return flat(quote).includes(flat(answer));
}

function flat(text: string): string {
  return text.replace(/\s+/g, ' ').toLowerCase();
}
