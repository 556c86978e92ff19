import type { Part } from '../answer.ts';
import { named, plain } from './markdown.ts';

/** Rules read no essays: of longer texts the patterns would take too long, and there is too much to misunderstand. */
export const MOST_CHARACTERS = 2000;
const MOST_WORDS = 10;

/** A text as a part of an answer. */
export const say = (text: string): Part => ({ type: 'text', text: `${text}\n` });

/** Names in a line; `none` without one. */
export const listedNames = (rows: readonly { name: string }[]) =>
  rows.length === 0 ? 'none' : rows.map(({ name }) => plain(name)).join(', ');

/** The words of a text in quotation marks; empty without one. */
export function wordsLeft(text: string): string {
  const words = text.match(/[\p{L}\p{N}][^\s,;:?!"“”„]*/gu) ?? [];
  return [...new Set(words)].slice(0, MOST_WORDS).map(named).join(', ');
}
