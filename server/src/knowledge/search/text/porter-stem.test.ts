import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { describe, it } from 'node:test';
import { porterStem } from './porter-stem.ts';

/** The words of each rule of the algorithm, and of its exceptions. */
const WORDS =
  `caresses ponies ties caress cats feed agreed plastered bled motoring sing conflated troubled sized
  hopping tanned falling hissing fizzed failing filing happy sky relational conditional rational valenci hesitanci
  digitizer conformabli radicalli differentli vileli analogousli vietnamization predication operator feudalism
  decisiveness hopefulness callousness formaliti sensitiviti sensibiliti triplicate formative formalize electriciti
  electrical hopeful goodness revival allowance inference airliner gyroscopic adjustable defensible irritant
  replacement adjustment dependent adoption homologou communism activate angulariti homologous effective bowdlerize
  probate rate cease controll roll be as is by yes says toy play played playing syzygy apology archaeology
  boundary boundaries layer layers running wings aerodynamically generalizations oscillators y yy aye eye
  flows flowing flowed heated heating possibly possible indexes indices indexed aaa ion ions sion xyz`.split(
    /\s+/,
  );

describe('porterStem', () => {
  it("has the stems of FTS5's porter tokenizer", () => {
    const db = new DatabaseSync(':memory:');
    db.exec(`CREATE VIRTUAL TABLE words USING fts5 (word, tokenize = 'porter unicode61');
      CREATE VIRTUAL TABLE stems USING fts5vocab (words, 'instance')`);
    const insert = db.prepare('INSERT INTO words (rowid, word) VALUES (?, ?)');
    for (const [at, word] of WORDS.entries()) insert.run(at, word);
    const stems = new Map(
      db
        .prepare('SELECT doc, term FROM stems')
        .all()
        .map(({ doc, term }) => [Number(doc), String(term)]),
    );
    db.close();
    assert.deepEqual(
      WORDS.map((word) => [word, porterStem(word)]),
      WORDS.map((word, at) => [word, stems.get(at)]),
    );
  });

  it('leaves words of other letters as they are', () => {
    for (const word of ['größen', 'données', '机器', 'v2s', '2026']) assert.equal(porterStem(word), word);
  });
});
