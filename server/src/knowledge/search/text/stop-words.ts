/**
 * English words that say nothing about a document: Lucene's classic list of 33, and the pronouns, auxiliaries and
 * question words of questions. Queries omit them, because they take time and change nothing. The index contains them,
 * so phrases can too. Common words of other languages are omitted by the number of chunks with them.
 */
export const STOP_WORDS: ReadonlySet<string> = new Set(
  (
    'a an and are as at be but by for if in into is it no not of on or such that the their then there these ' +
    'they this to was will with about am any been being can could did do does doing from had has have having ' +
    'he her here him his how i its just me my our ours she should so some than them those too us very we were ' +
    'what when where which while who whom why would you your yours'
  ).split(' '),
);
