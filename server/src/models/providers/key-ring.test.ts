import assert from 'node:assert/strict';
import { createDecipheriv } from 'node:crypto';
import { describe, it } from 'node:test';
import { keyId, openSecret, rewrapSecret, type SealedSecret, sealSecret } from './key-ring.ts';

const [OLD, NEW, OTHER] = [1, 2, 3].map((byte) => Buffer.alloc(32, byte)) as [Buffer, Buffer, Buffer];
const PLACE = { row: 'row-1', scope: 'service', origin: 'https://api.example.com' };
const SECRET = 'sk-planted-äöü';

/** 0, 1, 2 …: each draw goes on where the last ended. */
function counting(): (bytes: number) => Buffer {
  let next = 0;
  return (bytes) => Buffer.from(Array.from({ length: bytes }, () => next++ & 0xff));
}

describe('a key ring', () => {
  const sealed = sealSecret([OLD], SECRET, PLACE);

  it('encrypts to a known result', () => {
    assert.deepEqual(sealSecret([OLD], 'sk-vector', PLACE, counting()), VECTOR);
    assert.deepEqual(openSecret([OLD], VECTOR, PLACE), { ok: true, secret: 'sk-vector' });
  });

  it('uses the envelope that the documents describe', () => {
    const open = (key: Buffer, text: string, associated: unknown) => {
      const bytes = Buffer.from(text, 'base64url');
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12));
      decipher.setAAD(Buffer.from(JSON.stringify(associated))).setAuthTag(bytes.subarray(-16));
      return Buffer.concat([decipher.update(bytes.subarray(12, -16)), decipher.final()]);
    };
    const place = [PLACE.row, PLACE.scope, PLACE.origin];
    const dataKey = open(OLD, sealed.wrappedKey, ['touchstone', 1, 'data key', ...place]);
    assert.equal(open(dataKey, sealed.sealed, ['touchstone', 1, 'secret', ...place]).toString(), SECRET);
  });

  it('never encrypts the same secret to the same text', () => {
    const again = sealSecret([OLD], SECRET, PLACE);
    assert.notEqual(again.sealed, sealed.sealed);
    assert.notEqual(again.wrappedKey, sealed.wrappedKey);
  });

  const flipped = (text: string, at: number) => {
    const bytes = Buffer.from(text, 'base64url');
    bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at);
    return bytes.toString('base64url');
  };
  const another = sealSecret([OLD], 'another', PLACE);
  const cases: [string, readonly Buffer[], SealedSecret, object, object][] = [
    ['opens with the key that sealed it', [OLD], sealed, {}, { ok: true, secret: SECRET }],
    ['opens wherever that key is in the ring', [NEW, OTHER, OLD], sealed, {}, { ok: true, secret: SECRET }],
    ['needs that key', [NEW, OTHER], sealed, {}, { ok: false, why: 'unknown_key' }],
    ['opens nothing without a key', [], sealed, {}, { ok: false, why: 'unknown_key' }],
    ['does not open in another row', [OLD], sealed, { row: 'row-2' }, { ok: false, why: 'altered' }],
    ['does not open in another scope', [OLD], sealed, { scope: 'w1' }, { ok: false, why: 'altered' }],
    [
      'does not open for another address',
      [OLD],
      sealed,
      { origin: 'https://attacker.example' },
      { ok: false, why: 'altered' },
    ],
    [
      'does not open for the address over http',
      [OLD],
      sealed,
      { origin: 'http://api.example.com' },
      { ok: false, why: 'altered' },
    ],
    [
      'does not open with the data key of another secret',
      [OLD],
      { ...sealed, wrappedKey: another.wrappedKey },
      {},
      { ok: false, why: 'altered' },
    ],
    [
      'does not open when the secret and its data key are exchanged',
      [OLD],
      { ...sealed, sealed: sealed.wrappedKey, wrappedKey: sealed.sealed },
      {},
      { ok: false, why: 'altered' },
    ],
    [
      'does not open under the name of another key',
      [OLD, NEW],
      { ...sealed, wrappedBy: keyId(NEW) },
      {},
      { ok: false, why: 'altered' },
    ],
    ['does not open when it is cut', [OLD], { ...sealed, sealed: 'AAAA' }, {}, { ok: false, why: 'altered' }],
  ];
  for (const [name, ring, secret, place, expected] of cases) {
    it(name, () => assert.deepEqual(openSecret(ring, secret, { ...PLACE, ...place }), expected));
  }

  for (const field of ['sealed', 'wrappedKey'] as const) {
    it(`does not open when any byte of ${field} is changed`, () => {
      const { length } = Buffer.from(sealed[field], 'base64url');
      for (let at = 0; at < length; at++) {
        const opened = openSecret([OLD], { ...sealed, [field]: flipped(sealed[field], at) }, PLACE);
        assert.deepEqual(opened, { ok: false, why: 'altered' }, `byte ${at}`);
      }
    });
  }

  it('wraps the data key anew and leaves the secret as it is', () => {
    const rewrapped = rewrapSecret([NEW, OLD], sealed, PLACE) as SealedSecret;
    assert.equal(rewrapped.wrappedBy, keyId(NEW));
    assert.equal(rewrapped.sealed, sealed.sealed);
    assert.deepEqual(openSecret([NEW], rewrapped, PLACE), { ok: true, secret: SECRET });
    assert.equal(rewrapSecret([NEW, OLD], rewrapped, PLACE), null);
    assert.equal(rewrapSecret([NEW], sealed, PLACE), 'unknown_key');
    assert.equal(rewrapSecret([NEW, OLD], sealed, { ...PLACE, row: 'row-2' }), 'altered');
  });

  it('names a key without revealing it', () => {
    assert.match(keyId(OLD), /^[0-9a-f]{16}$/);
    assert.notEqual(keyId(OLD), keyId(NEW));
  });
});

const VECTOR: SealedSecret = {
  wrappedBy: '98313edf97e1f2f9',
  wrappedKey: 'ICEiIyQlJicoKSors_gq7CK7jTsMnGjnkN6zVpq0YB2iuwJEZQuxBMNBo5k777lWeZOGneaGKo3qVpSv',
  sealed: 'LC0uLzAxMjM0NTY3IZYIYAfykKNEsM-LXoU3xC6q6vZqEbYeYA',
};
