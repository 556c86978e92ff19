/** Words for yes and no in several languages. */
export const YES_AND_NO: readonly (readonly [string, string])[] = [
  ['yes', 'no'],
  ['true', 'false'],
  ['ja', 'nein'],
  ['ja', 'nee'],
  ['ja', 'nej'],
  ['oui', 'non'],
  ['sí', 'no'],
  ['sì', 'no'],
  ['sim', 'não'],
  ['tak', 'nie'],
  ['да', 'нет'],
  ['是', '否'],
  ['对', '错'],
  ['はい', 'いいえ'],
  ['예', '아니요'],
  ['네', '아니요'],
];
