/** The zeros of the supported decimal digits; the other nine digits follow each. */
const ZEROS =
  '\u0660\u06f0\u07c0\u0966\u09e6\u0a66\u0ae6\u0b66\u0be6\u0c66\u0ce6\u0d66\u0e50\u0ed0\u1040\u17e0\uff10';
/** Characters and their replacements, in pairs. */
const SAME =
  '\u3000 \u066a%\u066b.\u066c,\u060c,\u061b;\u061f?\u2236:\ufe55:\u2018\'\u2019\'\u201c"\u201d"\u201e"\u201f"ıiđdĐDÐDłlŁLøoØOی\u064aک\u0643ى\u064aۀ\u0647ة\u0647';
const ACCENTED = /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Arabic}]/u;

const folded = new Map<string, string>();
/** Adds a range of characters, each with its replacement. */
function add(from: number, to: number, foldOne: (code: number) => string): void {
  for (let code = from; code <= to; code++) folded.set(String.fromCharCode(code), foldOne(code));
}

for (const [from, to] of [
  [0x80, 0x6ff],
  [0x1e00, 0x1fff],
] as const)
  add(from, to, (code) => {
    const [base = '', ...marks] = String.fromCharCode(code).normalize('NFD');
    return marks.length > 0 && ACCENTED.test(base) ? base : String.fromCharCode(code);
  });
add(0xff01, 0xff5e, (code) => String.fromCharCode(code - 0xfee0));
add(0x24b6, 0x24cf, (code) => String.fromCharCode(code - 0x24b6 + 65));
for (let i = 0; i < SAME.length; i += 2) folded.set(SAME[i] ?? '', SAME[i + 1] ?? '');
for (const zero of ZEROS)
  add(zero.charCodeAt(0), zero.charCodeAt(0) + 9, (code) => String(code - zero.charCodeAt(0)));

const CHANGED = new RegExp(
  `[${[...folded].flatMap(([from, to]) => (from === to ? [] : from)).join('')}]`,
  'g',
);

/**
 * Normalises a text: full-width forms, circled letters and the digits of other scripts become ASCII, letters lose their
 * accents. Every character keeps its position, so that matches can be cut out of the original text.
 */
export const foldCharacters = (text: string): string =>
  text.replace(CHANGED, (from) => folded.get(from) ?? from);
