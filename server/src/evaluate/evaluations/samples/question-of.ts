/**
 * What a prompt asks, in one line of at most so many characters: of a longer text its last question and what follows, for
 * what stands before it is often a passage or an instruction that many items share. One without a question is shown from
 * its beginning.
 */
export function questionOf(text: string, most: number): string {
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
