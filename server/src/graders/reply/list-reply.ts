import type { Extraction } from '../grader.ts';
import { answerLine, toLines, trimCharacters, unwrap } from './extract.ts';
import { textList } from './json-reply.ts';

const BULLET = /^(?:[-*•–]|\d{1,4}[.)])\s+(.*)$/;

/**
 * The elements of a list in a reply: a JSON list or what stands on the last `Answer:` line, separated by semicolons or
 * else commas (strict); else its bulleted or numbered lines, or else the one line it has (flexible). Null when there is none.
 */
export function listReply(
  reply: string,
): { elements: string[]; extraction: Extraction; settled: boolean } | null {
  const whole = textList(reply);
  if (whole !== null) return { elements: whole.map(normalise), extraction: 'strict', settled: false };
  const line = answerLine(reply);
  if (line !== null) return { elements: onOneLine(line), extraction: 'strict', settled: true };
  const lines = toLines(reply);
  const bullets = lines.flatMap((text) => BULLET.exec(text)?.[1] ?? []);
  const elements =
    bullets.length > 0 ? bullets.map(normalise) : lines.length === 1 ? onOneLine(lines[0] ?? '') : [];
  return elements.length === 0 ? null : { elements, extraction: 'flexible', settled: false };
}

/** The elements of what was expected: several texts, or one that is a JSON list. */
export function expectedElements(expected: readonly string[]): string[] {
  const [only] = expected;
  const list = expected.length === 1 && only !== undefined ? textList(only) : null;
  return (list ?? expected).map(normalise);
}

function onOneLine(line: string): string[] {
  const list = textList(line);
  if (list !== null) return list.map(normalise);
  const bare = trimCharacters(line, ' .[]').split(line.includes(';') ? ';' : ',');
  return bare.map((text) => normalise(text.trim().replace(/^and /i, ''))).filter((text) => text !== '');
}

/** NFC, white space collapsed, case ignored, the marks around it and punctuation at its end taken off. */
function normalise(text: string): string {
  const bare = unwrap(text.normalize('NFC').replace(/\s+/g, ' ').trim());
  return trimCharacters(bare, ' .,;:!?', 'end').toLowerCase();
}
