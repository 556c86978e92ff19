import { toLines } from './extract.ts';
import { fold, visible } from './fold.ts';

/** What may lead to it: `Sorry,`, `Hmm, wait.` */
const LEAD =
  'sorry|oops|wait|hmm+|no|oh|actually|apologies|my apologies|my mistake|i apologi[sz]e|entschuldigung|moment|nein|pardon|desole|attendez|perdon|lo siento|disculpa|espera|desculpe|desculpa|espere|scusa|scusate|aspetta|извините|простите|подождите|нет|抱歉|对不起|對不起|等等|すみません|申し訳ありません|待って|죄송합니다|잠깐';
/** Takes back what was said before it. */
const TAKEN =
  "(?:that|this|it)(?: is|'s| was) (?:wrong|incorrect|not right|not correct|a mistake|an error)|i (?:was wrong|made (?:a|an) (?:mistake|error)|misread|miscalculated|forgot(?! to)|meant)|scratch that|i take (?:that|it) back|(?:correction|edit) ?:|actually,? (?:no|it should be|it is)|on (?:second thought|reflection),?|(?:das|dies|es) (?:ist|war) (?:falsch|nicht richtig|ein fehler)|doch nicht|korrektur ?:|(?:c'est|c'etait) (?:faux|incorrect|une erreur)|(?:eso|esto) es (?:incorrecto|un error|falso)|correccion ?:|(?:isso|isto) (?:esta|e) (?:errado|incorreto)|correcao ?:|(?:questo )?e (?:sbagliato|errato)|correzione ?:|это (?:неверно|неправильно|ошибка)|исправление ?:|(?:这|這)是(?:错误|錯誤|错|錯)的?|更正 ?[:：]|(?:これは)?間違いでした|訂正 ?[:：]|틀렸습니다|정정 ?[:：]";
const TAKES_BACK = new RegExp(
  `^(?:[^\\p{L}\\p{N}]{0,4}(?:${LEAD})(?!\\p{Script=Latin})){0,3}[^\\p{L}\\p{N}]{0,6}(?:${TAKEN})`,
  'iu',
);

/**
 * What a reply says after it takes back the answer before it (`Sorry, that is wrong. It is D.`): the text in which the
 * new answer stands, if any. Null where the first words after the answer take nothing back.
 */
export function takenBack(below: readonly string[]): string | null {
  const lines = toLines(
    visible(
      below
        .slice(0, 6)
        .map((line) => line.slice(0, 400))
        .join('\n'),
    ),
  );
  const text = lines.join(' ').slice(0, 400);
  const match = TAKES_BACK.exec(fold(text));
  return match === null ? null : text.slice(match[0].length);
}
