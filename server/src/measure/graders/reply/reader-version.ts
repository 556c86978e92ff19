/**
 * The version of the code that finds an answer in a response: the files of this folder and `languages/`. It applies to
 * every grader with `readsReplies`. Must be incremented with every change by which the same response may be read
 * differently.
 */
export const READER_VERSION = 9;
