/** Quotation marks, apostrophes and hyphens with their typed equivalents; invisible hyphens are removed. */
const STRAIGHT = new Map(
  [
    ["'", '\u2018\u2019\u201a\u201b\u2032\u02bc\u02bb\u05f3\u00b4`\u2039\u203a\uff07'],
    ['"', '\u201c\u201d\u201e\u201f\u2033\u00ab\u00bb\u05f4\u300c\u300d\u300e\u300f\uff02'],
    ['-', '\u2010\u2011\u2012\u2013\u2212\ufe63\uff0d'],
    ['', '\u00ad'],
  ].flatMap(([plain = '', others = '']) => [...others].map((other) => [other, plain] as const)),
);
const TYPOGRAPHIC = new RegExp(`[${[...STRAIGHT.keys()].join('')}]`, 'g');
/** French quotation marks have a blank inside. */
const SPACED = /(?<![\p{L}\p{N}])« ?([^«»]{0,300}?) ?»(?![\p{L}\p{N}])/gu;

/**
 * A text in NFC with typewriter quotation marks, apostrophes and hyphens: `don’t` becomes `don't`, `„frei“` and `«
 * libre »` get `"`, and `co‑op` a plain hyphen. Letters keep their accents.
 */
export const straightenTypography = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/[\u00a0\u202f](?=»)|(?<=«)[\u00a0\u202f]/g, '')
    .replace(SPACED, '"$1"')
    .replace(TYPOGRAPHIC, (mark) => STRAIGHT.get(mark) ?? mark);
