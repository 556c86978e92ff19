import { eld } from 'eld/small';
import type { ParsedDocument } from '../parse-task.ts';

/** Shorter texts give no reliable result. */
const MIN_LETTERS = 20;
const MAX_UNITS = 8_000;

/**
 * The main language of the prose, as ISO 639-1. Null for code (which the detector would call English), for texts that
 * are too short, and if the detector is not sure and no language is declared.
 */
export function detectLanguage(
  documents: readonly Pick<ParsedDocument, 'kind' | 'content'>[],
  declared = '',
): string | null {
  const text = proseOf(documents);
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  const hint = /^[a-z]{2}(?=[-_]|$)/i.exec(declared.trim())?.[0].toLowerCase() ?? null;
  if (letters < MIN_LETTERS) return letters > 0 ? hint : null;
  const detected = eld.detect(text);
  if (detected.language === '') return hint;
  return detected.isReliable() ? detected.language : (hint ?? detected.language);
}

/** The beginning of the prose, without code, fences, addresses and link targets. */
function proseOf(documents: readonly Pick<ParsedDocument, 'kind' | 'content'>[]): string {
  let text = '';
  for (const { kind, content } of documents) {
    if (kind === 'code') continue;
    text += `${content.slice(0, MAX_UNITS)}\n`;
    if (text.length >= MAX_UNITS) break;
  }
  return text
    .replace(/^(`{3,}|~{3,})[\s\S]*?^\1/gm, ' ')
    .replace(/`[^`\n]*`/g, ' ')
    .replace(/\]\([^)\s]*\)/g, '] ')
    .replace(/https?:\/\/\S+/g, ' ')
    .slice(0, MAX_UNITS);
}
