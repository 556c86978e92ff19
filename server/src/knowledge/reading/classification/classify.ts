import type { Classification } from '../contract.ts';
import type { ParsedDocument } from '../parse-task.ts';
import { KIND_RULES, type KindRule } from './kind-rules.ts';
import { kindByStructure } from './text-structure.ts';

export interface ClassifiedSource {
  documents: readonly Pick<ParsedDocument, 'kind' | 'content' | 'path'>[];
  title: string;
  /** The filename or address. */
  name: string;
  mediaType: string;
}

type Kind = Classification['kind'];

interface RuleFinding {
  points: number;
  found: string;
}

/** The rules read this much text: the beginning of a document shows its kind. */
const MAX_UNITS = 40_000;
/** The minimum number of points; fewer may be chance. */
const MIN_POINTS = 3;

/**
 * Classifies a document by readable rules (`kind-rules.ts`). Structure decides first (cues of a transcript, source
 * files, rows of data), then the kind whose words get the most points. The reason names what was found. A test checks
 * the accuracy on a labelled set.
 */
export function classifySource({ documents, title, name, mediaType }: ClassifiedSource): Classification {
  const byStructure = kindByStructure(documents, name, mediaType);
  if (byStructure) return byStructure;
  const text = textOf(documents);
  const headings = headingsOf(title, text);
  const findings = collect({
    text,
    title: headings.join('\n'),
    first: headings.slice(0, 2).join('\n'),
    name: namesOf(documents, name),
  });
  const [best] = [...findings].sort(([, a], [, b]) => sumPoints(b) - sumPoints(a));
  if (best && sumPoints(best[1]) >= MIN_POINTS) return { kind: best[0], reason: reasonOf(best[1]) };
  return isProse(text)
    ? { kind: 'article', reason: 'It has paragraphs of prose, and nothing that shows another kind.' }
    : { kind: 'other', reason: 'Nothing in it shows a kind.' };
}

function textOf(documents: ClassifiedSource['documents']): string {
  let text = '';
  for (const { kind, content } of documents) {
    if (kind !== 'code') text += `${content}\n`;
    if (text.length > MAX_UNITS) break;
  }
  return text.slice(0, MAX_UNITS);
}

/** The title and every heading, one per line. In plain text a short separate line also counts as a heading. */
function headingsOf(title: string, text: string): string[] {
  const headings = [title];
  for (const paragraph of text.split(/\n\s*\n/)) {
    const [line = ''] = paragraph.trim().split('\n');
    const marked = /^#{1,6}\s+(.*?)\s*#*$/.exec(line)?.[1];
    const alone = line.length <= 60 && paragraph.trim() === line && !/[.!?。,;:]$/.test(line);
    if (marked !== undefined) headings.push(marked);
    else if (alone) headings.push(line);
  }
  return headings.map((heading) => heading.replace(/[*_`]/g, '').trim());
}

function namesOf(documents: ClassifiedSource['documents'], name: string): string {
  return [name, ...documents.slice(0, 50).map(({ path }) => path ?? '')].join('\n');
}

function collect(places: Readonly<Record<KindRule['of'], string>>): Map<Kind, RuleFinding[]> {
  const findings = new Map<Kind, RuleFinding[]>();
  for (const { kind, of, pattern, points, most, found, every = Infinity } of KIND_RULES) {
    const count = places[of].match(pattern)?.length ?? 0;
    if (count === 0 || count * every < places[of].length) continue;
    const all = findings.get(kind) ?? [];
    all.push({ points: Math.min(count * points, most), found });
    findings.set(kind, all);
  }
  return findings;
}

function sumPoints(findings: readonly RuleFinding[]): number {
  return findings.reduce((total, { points }) => total + points, 0);
}

function reasonOf(findings: readonly RuleFinding[]): string {
  const strongest = [...findings].sort((a, b) => b.points - a.points).slice(0, 3);
  return `It has ${strongest.map(({ found }) => found).join(', ')}.`;
}

/** Whether the text has enough sentences for prose. */
function isProse(text: string): boolean {
  const sentences = text.match(/[\p{L}\p{M}\p{N}"”»)][.!?؟](?=\s|$)|[。！？।]/gu)?.length ?? 0;
  return sentences >= 3 && text.length > 140;
}
