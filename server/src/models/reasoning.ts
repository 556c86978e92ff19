const OPEN = '<think>';
const CLOSE = '</think>';

/**
 * Sets `<think>…</think>` blocks aside. A close tag before any open one ends a block that the server's
 * chat template opened (DeepSeek-R1, Qwen3); a leading block that never closes is reasoning to its end,
 * which is what a token limit hit while thinking looks like. An open tag further on that never closes
 * is ordinary text.
 */
export function splitReasoning(content: string): { text: string; reasoning: string | null } {
  const blocks: string[] = [];
  const kept: string[] = [];
  let rest = startsInside(content) ? OPEN + content : content;
  for (;;) {
    const open = rest.indexOf(OPEN);
    const close = open === -1 ? -1 : rest.indexOf(CLOSE, open + OPEN.length);
    if (close === -1) break;
    kept.push(rest.slice(0, open));
    blocks.push(rest.slice(open + OPEN.length, close).trim());
    rest = rest.slice(close + CLOSE.length);
  }
  const unfinished = rest.trimStart().startsWith(OPEN) && kept.join('').trim() === '';
  if (unfinished) blocks.push(rest.trimStart().slice(OPEN.length).trim());
  else kept.push(rest);
  if (blocks.length === 0) return { text: content, reasoning: null };
  return { text: kept.join('').trim(), reasoning: blocks.filter(Boolean).join('\n\n') || null };
}

function startsInside(content: string): boolean {
  const close = content.indexOf(CLOSE);
  const open = content.indexOf(OPEN);
  return close !== -1 && (open === -1 || close < open);
}
