import { randomFillSync } from 'node:crypto';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Whether a text is a UUID of any version, in either case. */
export function isUuid(text: string): boolean {
  return UUID.test(text);
}

const HEX = Array.from({ length: 256 }, (_, i) => i.toString(16).padStart(2, '0'));
// Random bytes are drawn 4 kB at a time: one system call for 400 identifiers.
const pool = Buffer.alloc(4096);
let poolAt = pool.length;
let lastMs = 0;
let counter = 0;

/**
 * A UUID version 7 (RFC 9562), strictly increasing within this process even when the clock steps back: the 12 bits
 * after the version are a counter (method 1, section 6.2). When the counter overflows or the clock is behind the last
 * identifier, the last millisecond is reused and the counter continues.
 */
export function newId(now: number = Date.now()): string {
  if (poolAt + 10 > pool.length) {
    randomFillSync(pool);
    poolAt = 0;
  }
  if (now > lastMs) {
    lastMs = now;
    counter = ((pool[poolAt] ?? 0) << 3) & 0x7ff; // starts in the lower half, to leave room for counting
  } else if (++counter > 0xfff) {
    lastMs += 1;
    counter = 0;
  }
  poolAt += 2;
  const ms = lastMs.toString(16).padStart(12, '0');
  const c = (0x7000 | counter).toString(16);
  const b = (i: number) => HEX[pool[poolAt + i] ?? 0] ?? '00';
  const variant = HEX[0x80 | ((pool[poolAt] ?? 0) & 0x3f)];
  const id = `${ms.slice(0, 8)}-${ms.slice(8)}-${c}-${variant}${b(1)}-${b(2)}${b(3)}${b(4)}${b(5)}${b(6)}${b(7)}`;
  poolAt += 8;
  return id;
}
