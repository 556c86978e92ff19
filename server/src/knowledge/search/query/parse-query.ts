/** One search term. `text` is as written, without operator marks. */
export interface Atom {
  kind: 'word' | 'phrase' | 'prefix';
  text: string;
}

/**
 * A parsed query. Each clause is a list of alternatives (`a OR b`). A clause with a phrase is required; the words of
 * the other clauses all count, and none is required.
 */
export interface Query {
  clauses: Atom[][];
  without: Atom[];
}

type Token = { kind: 'or' } | { kind: 'atom'; atom: Atom; negative: boolean };

// A quotation mark opens a phrase only at the start of a word (`5"` is five inches), and only if a second one closes
// it.
const TOKEN = /(-?)(?:"([^"]*)"|[“”]([^“”]*)[“”])|\S+/gu;
const SEARCHABLE = /[\p{L}\p{N}\p{Co}]/u;

/**
 * Parses the query language: `"a phrase"`, `-without`, `-"a phrase"`, `OR`, `prefix*`; everything else is plain words.
 * Every string is a query: text that does not match an operator is a word, and text without a letter or digit is
 * ignored.
 */
export function parseQuery(text: string): Query {
  const query: Query = { clauses: [], without: [] };
  let alternative = false;
  for (const token of canJoin(tokensOf(text))) {
    if (token.kind === 'or') {
      alternative = true;
      continue;
    }
    const last = query.clauses.at(-1);
    if (token.negative) query.without.push(token.atom);
    else if (alternative && last) last.push(token.atom);
    else query.clauses.push([token.atom]);
    alternative = false;
  }
  return query;
}

function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  for (const match of text.toWellFormed().matchAll(TOKEN)) {
    const phrase = match[2] ?? match[3];
    if (phrase === undefined) tokens.push(wordToken(match[0]));
    else tokens.push(atomToken({ kind: 'phrase', text: phrase }, match[1] === '-'));
  }
  return tokens.filter((token) => token.kind === 'or' || SEARCHABLE.test(token.atom.text));
}

function atomToken(atom: Atom, negative: boolean): Token {
  return { kind: 'atom', atom, negative };
}

function wordToken(written: string): Token {
  if (written === 'OR') return { kind: 'or' };
  // People search for `--verbose` and `-5`; only `-word` is the operator.
  const negative = /^-[\p{L}\p{Co}_]/u.test(written);
  const text = negative ? written.slice(1) : written;
  // A prefix of one letter would visit a tenth of the index (up to 1.3 s in 100k chunks), so it is a plain word.
  const prefix = /^([\p{L}\p{N}_][^*]+|\p{Lo})\*$/u.exec(text)?.[1];
  return atomToken(
    prefix === undefined ? { kind: 'word', text } : { kind: 'prefix', text: prefix },
    negative,
  );
}

/** `OR` is an operator between two terms; anywhere else it is the word "or". */
function canJoin(tokens: readonly Token[]): Token[] {
  const positive = (token: Token | undefined) => token?.kind === 'atom' && !token.negative;
  return tokens.map((token, at) =>
    token.kind !== 'or' || (positive(tokens[at - 1]) && positive(tokens[at + 1]))
      ? token
      : atomToken({ kind: 'word', text: 'OR' }, false),
  );
}
