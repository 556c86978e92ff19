/** The zeros of the decimal digits that replies are written in; the nine others follow each. */
const ZEROS =
  '\u0660\u06f0\u07c0\u0966\u09e6\u0a66\u0ae6\u0b66\u0be6\u0c66\u0ce6\u0d66\u0e50\u0ed0\u1040\u17e0\uff10';
/** Characters that stand for another one, in pairs. */
const SAME =
  '\u3000 \u066a%\u066b.\u066c,\u060c,\u061b;\u061f?\u2236:\ufe55:\u2018\'\u2019\'\u201c"\u201d"\u201e"\u201f"ıiđdĐDÐDłlŁLøoØOی\u064aک\u0643ى\u064aۀ\u0647ة\u0647';
const ACCENTED = /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Arabic}]/u;

const known = new Map<string, string>();
for (let i = 0; i < SAME.length; i += 2) known.set(SAME[i] ?? '', SAME[i + 1] ?? '');
for (const zero of ZEROS)
  for (let n = 0; n < 10; n++) known.set(String.fromCharCode(zero.charCodeAt(0) + n), String(n));

/**
 * The text in one way of writing: full-width forms, circled letters and the digits of other scripts as ASCII, letters
 * without accents. Every character stays in its place, so that what is found in it can be cut out of the text itself.
 */
export function fold(text: string): string {
  return text.replace(/[^\0-\x7f]/g, foldOne);
}

function foldOne(character: string): string {
  const found = known.get(character);
  if (found !== undefined) return found;
  const folded = work(character);
  known.set(character, folded);
  return folded;
}

function work(character: string): string {
  const code = character.charCodeAt(0);
  if (code >= 0xff01 && code <= 0xff5e) return String.fromCharCode(code - 0xfee0);
  if (code >= 0x24b6 && code <= 0x24cf) return String.fromCharCode(code - 0x24b6 + 65);
  const [base = '', ...marks] = character.normalize('NFD');
  return marks.length > 0 && ACCENTED.test(base) ? base : character;
}

/** Marks that only steer the direction of writing or are not seen at all. */
const UNSEEN = /[\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g;

/** Tokens of a chat template that a server let through: `<|im_end|>`. */
const TOKEN = /<\|[a-z_]{1,40}\|>/g;

/** The text composed (NFC), without marks that are not seen, and with line breaks for a template's tokens. */
export const visible = (text: string): string =>
  text.normalize('NFC').replace(UNSEEN, '').replace(TOKEN, '\n');
