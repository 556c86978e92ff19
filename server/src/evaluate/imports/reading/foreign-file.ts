const ACCEPTED =
  'Send JSON Lines or one JSON document, plain or compressed with gzip; see docs/how-to/own-data.md#recorded-traffic for the fields of a line';

const BEGINNINGS: readonly [what: string, bytes: Buffer][] = [
  ['a ZIP archive or spreadsheet', Buffer.from('PK\u0003\u0004')],
  ['a Parquet file', Buffer.from('PAR1')],
  ['compressed with zstd', Buffer.from([0x28, 0xb5, 0x2f, 0xfd])],
  ['compressed with bzip2', Buffer.from('BZh')],
  ['compressed with xz', Buffer.from([0xfd, 0x37, 0x7a, 0x58, 0x5a])],
];
const MOST_OF_LINE = 4096;
/** Column names, as in the first line of a table. */
const TABLE = /^(?:\ufeff)?"?[\w .-]{1,80}"?(?:[,;\t]"?[\w .-]{0,80}"?){1,200}\r?(?:\n|$)/;

/** Why a file cannot be JSON, by its first bytes, with what is accepted; null if it may be. */
export function foreignFileProblem(bytes: Buffer): string | null {
  const known = BEGINNINGS.find(([, begin]) => bytes.subarray(0, begin.length).equals(begin));
  if (known) return `the file: it is ${known[0]}. ${ACCEPTED}`;
  if (TABLE.test(bytes.toString('utf8', 0, MOST_OF_LINE)))
    return `the file: its first line looks like the columns of a table (CSV). ${ACCEPTED}`;
  return null;
}
