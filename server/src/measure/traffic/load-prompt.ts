import type { ChatMessage } from '../../models/models.ts';
import { createRandom, pickOne, type Random } from '../statistics/statistics.ts';

/** Everyday words, for which a tokenizer needs about 4 characters per token, as in normal text. */
const WORDS = (
  'about after again along answer around because before between book bring build call carry change city clear close ' +
  'come cost country course cross cut day deep different does door down draw drive each early earth end every example ' +
  'eye face fact family far father feel few field find fire first five follow food foot form found four free friend ' +
  'front full game gave give good great green ground group grow half hand hard head hear help here high hold home ' +
  'horse hour house idea just keep kind king know land large last late learn leave left less letter life light line ' +
  'list little live long look low made make many map mark mean men might mile mind money month moon more morning most ' +
  'mother mountain move much music must name near need never new next night north note nothing now number often old ' +
  'once only open order other over page paper part pass people piece place plain plan plant play point power press ' +
  'problem pull question quick rain reach read ready real red rest right river road rock room round rule run said ' +
  'same school science sea second seem sentence serve set several ship short should show side simple since sing size ' +
  'sleep slow small song soon sound south space special spell stand star start state stay step still stood stop story ' +
  'street strong study such sun sure table take talk teach tell test their there thing think thought thousand three ' +
  'time told took top toward town travel tree true try turn under unit until use usual very voice walk want war warm ' +
  'watch water way week weight went west what wheel where which while white whole wind wonder wood word work world ' +
  'would write year young'
).split(' ');

/** Characters per token of ordinary English; the server's count is reported beside the intended number. */
const CHARACTERS_PER_TOKEN = 4;
const TEXT_CHARACTERS = 1 << 20;

/** Generated on first use, because drawing every word of long prompts would need too much time of a load thread. */
let text: string | undefined;

/**
 * A prompt of about `inputTokens` tokens that no other request shares. Its beginning is unique, so that neither a
 * response cache nor a prefix cache (which matches from the beginning) can make a server look faster than it is. It
 * requests a response of about `outputTokens`; the real lengths are reported.
 */
export function loadPrompt(inputTokens: number, outputTokens: number, random: Random): string {
  const start = `${uniqueWords(random)}${words(random, 40)} `;
  const ask = askFor(outputTokens);
  return start + textOf(inputTokens * CHARACTERS_PER_TOKEN - start.length - ask.length, random) + ask;
}

/** A prompt with its unique words at the end, so that a prefix cache finds everything before them. */
export function sharedPrompt(inputTokens: number, outputTokens: number, random: Random): string {
  const end = `\n\n${uniqueWords(random)}${words(random, 40)}${askFor(outputTokens)}`;
  return textOf(inputTokens * CHARACTERS_PER_TOKEN - end.length) + end;
}

/** The words that a further turn adds to a conversation: of exactly the requested length, however short. */
export function followingPrompt(inputTokens: number, outputTokens: number, random: Random): string {
  const ask = askFor(outputTokens);
  const length = inputTokens * CHARACTERS_PER_TOKEN;
  return length > ask.length ? textOf(length - ask.length, random) + ask : textOf(length, random);
}

/** Words with which no other draw begins. */
export function uniqueWords(random: Random): string {
  return `Text ${random.uint32().toString(36)}${random.uint32().toString(36)}: `;
}

/**
 * The messages of an item with a mark at the beginning of the first one after the system text, so that no response
 * cache knows them from another request, and a prefix cache knows only the system text, as in use.
 */
export function markedMessages(messages: readonly ChatMessage[], random: Random): readonly ChatMessage[] {
  const first = messages.findIndex(({ role }) => role !== 'system');
  return messages.map((message, i) =>
    i === first ? { ...message, content: `[${random.uint32().toString(36)}] ${message.content}` } : message,
  );
}

const askFor = (outputTokens: number) =>
  `\n\nWrite about ${Math.max(1, Math.round(outputTokens * 0.75))} words on the text above.`;

/** A piece of the text; from its beginning if nothing is drawn. */
function textOf(characters: number, random?: Random): string {
  text ??= words(createRandom(0, 'load prompt'), TEXT_CHARACTERS);
  const rest = Math.max(0, characters);
  // A slice shares the memory of the text; joining megabytes of text for each request would not.
  const whole = rest <= text.length ? text : text.repeat(Math.ceil(rest / text.length));
  const from = random === undefined ? 0 : random.below(whole.length - rest + 1);
  return whole.slice(from, from + rest);
}

function words(random: Random, characters: number): string {
  const drawn: string[] = [];
  for (let size = 0; size < characters; ) {
    const word = pickOne(random, WORDS);
    drawn.push(word);
    size += word.length + 1;
  }
  return drawn.join(' ');
}
