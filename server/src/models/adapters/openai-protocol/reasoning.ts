const OPEN = '<think>';
const CLOSE = '</think>';

/** A range of the content that is reasoning, including tags: `from` is included, `to` is not. */
interface Span {
  from: number;
  to: number;
  reasoning: string;
}

/**
 * Finds `<think>…</think>` blocks. A close tag before any open tag ends a block that the server's chat template opened
 * (DeepSeek-R1, Qwen3). A leading block that never closes is reasoning to its end, as when the token limit is reached
 * while thinking. A later open tag that never closes is ordinary text.
 */
export function splitReasoning(content: string): { text: string; reasoning: string | null } {
  const spans = findSpans(content);
  if (spans.length === 0) return { text: content, reasoning: null };
  const blocks = spans.map(({ reasoning }) => reasoning).filter(Boolean);
  return { text: textOutside(content, spans).trim(), reasoning: blocks.join('\n\n') || null };
}

/** For consecutive pieces of a content, given by their lengths: whether each contains visible text. */
export function visiblePieces(content: string, lengths: readonly number[]): boolean[] {
  const spans = findSpans(content);
  if (spans.length === 0) return lengths.map(() => true);
  let from = 0;
  return lengths.map((length) => {
    const to = from + length;
    const within = spans
      .filter((span) => span.to > from && span.from < to)
      .map((span) => ({ from: Math.max(0, span.from - from), to: Math.min(length, span.to - from) }));
    const seen = textOutside(content.slice(from, to), within).trim() !== '';
    from = to;
    return seen;
  });
}

/**
 * Forwards the visible text of a content that arrives in pieces. What may be reasoning waits: a text that begins with
 * `<think>` until the tag is closed, and the beginning of a tag until it is complete or not a tag. A close tag without
 * an open tag shows only afterwards that the beginning was reasoning; forwarded text cannot be taken back, but
 * `splitReasoning` reads the complete response.
 */
export function createVisibleText(onText: (text: string) => void): (piece: string) => void {
  let waiting = '';
  let state: 'start' | 'reasoning' | 'text' = 'start';
  return (piece) => {
    waiting += piece;
    for (;;) {
      if (state === 'text') {
        onText(waiting);
        waiting = '';
        return;
      }
      if (state === 'start') {
        const begun = waiting.trimStart();
        if (begun.length < OPEN.length && OPEN.startsWith(begun)) return;
        state = begun.startsWith(OPEN) ? 'reasoning' : 'text';
        continue;
      }
      const end = waiting.indexOf(CLOSE, OPEN.length);
      if (end === -1) return;
      waiting = waiting.slice(end + CLOSE.length).trimStart();
      // The following text may begin with another block.
      state = 'start';
    }
  };
}

function findSpans(content: string): Span[] {
  const spans: Span[] = [];
  let at = 0;
  const close = (open: number, inner: number) => {
    const end = content.indexOf(CLOSE, inner);
    if (end === -1) return false;
    at = end + CLOSE.length;
    spans.push({ from: open, to: at, reasoning: content.slice(inner, end).trim() });
    return true;
  };
  if (startsInside(content)) close(0, 0);
  for (let open = content.indexOf(OPEN, at); open !== -1; open = content.indexOf(OPEN, at)) {
    if (close(open, open + OPEN.length)) continue;
    const leads = textOutside(content.slice(0, open), spans).trim() === '';
    if (leads) {
      const reasoning = content.slice(open + OPEN.length).trim();
      spans.push({ from: open, to: content.length, reasoning });
    }
    break;
  }
  return spans;
}

function textOutside(content: string, spans: readonly Pick<Span, 'from' | 'to'>[]): string {
  let [text, at] = ['', 0];
  for (const { from, to } of spans) {
    text += content.slice(at, from);
    at = to;
  }
  return text + content.slice(at);
}

function startsInside(content: string): boolean {
  const close = content.indexOf(CLOSE);
  const open = content.indexOf(OPEN);
  return close !== -1 && (open === -1 || close < open);
}
