import { createHash } from 'node:crypto';
import type { Program } from './program.ts';

// `A) text`, `(A) text`, `A. text`, `A: text`, also with a number as the label, one choice per line.
const CHOICE = /^[ \t]*(?:[-*][ \t]+)?\(?([A-Za-z]|\d{1,2})[).:][ \t]+\S/gm;

/** The labels of the longest sequence A, B, C … or 1, 2, 3 … in the text; [] if there are fewer than two. */
function choiceLabels(prompt: string): string[] {
  let best: string[] = [];
  let run: string[] = [];
  for (const [, label = ''] of prompt.matchAll(CHOICE)) {
    if (follows(run.at(-1), label)) run.push(label);
    else run = /^[Aa1]$/.test(label) ? [label] : [];
    if (run.length >= best.length) best = [...run];
  }
  return best.length >= 2 ? best : [];
}

function follows(previous: string | undefined, label: string): boolean {
  if (previous === undefined) return false;
  if (/^\d+$/.test(previous)) return Number(label) === Number(previous) + 1;
  return label.length === 1 && label.charCodeAt(0) === previous.charCodeAt(0) + 1;
}

const NOTHING_TO_CHOOSE = 'I found no choices in the question.';

export const firstChoice: Program = {
  id: 'first-choice',
  description: 'Always answers with the first choice in the prompt.',
  answer({ prompt }) {
    const [first] = choiceLabels(prompt);
    return first === undefined ? NOTHING_TO_CHOOSE : `Answer: ${first}`;
  },
};

export const randomChoice: Program = {
  id: 'random-choice',
  description: 'Answers with a random choice from the prompt, determined by the seed and the prompt.',
  answer({ prompt, seed }) {
    const labels = choiceLabels(prompt);
    if (labels.length === 0) return NOTHING_TO_CHOOSE;
    const draw = createHash('sha256').update(`${seed}\n${prompt}`).digest().readUIntBE(0, 6) / 2 ** 48;
    return `Answer: ${labels[Math.floor(draw * labels.length)]}`;
  },
};
