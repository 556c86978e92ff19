import type { Language } from './language.ts';

export const polish: Language = {
  answer: 'odpowiedz|odpowiedzia|(?:prawidlowa|poprawna|wlasciwa) (?:opcja|litera)',
  before:
    'wiec|zatem|dlatego|a wiec|podsumowujac|ostatecznie|nie|czekaj|moja|poprawna|prawidlowa|ostateczna|koncowa|wlasciwa|najlepsza|poprawna',
  after: 'koncowa|ostateczna|poprawna|prawidlowa|jest|na pytanie',
  is: 'to|jest|wynosi|brzmi|bedzie|jest to',
  option: 'opcja|odpowiedz|litera|wariant',
  or: 'lub|albo|czy|(?:lub|albo) moze|moze',
  and: 'i|oraz|a takze',
  not: 'nie|ani|zamiast|oprocz|nie jest',
  right: '(?:jest|to) (?:poprawn|prawidlow|wlasciw)[aey](?: odpowiedz)?|jest odpowiedzia',
  wrong: '(?:nie jest|nie sa|jest bledna|jest niepoprawna|jest falszywa|sa bledne)',
  but: 'ale|lecz|tylko',
  because: 'poniewaz|bo|gdyz',
  choose: 'wybieram',
  condition: 'jesli|jezeli|zalozmy',
  supposed: 'czy|nie wiem',
  decimalComma: true,
};

export const czech: Language = {
  answer: 'odpoved|odpovedi|(?:spravna|konecna) (?:moznost|volba)',
  before: 'tedy|takze|proto|tudiz|zaver|ne|pockej|moje|spravna|konecna|vysledna|nejlepsi',
  after: 'na otazku',
  is: 'je|zni|bude|musi byt',
  option: 'moznost|odpoved|pismeno|volba',
  or: 'nebo|anebo|ci',
  and: 'a|i|a take',
  not: 'ne|neni|nikoli|nikoliv|ani',
  right: 'je (?:spravna?e?|spravna odpoved)|je odpoved',
  wrong: '(?:neni|nejsou|je spatna|je spatne|je chybna|je nespravna)',
  but: 'ale|nybrz',
  because: 'protoze|jelikoz',
  condition: 'pokud|kdyby',
  supposed: 'jestli|nevim',
  decimalComma: true,
};

export const russian: Language = {
  heading: 'решение|результат',
  answer: 'ответ(?:ом)?|(?:правильный|верный) (?:вариант|выбор)',
  before:
    'итак|таким образом|следовательно|значит|поэтому|в итоге|нет|подождите|на самом деле|мой|наш|правильный|правильным|верный|верным|окончательный|финальный|итоговый|конечный|лучший|я думаю,?(?: что)?',
  after: 'ом|на вопрос|на задачу|ответа|будет|является|задачи',
  is: 'это|есть|является|будет|должен быть|равен|равно|таков',
  option: 'вариант|ответ|буква|буквой|под буквой|вариант ответа|пункт',
  or: 'или(?: может быть| возможно)?|либо|может быть|возможно',
  and: 'и|а также',
  not: 'не|ни|не является|вместо|кроме',
  right:
    '(?:[-–—] ?)?(?:это )?(?:является )?(?:правильн|верн)[а-я]{1,3}(?: (?:ответ|вариант)[а-я]{0,2}(?: ответа)?)?|и есть ответ',
  wrong:
    '(?:[-–—] ?)?(?:это )?(?:не |неверн[а-я]{0,3}|неправильн[а-я]{0,3}|ошибочн[а-я]{0,3}|исключ[а-я]{0,6})',
  but: 'а|но',
  because: 'потому что|так как|поскольку|ибо',
  choose: 'выбираю|я выбираю|остается(?: только)?',
  condition: 'если|допустим',
  supposed: 'ли|не знаю|может быть',
  decimalComma: true,
};

export const ukrainian: Language = {
  answer: 'відповідь|відповіддю|(?:правильний|вірний) варіант',
  before:
    'отже|таким чином|тому|отож|значить|зрештою|ні|зачекайте|насправді|моя|наша|правильна|правильною|вірна|вірною|остаточна|кінцева|найкраща',
  after: 'на питання|на запитання|є|буде|задачі',
  is: 'це|є|буде|має бути|дорівнює',
  option: 'варіант|відповідь|літера|під літерою',
  or: 'або|чи',
  and: 'і|й|та|а також',
  not: 'не|ні|не є|замість|крім',
  right: '(?:[-–—] ?)?(?:це )?(?:є )?(?:правильн|вірн)[а-яіїєґ]{1,3}(?: (?:відповід|варіант)[а-яіїєґ]{0,3})?',
  wrong:
    '(?:[-–—] ?)?(?:це )?(?:не |неправильн[а-яіїєґ]{0,3}|невірн[а-яіїєґ]{0,3}|хибн[а-яіїєґ]{0,3}|помилков[а-яіїєґ]{0,3})',
  but: 'а|але',
  because: 'тому що|бо|оскільки',
  choose: 'обираю|вибираю',
  condition: 'якщо|припустімо',
  supposed: 'не знаю',
  decimalComma: true,
};

export const greek: Language = {
  answer: 'απαντηση|σωστη επιλογη',
  before: 'αρα|επομενως|συνεπως|τελικα|οχι|η|το|τελικη|σωστη|μου',
  after: 'μου|στην ερωτηση',
  is: 'ειναι|πρεπει να ειναι|θα ειναι',
  option: 'επιλογη|η επιλογη|το γραμμα|γραμμα',
  or: 'ή|η',
  and: 'και',
  not: 'οχι|δεν|δεν ειναι|ουτε|αντι',
  right: 'ειναι (?:η )?(?:σωστη|σωστο)(?: απαντηση)?',
  wrong: '(?:δεν ειναι|ειναι λαθος|ειναι λανθασμενη)',
  but: 'αλλα',
  because: 'επειδη|διοτι|γιατι',
  condition: 'αν|εαν',
  supposed: 'δεν ξερω',
  decimalComma: true,
};
