import type { WriteStream } from 'node:tty';

/** Prints the report of a command. */
export type Output = ReturnType<typeof createOutput>;

const WIDTH = 100;
const INDENT = '  ';

export function createOutput(stream: Pick<WriteStream, 'write'> & { isTTY?: boolean }) {
  let live = false;
  const write = (text: string) => {
    stream.write(`${live ? '\n' : ''}${text}\n`);
    live = false;
  };
  return {
    /** Begins a section. */
    title: (text: string): void => write(`\n${text}\n${'─'.repeat(text.length)}`),
    line: (text = ''): void => write(text === '' ? '' : INDENT + text),
    /** Prints a long text, wrapped and indented. */
    text: (text: string): void =>
      write(
        wrapText(text, WIDTH - INDENT.length)
          .map((line) => INDENT + line)
          .join('\n'),
      ),
    /** Prints columns as wide as their widest cell; those named in `right` are right-aligned. */
    table: (
      head: readonly string[],
      rows: readonly (readonly string[])[],
      right: readonly string[] = [],
    ): void =>
      write(
        layOut(head, rows, right)
          .map((line) => INDENT + line)
          .join('\n'),
      ),
    /** Prints progress: one line that changes on a terminal, otherwise a line for each call. */
    progress(text: string): void {
      if (!stream.isTTY) {
        write(INDENT + text);
        return;
      }
      stream.write(`\r\u001b[K${INDENT}${text}`);
      live = true;
    },
  };
}

/** Wraps a text at `width` characters; longer words stay whole. */
export function wrapText(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/\s+/).filter(Boolean)) {
    if (line !== '' && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return line === '' ? lines : [...lines, line];
}

function layOut(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  right: readonly string[],
): string[] {
  const all = [head, ...rows];
  const widths = head.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
  return all.map((row) =>
    widths
      .map((width, column) => {
        const cell = row[column] ?? '';
        return right.includes(head[column] ?? '') ? cell.padStart(width) : cell.padEnd(width);
      })
      .join(INDENT)
      .trimEnd(),
  );
}
