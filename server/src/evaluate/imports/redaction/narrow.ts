const WIDE = /[\uff01-\uff5e\u3000\u0660-\u0669\u06f0-\u06f9\u0966-\u096f]/g;
const WIDE_ONE = new RegExp(WIDE.source);
/** The digit zero of other scripts: Arabic, Persian, Devanagari. */
const ZEROS = [0x0660, 0x06f0, 0x0966];
const FULL_WIDTH_OFFSET = 0xfee0;

/** Replaces full-width characters and digits of other scripts by ASCII; positions stay the same. */
export function toAsciiForms(text: string): string {
  if (!WIDE_ONE.test(text)) return text;
  return text.replace(WIDE, (character) => {
    const code = character.charCodeAt(0);
    if (code === 0x3000) return ' ';
    const zero = ZEROS.find((first) => code >= first && code <= first + 9);
    return String.fromCharCode(zero === undefined ? code - FULL_WIDTH_OFFSET : code - zero + 0x30);
  });
}
