/** Words that negate or restrict what is said around them, by language. */
const NEGATIONS = [
  'not cannot no never none nobody nothing nowhere neither nor without unless except hardly scarcely barely rarely',
  'seldom false untrue deny denies denied',
  'nicht nichts nie niemals niemand niemanden niemandem nirgends kein keine keinen keinem keiner keines ohne weder außer',
  'kaum unwahr falsch',
  'ne pas jamais aucun aucune rien sans ni nul nulle sauf non guère faux',
  'nunca jamás ningún ninguno ninguna nada nadie sin tampoco excepto falso',
  'nessun nessuno nessuna niente nulla senza né tranne',
  'não nenhum nenhuma ninguém sem exceto',
  'niet geen nooit zonder niets niemand behalve',
  'inte ej ingen inget inga aldrig utan ikke intet aldri uden uten',
  'bez żaden nigdy nikt',
  'не нет ни никогда никто ничего без кроме нельзя',
  'değil yok hiç',
  'لا لم لن ليس غير نہیں नहीं मत',
]
  .join(' ')
  .split(' ');

const NEGATION_WORDS = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:${NEGATIONS.join('|')})(?![\\p{L}\\p{N}]|-\\p{L})|\\p{L}n't(?!\\p{L})|(?<!\\p{L})n'(?=\\p{L})`,
  'iu',
);
/** Negations of languages without spaces between words, or in which they are part of the verb. */
const NEGATIONS_INSIDE_WORDS = /ない|なかっ|なく|ません|不|没|沒|無|无|未|非|否|않|없|못하|아니/u;

/**
 * Whether a part of a sentence contains a negation.
 * @param part with `'` for every apostrophe
 */
export function containsNegation(part: string): boolean {
  return NEGATION_WORDS.test(part) || NEGATIONS_INSIDE_WORDS.test(part);
}
