import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createOutput, wrapText } from './output.ts';

function written(isTTY: boolean) {
  let text = '';
  const write = (part: string) => {
    text += part;
    return true;
  };
  return { out: createOutput({ write, isTTY } as Parameters<typeof createOutput>[0]), text: () => text };
}

describe('the output of the demonstration', () => {
  it('makes columns as wide as their widest cell and ends no line in white space', () => {
    const { out, text } = written(false);
    out.table(
      ['name', 'n', 'why'],
      [
        ['long name', '7', ''],
        ['b', '1234', 'x'],
      ],
      ['n'],
    );
    assert.equal(text(), '  name          n  why\n  long name     7\n  b          1234  x\n');
  });

  it('tells progress on one line of a terminal, and goes on below it', () => {
    const { out, text } = written(true);
    out.progress('1 %');
    out.progress('2 %');
    out.line('done');
    assert.equal(text(), '\r\u001b[K  1 %\r\u001b[K  2 %\n  done\n');
  });

  it('tells progress line by line elsewhere', () => {
    const { out, text } = written(false);
    out.progress('1 %');
    out.progress('2 %');
    assert.equal(text(), '  1 %\n  2 %\n');
  });

  it('breaks text at white space and keeps longer words whole', () => {
    assert.deepEqual(wrapText('one two  three\nfour', 8), ['one two', 'three', 'four']);
    assert.deepEqual(wrapText('a unbreakable', 4), ['a', 'unbreakable']);
    assert.deepEqual(wrapText(' ', 4), []);
  });
});
