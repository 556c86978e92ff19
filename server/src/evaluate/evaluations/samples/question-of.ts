/**
 * The question of a prompt in one line of at most `most` characters. A longer text is shown from its last question
 * on, because passages or instructions often come first; without a question, from its beginning.
 */
export function questionLine(text: string, most: number): string {
  return lastQuestion(text, most)
    .slice(0, 5 * most)
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, most);
}

function lastQuestion(text: string, most: number): string {
  if (text.length <= most) return text;
  const mark = text.lastIndexOf('?');
  if (mark < most) return text;
  const from = mark - most;
  const before = [...text.slice(from, mark).matchAll(/[.!?]\s+|\n\s*/g)].at(-1);
  if (before === undefined) return text;
  const question = text.slice(from + before.index + before[0].length).replace(/^question\s*:\s*/i, '');
  return `… ${question}`;
}
