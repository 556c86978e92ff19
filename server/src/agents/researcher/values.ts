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

/** The numbers of a sentence with the unit or the first letters of the thing that each counts: *1e2 kg*, *9.4e3 repl*. */
export function unitsOf(text: string): Map<string, Set<string>> {
  const units = new Map<string, Set<string>>();
  for (const { end, value } of numbersIn(text)) {
    if (!/e|^0$/.test(value)) continue;
    const unit = /^[\s-]?([^\s\d.,;:|()]{1,4})/u.exec(text.slice(end))?.[1]?.toLowerCase() ?? '';
    units.set(unit, (units.get(unit) ?? new Set()).add(value));
  }
  return units;
}

function isOf(want: Want, before: string, after: string): boolean {
  if (want === 'money') return MONEY_BEFORE.test(before) || MONEY_AFTER.test(after);
  if (want === 'duration') return TIME_AFTER.test(after);
  if (want === 'share') return SHARE_AFTER.test(after);
  return want === 'number';
}

const LENGTH =
  /\d\s?(?:mm|cm|m|km|met(?:re|er)s?|Meter|mètres?|metros?|feet|ft|inch(?:es)?|miles?)(?![\p{L}²³/])/u;
/** What a quantity with its unit tells without a word for it, by words for it: *5 tonnes* is a weight. */
export const TOLD_BY_UNIT: readonly [words: string, unit: RegExp][] = [
  ['temperatur', /\d\s?(?:°|℃|degrees|Grad|degrés|grados|K(?![\p{L}]))/u],
  ['nois', /\d\s?dB(?!\p{L})|decibel|Dezibel/iu],
  ['weigh', /\d\s?(?:kg|g|t|lbs?|tonn?e?s?|Tonnen|kilos?|pounds)(?![\p{L}/])/u],
  ['power', /\d\s?[kMG]?Wh?(?!\p{L})|watts?(?!\p{L})/u],
  [
    'fast',
    /(?:\/|per |a |each |pro |je |par |por )(?:s|sec|second|Sekunde|seconde|segundo|h|hour|min|minute)(?!\p{L})|\d\s?(?:ms|[kMGT]?bit\/s|km\/h|mph)(?!\p{L})/u,
  ],
  ['height', LENGTH],
  ['thick', LENGTH],
  ['wide', LENGTH],
  ['length', LENGTH],
  ['distanc', LENGTH],
  ['deep', LENGTH],
  ['pressur', /\d\s?(?:bar|psi|[kM]?Pa)(?!\p{L})/u],
  ['memori', /\d\s?[GMT]i?B(?!\p{L})/u],
  ['size', /\d\s?(?:[KMGT]i?B|B|m²|m³|ha|hectares?|square|billion|litres?)(?!\p{L})/u],
  [
    'often',
    /(?<!\p{L})(?:every|each|daily|weekly|monthly|yearly|annually|hourly|quarterly|jede[nmrs]?|alle|täglich|wöchentlich|monatlich|jährlich|tous les|toutes les|chaque|cada)(?!\p{L})/iu,
  ],
];

const MEASURE =
  /^\s?(?:°|dB|[kmµ]?g|t|[kMG]?Wh?|[kcm]?m[²³]?|[KMGT]i?[Bb](?:it)?(?:\/s)?|bar|kg|Hz|[MG]Hz|lux|km\/h|lit(?:re|er)s?|Liter|tonn\p{L}*|met(?:re|er)s?)(?![\p{L}])/iu;

/** Whether a number in front of this text is an amount of money, a time, a share or another measure. */
export function hasUnit(after: string): boolean {
  return [MONEY_AFTER, TIME_AFTER, SHARE_AFTER, MEASURE].some((unit) => unit.test(after));
}

const FREE =
  /(?<!\p{L})(?:free|no (?:charge|cost|fee)|without charge|kostenlos|kostenfrei|gratis|gratuite?|gratuitement|sans frais|unentgeltlich)(?!\p{L})|無料|免费/iu;
