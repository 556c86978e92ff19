import { NotTaken } from './not-taken.ts';
import type { SourceFiles } from './source-files.ts';
import { toList } from './to-list.ts';
import type { Variables } from './variables.ts';

/** A part of a composite grader, as a row holds it. */
export interface Part {
  grader: { type: string; options: Record<string, unknown> };
  expected?: string | string[];
  not?: boolean;
  weight?: number;
  threshold?: number;
  metric?: string;
}
export type Converted = Omit<Part, 'not' | 'weight' | 'metric'>;

/** What an assertion may need beside itself. */
export interface AssertionContext {
  vars: Variables;
  options: Readonly<Record<string, unknown>>;
  files: SourceFiles;
  /** Names what is not taken of an assertion, with its place or that of its test. */
  say: (sentence: string, assertion: unknown) => void;
  /** How many files of assertions led here. */
  level?: number;
  /** `provider/model` for what is similar, and for what a model grades, where the command names them. */
  embeddings: string | undefined;
  judge: string | undefined;
}

const isText = (value: unknown): value is string | number | boolean =>
  ['string', 'number', 'boolean'].includes(typeof value);

/** A value that is one text. Throws `NotTaken`. */
export function textOf(value: unknown): string {
  if (!isText(value) || value === '') throw new NotTaken('it has no text to compare with');
  return String(value);
}

/** A value that is one text or several. Throws `NotTaken`. */
export function textsOf(value: unknown): string[] {
  const texts = toList(value);
  if (texts.length === 0) throw new NotTaken('it has no texts to compare with');
  return texts.map(textOf);
}
