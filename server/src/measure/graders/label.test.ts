import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type GraderSpec, grade, graderProblems } from './graders.ts';

const read = (spec: GraderSpec, expected: string, text: string) => {
  const result = grade(spec, expected, { text, reasoning: null, finishReason: 'stop' });
  assert.ok(result.state === 'scored');
  return result;
};
const spec = (...labels: string[]): GraderSpec => ({ type: 'label', options: { labels } });

const MOOD = spec('positive', 'negative', 'neutral', 'not applicable');
const YES = spec('yes', 'no');
const JA = spec('ja', 'nein');
const OUI = spec('oui', 'non');
const SI = spec('sí', 'no');
const TAK = spec('tak', 'nie');
const DA = spec('да', 'нет');
const HAI = spec('はい', 'いいえ');
const YE = spec('예', '아니요');
const SHI = spec('是', '否');
const ETAT = spec('expédié', 'annulé', 'en attente');

/** A reply, and the label that a careful person reads in it; null where there is none. */
const READ: [GraderSpec, string, string | null][] = [
  [MOOD, 'Positive', 'positive'],
  [MOOD, '**Positive.**', 'positive'],
  [MOOD, 'Answer: neutral', 'neutral'],
  [MOOD, 'The review praises the staff and the food. I would call it positive.', 'positive'],
  [MOOD, 'Negative. The customer waited for an hour.', 'negative'],
  [MOOD, 'This is not positive but negative.', 'negative'],
  [MOOD, 'It is negative, not positive.', 'negative'],
  [MOOD, 'Could be positive or neutral.', null],
  [MOOD, 'positive, negative, neutral', null],
  [MOOD, 'This is not applicable here.', 'not applicable'],
  [MOOD, 'Some words are positive.\nOverall the sentiment is:\n\n**negative**', 'negative'],
  [MOOD, 'The answer is: negative. A positive reading would need thanks.', 'negative'],
  [MOOD, 'I cannot tell.', null],
  [YES, 'Yes', 'yes'],
  [YES, 'Yes, you can. There is no fee.', 'yes'],
  [YES, 'No - there is no such plan.', 'no'],
  [YES, 'There is no fee for that.', null],
  [YES, 'You can do so in the settings.\n\nAnswer: **yes**', 'yes'],
  [YES, 'Yes or no, I cannot say.', null],
  [YES, 'Unfortunately, no, article 40 cannot be returned.', 'no'],
  [YES, 'Sadly no – items on sale are final.', 'no'],
  [YES, "I'm sorry, but no.", 'no'],
  [YES, 'Unfortunately not. Items on sale are final.', 'no'],
  [YES, 'Absolutely not, that voids the warranty.', 'no'],
  [YES, 'No unfortunately not.', 'no'],
  [YES, '**Of course** – yes, you can.', 'yes'],
  [YES, "Sure, yes, that's possible.", 'yes'],
  [YES, 'Yes of course!', 'yes'],
  [YES, 'Certainly.', 'yes'],
  // An opening that promises help affirms nothing.
  [YES, 'Certainly! Items on sale are listed below.', null],
  [YES, 'No problem, yes you can', null],
  [YES, 'No sure way exists.', null],
  [YES, 'Sorry, no refund policy was found.', null],
  [YES, 'Unfortunately not all of it could be read.', null],
  [YES, 'You asked: "Sorry, no?"', null],
  [YES, 'The customer said yes, but I cannot check it.', null],
  [YES, 'Well, yes and no.', null],
  [YES, 'That is not possible.', 'no'],
  [YES, "I'm sorry, but we don't offer that, as we are a small team.", 'no'],
  [YES, 'That is possible, for a small fee.', 'yes'],
  [YES, 'It is not possible that the parcel is lost.', null],
  [YES, 'Is that not possible?', null],
  [JA, 'Das ist leider nicht möglich.', 'nein'],
  [JA, 'Leider ist das nicht möglich, da das Lager schließt.', 'nein'],
  [JA, 'Das geht leider nicht.', 'nein'],
  [JA, 'Das ist möglich.', 'ja'],
  [JA, 'Das ist nicht ohne Risiko.', null],
  [OUI, "Ce n'est malheureusement pas possible.", 'non'],
  [SI, 'Lamentablemente no es posible.', 'no'],
  [SI, 'Sí es posible.', 'sí'],
  [TAK, 'To niestety nie jest możliwe.', 'nie'],
  [JA, 'Tut mir leid, aber nein.', 'nein'],
  [JA, 'Leider nicht.', 'nein'],
  [JA, 'Natürlich kommt es darauf an.', null],
  [OUI, 'Malheureusement, non.', 'non'],
  [OUI, 'Bien sûr que oui !', 'oui'],
  [SI, 'Lo siento, pero no.', 'no'],
  [TAK, 'Niestety nie.', 'nie'],
  [DA, 'К сожалению, нет.', 'нет'],
  [HAI, '申し訳ありませんが、いいえ。', 'いいえ'],
  [HAI, 'もちろんです。', 'はい'],
  [YE, '죄송하지만 아니요.', '아니요'],
  [SHI, '是的。', '是'],
  [SHI, '很抱歉，不可以。', '否'],
  [JA, 'Ja, das geht. Es gibt keine Gebühr.', 'ja'],
  [JA, 'Nein. Das ist ja ausgeschlossen.', 'nein'],
  [SHI, '是的，可以退货。', '是'],
  [SHI, '否。这不是质量问题。', '否'],
  [SHI, '答案：是', '是'],
  [ETAT, 'Votre commande a été expédiée hier ; statut : « expédié ».', 'expédié'],
  [ETAT, 'Statut : EN ATTENTE (paiement à confirmer).', 'en attente'],
];

test('label: the one label that a reply gives is read, in whatever words it stands', () => {
  for (const [of, reply, label] of READ) {
    const { extracted, extraction } = read(of, label ?? 'x', reply);
    assert.deepEqual([extracted, extraction === 'none'], [label, label === null], reply);
  }
});

test('label: case, accents and marks do not matter; another label is wrong', () => {
  assert.equal(read(MOOD, 'Positive', '"POSITIVE"').score, 1);
  assert.equal(read(ETAT, 'annulé', 'annule').score, 1);
  assert.equal(read(MOOD, 'negative', 'positive').score, 0);
});

test('label: labels that cannot be distinguished, and answers that are none, are refused', () => {
  assert.match(graderProblems(spec('a', 'A.'), 'a')[0] ?? '', /"labels" must be a list of 2 to 100/);
  assert.match(
    graderProblems({ type: 'label', options: {} }, 'a')[0] ?? '',
    /option "labels" is required: a list of 2 to 100 different texts/,
  );
  assert.match(graderProblems(MOOD, 'angry')[0] ?? '', /"angry" is not one of the labels: positive/);
});
