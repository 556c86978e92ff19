import type { Mark } from '../contract.ts';

/** A line of a transcript and its time, in seconds from the beginning. */
export interface Cue {
  seconds: number;
  /** Its end; null if unknown. */
  until: number | null;
  text: string;
}

/** A pause of at least this length between two cues begins a paragraph. */
const PAUSE_SECONDS = 2;

const TIMING =
  /^[ \t]*(?:(\d{1,4}):)?(\d{1,2}):(\d{2})[.,](\d{1,3})[ \t]+-->[ \t]+(?:(\d{1,4}):)?(\d{1,2}):(\d{2})[.,](\d{1,3})/;

/** The cues of a WebVTT or SubRip file; lines that are neither timing nor text of a cue are ignored. */
export function parseCues(text: string): Cue[] {
  const cues: Cue[] = [];
  let current: Cue | null = null;
  for (const line of text.split('\n')) {
    const timing = TIMING.exec(line);
    if (timing) {
      current = { seconds: secondsOf(timing, 1), until: secondsOf(timing, 5), text: '' };
      cues.push(current);
    } else if (line.trim() === '') current = null;
    else if (current) current.text = `${current.text} ${plain(line)}`.trim();
  }
  return cues.filter((cue) => cue.text !== '');
}

function secondsOf(timing: RegExpExecArray, at: number): number {
  const [hours = '0', minutes = '0', seconds = '0', fraction = '0'] = timing.slice(at, at + 4);
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds) + Number(`0.${fraction}`);
}

/** Removes voice, class and karaoke tags (`<v Ann>`, `<00:01.000>`), positions (`{\an8}`) and entities. */
function plain(line: string): string {
  return decodeEntities(line.replace(/<[^<>]*>/g, '').replace(/\{\\[^{}]*\}/g, ''))
    .replace(/\s+/g, ' ')
    .trim();
}

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  lrm: '',
  rlm: '',
};

export function decodeEntities(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{2,6}));/gi, (whole, decimal, hex, name) => {
    if (name) return ENTITIES[name.toLowerCase()] ?? whole;
    const code = decimal ? Number(decimal) : Number.parseInt(hex, 16);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code).toWellFormed() : '';
  });
}

/** Joins the cues to one text: with spaces, or with a blank line at a pause. A mark is the start of a cue. */
export function joinCues(cues: readonly Cue[]): { content: string; marks: Mark[] } {
  const parts: string[] = [];
  const marks: Mark[] = [];
  let length = 0;
  let ended: number | null = null;
  for (const cue of cues) {
    const paused = ended !== null && cue.seconds - ended >= PAUSE_SECONDS;
    const joint = length === 0 ? '' : paused ? '\n\n' : ' ';
    marks.push({ start: length + joint.length, at: cue.seconds });
    parts.push(joint, cue.text);
    length += joint.length + cue.text.length;
    ended = cue.until;
  }
  return { content: parts.join(''), marks };
}