const IN_HEAD: Partial<Record<Want, RegExp>> = {
  money: /[$€£¥円]|EUR|USD|CHF|GBP|price|cost|fee|rate|preis|kosten|prix|coût|tarif/iu,
  duration:
    /(?<!\p{L})(?:ms|sec\w*|min\w*|hours?|days?|weeks?|months?|years?|latency|time|dauer|zeit|tage|durée|jours|delay)(?!\p{L})/iu,
  share: /[%‰％]|percent|prozent|share|rate/iu,
  reason:
    /(?<!\p{L})(?:why|reasons?|because|causes?|warum|gründe?|ursachen?|pourquoi|raisons?|motivos?)(?!\p{L})/iu,
};

/** *When is it due?* may be answered without a date: *Within 30 days*, *three weeks after the end*, *every second Thursday*. */
export const SPAN =
  /(?<!\p{L})(?:within|after|before|later|ago|every|each|from|until|once|nach|vor|binnen|innerhalb|jede[nmrs]?|alle|sobald|après|avant|sous|dans|dès|chaque|tous|antes|después|cada|when)(?!\p{L})/iu;

/**
 * Whether a sentence has what a question of this kind wants.
 *
 * @param head the head of its table, where the unit often stands; empty otherwise
 */
export function hasWanted(want: Want, text: string, head: string): boolean {
  switch (want) {
    case 'reason':
      return REASON.test(text) || IN_HEAD.reason?.test(head) || /^\W*(?:\S+\s+){4,}\S*\s?[:;]\s/u.test(text);
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
    case 'duration':
      // *How long may it be?* asks for a length as well.
      return isStated(want, text, head) || EXTENT.test(text);
    case 'date':
      return valuesOf('date', text).length > 0;
    default:
      return isStated(want, text, head);
  }
}

function isStated(want: Want, text: string, head: string): boolean {
  return (
    valuesOf(want, text).length > 0 ||
    (IN_HEAD[want]?.test(head) === true && valuesOf('number', text).length > 0)
  );
}

const EXTENT =
  /\d\s?(?:characters?|letters?|words?|tokens?|lines?|pages?|Zeichen|Wörter|Zeilen|Seiten|caractères?|mots?|lignes?|caracteres|palabras|mm|cm|m|km|met(?:re|er)s?|文字)(?!\p{Ll})/iu;

const CORRECTION =
  /(?<!\p{L})(?:correct(?:ion|ed)|now|put off|postponed|jetzt|nun|désormais|verschoben|repoussée?|reportée?|errat\w+|revised|amend\w*|recount\w*|later|in fact|turned out|was wrong|mistake|rectifi\w+|corrigé\w*|en fait|finalement|korrig\w+|korrektur|berichtig\w+|nachtrag|tatsächlich|später|correcci[oó]n|corregid\w+|avenant)(?!\p{L})|訂正|更正/iu;
/** What begins a correction of something that stands elsewhere in the same source. */
const NAME =
  /(?<=[\p{L}\p{N},;)]\s)(?!(?:January|February|March|April|May|June|July|August|September|October|November|December|Mon|Tues|Wednes|Thurs|Fri|Satur|Sun|Januar|Februar|März|Mai|Juni|Juli|Oktober|Dezember)(?:day)?s?(?!\p{L}))\p{Lu}[\p{L}\p{N}]+|\p{L}+-?\d|\d\p{Lu}|[`|"“„«]/u;

/** Whether a sentence names something: a word with a capital inside of it, a name with digits, what is marked as a name. */
export function hasName(text: string): boolean {
  return NAME.test(text);
}

const AMENDMENT =
  /(?<!\p{L})(?:corrections?|corrected|erratum|errata|corrigend\p{L}+|revised|revision|amend\p{L}*|addend\p{L}+|supersed\p{L}+|recount\p{L}*|put (?:off|back)|postponed|rectifi\p{L}+|corrigé\p{L}*|avenant|korrigiert|korrektur|berichtig\p{L}+|nachtrag|nachträglich|verschoben|repoussée?s?|correcci[oó]n|enmienda|corregid\p{L}+)(?!\p{L})|訂正|更正/iu;

/** Whether a sentence says that it puts right what stands before it. */
export function isCorrection(text: string): boolean {
  return CORRECTION.test(text);
}

/** Whether a sentence says that something stated elsewhere is changed. */
export function isAmendment(text: string): boolean {
  return AMENDMENT.test(text);
}
