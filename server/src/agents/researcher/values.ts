import { numbersIn } from '../citations/numbers.ts';
import type { Want } from './languages.ts';

const MONEY_BEFORE = /[$€£¥]\s?$|(?:EUR|USD|CHF|GBP|US\$)\s?$/u;
const MONEY_AFTER =
  /^\s?(?:[$€£¥]|(?:US )?dollars?|euros?|cents?|EUR|USD|CHF|GBP|円|元|yen|pounds?|francs?)(?!\p{Ll})/iu;
const TIME_AFTER =
  /^[\s-]?(?:\p{L}+\s)?(?:ms|µs|millisec\w*|s|secs?|seconds?|min|mins|minutes?|h|hrs?|hours?|days?|weeks?|months?|quarters?|years?|sekunden?|minuten?|stunden?|tage?n?|wochen?|monate?n?|jahre?n?|arbeitstage?n?|werktage?n?|secondes?|heures?|jours?|semaines?|mois|ans?|années?|d[ií]as?|horas?|semanas?|mes(?:es)?|años?|giorni|ore|settimane|mesi|anni|dagen|uur|weken|maanden|jaar|日間?|時間|分間?|秒間?|週間?|か月間?|ヶ月間?|年間?|天|小时|分钟|个月)(?!\p{Ll})/iu;
const SHARE_AFTER = /^\s?(?:[%‰％]|percent|per cent|prozent|pour cent|パーセント|percentage|por ciento)/iu;
const MONTHS =
  'January|February|March|April|May|June|July|August|September|October|November|December|Januar|Februar|März|Mai|Juni|Juli|Oktober|Dezember|janvier|février|mars|avril|mai|juin|juillet|août|septembre|octobre|novembre|décembre|enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec|Okt|Dez';
const DATE = new RegExp(
  `(?<![\\p{L}\\d])(?:\\d{1,2}\\.?\\s)?(?:${MONTHS})(?!\\p{L})(?:\\s\\d{1,2}(?:st|nd|rd|th)?(?!\\d))?(?:,?\\s\\d{4})?|\\d{4}-\\d{2}-\\d{2}|\\d{1,2}[./]\\d{1,2}[./]\\d{2,4}|(?<!\\d)\\d{1,2}:\\d{2}(?!\\d)|(?<!\\p{L})(?:calendar |cal\\. )?(?:week|KW|Kalenderwoche|semaine|semana)\\s?\\d{1,2}(?!\\d)|(?<!\\p{L})Q[1-4](?!\\d)|\\d{4}年(?:\\d{1,2}月)?(?:\\d{1,2}日)?|\\d{1,2}月\\d{1,2}日|(?<![\\d.,])(?:19|20)\\d{2}(?![\\d.,]\\d|\\d)|(?<!\\p{L})(?:Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday|Montag|Dienstag|Mittwoch|Donnerstag|Freitag|Samstag|Sonntag|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche)s?(?!\\p{L})`,
  'gu',
);
const REASON =
  /(?<!\p{L})(?:because|since|due to|cause[sd]?|reasons?|so that|in order to|therefore|as a result|until|otherwise|instead of|rather than|(?<=, )(?:as|da)|so|weil|denn|damit|deshalb|daher|aufgrund|wegen|grund|parce que|car|afin|en raison|grâce à|à cause|pour que|porque|debido|omdat|étant donné|puisque|statt|plutôt que|au lieu|faute de|suite à|vu que|ya que)(?!\p{L})|ため|ので|から|因为|由于/iu;
const TWO_NAMES = /(?<=\P{L})\p{Lu}\p{Ll}+(?:[ -]\p{Lu}[\p{L}'’]+)+/u;
const NAME_INSIDE =
  /(?<=[\p{Ll}\d,;:()"“]\s|[|:(]\s?)\p{Lu}\p{Ll}+|^\p{Lu}\p{Ll}+(?=\s\p{Ll}+(?:s|ed)\b)|team|department|abteilung|équipe|さん|氏|様/u;

/** The values of a sentence of the kind that a question wants, each in a form that is equal for equal ones. */
export function valuesOf(want: Want, text: string): string[] {
  if (want === 'date') return [...text.matchAll(DATE)].map(([date]) => date.toLowerCase());
  const numbers = numbersIn(text).filter(({ value }) => /e|^0$/.test(value) && !/^[A-Za-z]/.test(value));
  return numbers
    .filter(({ start, end }) => isOf(want, text.slice(0, start), text.slice(end)))
    .map(({ value }) => value);
}

function isOf(want: Want, before: string, after: string): boolean {
  if (want === 'money') return MONEY_BEFORE.test(before) || MONEY_AFTER.test(after);
  if (want === 'duration') return TIME_AFTER.test(after);
  if (want === 'share') return SHARE_AFTER.test(after);
  return want === 'number';
}

const FREE =
  /(?<!\p{L})(?:free|no (?:charge|cost|fee)|without charge|kostenlos|kostenfrei|gratis|gratuite?|gratuitement|sans frais|unentgeltlich)(?!\p{L})|無料|免费/iu;
const IN_HEAD: Partial<Record<Want, RegExp>> = {
  money: /[$€£¥円]|EUR|USD|CHF|GBP|price|cost|fee|rate|preis|kosten|prix|coût|tarif/iu,
  duration:
    /(?<!\p{L})(?:ms|sec\w*|min\w*|hours?|days?|weeks?|months?|years?|latency|time|dauer|zeit|tage|durée|jours|delay)(?!\p{L})/iu,
  share: /[%‰％]|percent|prozent|share|rate/iu,
};

/**
 * Whether a sentence has what a question of this kind wants.
 *
 * @param head the head of its table, where the unit often stands; empty otherwise
 */
export function hasWanted(want: Want, text: string, head: string): boolean {
  switch (want) {
    case 'reason':
      return REASON.test(text) || /^\W*(?:\S+\s+){4,}\S*\s?[:;]\s/u.test(text);
    case 'money':
      return (
        FREE.test(text) ||
        valuesOf(want, text).length > 0 ||
        (IN_HEAD.money?.test(head) === true && valuesOf('number', text).length > 0)
      );
    case 'person':
      return TWO_NAMES.test(` ${text}`) || NAME_INSIDE.test(text);
    case 'place':
      return NAME_INSIDE.test(text) || TWO_NAMES.test(text);
    case 'yes-no':
    case 'any':
      return true;
    case 'date':
      // *When is it due?* — *Within 30 days.*
      return valuesOf('date', text).length > 0 || valuesOf('duration', text).length > 0;
    default:
      return (
        valuesOf(want, text).length > 0 ||
        (IN_HEAD[want]?.test(head) === true && valuesOf('number', text).length > 0)
      );
  }
}

const CORRECTION =
  /(?<!\p{L})(?:correct(?:ion|ed)|now|put off|postponed|jetzt|nun|désormais|verschoben|repoussée?|reportée?|errat\w+|revised|amended|later|in fact|turned out|was wrong|mistake|rectifi\w+|corrigé\w*|en fait|finalement|korrig\w+|korrektur|berichtig\w+|tatsächlich|später|correcci[oó]n|corregid\w+)(?!\p{L})|訂正|更正/iu;

/** Whether a sentence says that it puts right what stands before it. */
export function isCorrection(text: string): boolean {
  return CORRECTION.test(text);
}
