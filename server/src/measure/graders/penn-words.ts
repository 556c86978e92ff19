/** Words that the Penn Treebank splits although they are written as one (tokenizer by MacIntyre 1995). */
const CONTRACTIONS = [
  /\b(can)(not)\b/gi,
  /\b(d)('ye)\b/gi,
  /\b(gim)(me)\b/gi,
  /\b(gon)(na)\b/gi,
  /\b(got)(ta)\b/gi,
  /\b(lem)(me)\b/gi,
  /\b(mor)('n)\b/gi,
  /\b(wan)(na)(?= )/gi,
  /(?<= )('t)(is)\b/gi,
  /(?<= )('t)(was)\b/gi,
];

/**
 * A text as words of the Penn Treebank: punctuation is separate, `don't` becomes `do` and `n't`, quotation marks become
 * `` and '', and only the full stop at the end is separated from its word.
 */
export function pennWords(text: string): string[] {
  const line = text.trim().replace(/\s+/g, ' ');
  if (line === '') return [];
  let isOpen = false;
  let parted = line.replace(/``|''|"/g, (mark, at: number) => {
    const opens = !isOpen && (at === 0 || /[\s([{<]/.test(line[at - 1] ?? ''));
    isOpen = mark === '``' || (opens && mark === '"');
    return isOpen ? ' `` ' : " '' ";
  });
  parted = parted
    .replace(/\.{3}/g, ' ... ')
    .replace(/[:,](?!\d)/g, ' $& ')
    .replace(/[;@#$%&]/g, ' $& ')
    .replace(/([^.])(?<!\b[A-Za-z]\.[A-Za-z])(\.)([\])}>'\s]*)$/, '$1 $2$3 ')
    .replace(/[?!]/g, ' $& ')
    .replace(/[\][(){}<>]/g, ' $& ')
    .replace(/--/g, ' -- ');
  parted = ` ${parted} `
    .replace(/([^'])' /g, "$1 ' ")
    .replace(/'([smd]) /gi, " '$1 ")
    .replace(/('ll|'LL|'re|'RE|'ve|'VE|n't|N'T) /g, ' $1 ');
  for (const contraction of CONTRACTIONS) parted = parted.replace(contraction, ' $1 $2 ');
  return parted.split(' ').filter((word) => word !== '');
}
