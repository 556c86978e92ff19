import {
  type FileContext,
  FORMATS,
  type Format,
  type FormatName,
  type Json,
  type Reading,
  UnusableRecord,
} from './format.ts';
import { hostedEvals } from './hosted-evals.ts';
import { jsonl } from './jsonl.ts';
import { langfuse } from './langfuse.ts';
import { litellm } from './litellm.ts';
import { openai } from './openai.ts';
import { otlp } from './otlp.ts';

/** In the order in which a record is tried. Plain lines come last, because other formats have an `input` too. */
const BY_NAME: Readonly<Record<FormatName, Format>> = {
  otlp,
  openai,
  hosted_evals: hostedEvals,
  litellm,
  langfuse,
  jsonl,
};

/** The format of a record; null if it is unknown. */
export function formatOf(record: Json): FormatName | null {
  return Object.values(BY_NAME).find((format) => format.looksLike(record))?.name ?? null;
}

/**
 * @param isNamed the user has named the format, so the record may look like another one. Throws `UnusableRecord` with
 * what is wrong and what is accepted.
 */
export function readRecord(name: FormatName, record: Json, context: FileContext, isNamed: boolean): Reading {
  const format = BY_NAME[name];
  const other = isNamed && format.looksLike(record) ? name : formatOf(record);
  if (other !== name) {
    const found = other === null ? '' : `it looks like ${BY_NAME[other].title}; `;
    throw new UnusableRecord(`${found}a record of ${format.title} must be ${format.accepts}`);
  }
  return format.read(record, context);
}

/** The formats that a file may have, for errors. */
export const ACCEPTED = FORMATS.map((name) => `${name}: ${BY_NAME[name].accepts}`).join('; ');
