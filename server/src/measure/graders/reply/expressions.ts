import { foldCharacters } from './fold.ts';

/**
 * Words beside a number that make it a part of something else: `half of 84`, `84 squared`, `at least 84`. After
 * folding, so without accents.
 */
const OPERATION =
  'half|twice|thrice|double|triple|quadruple|(?:a |one |two )?(?:third|quarter|fifth|tenth)s?|(?:two|three|four|five|six|ten|\\d+) times|(?:square |cube )?root|square|cube|log|ln|sin|cos|tan|sqrt|halfte|doppelte|doppelt|wurzel|moitie|double|triple|racine(?: carree)?|mitad|doble|triple|raiz(?: cuadrada| quadrada)?|meta|doppio|radice(?: quadrata)?|metade|dobro|половина|половину|вдвое больше|корень|удвоенное|helft|dubbele|polowa|hälften|halvdelen';
const OF = '(?: of| von| aus| de| di| da| от| из| van| z)?(?: the| der| dem| la| el| il| o)?';
const BOUND =
  "at least|at most|less than|more than|fewer than|greater than|smaller than|larger than|higher than|lower than|up to|over|under|above|below|no (?:more|less|fewer) than|a maximum of|a minimum of|mindestens|hochstens|weniger als|mehr als|bis zu|uber|unter|au moins|au plus|moins de|plus de|jusqu'a|al menos|por lo menos|como maximo|menos de|mas de|hasta|almeno|al massimo|al piu|meno di|piu di|fino a|pelo menos|no maximo|mais de|ate|не менее|не более|более|менее|больше|меньше|минимум|максимум|до|minstens|hoogstens|meer dan|minder dan|minst|hogst|mer an|mindre an|co najmniej|co najwyzej|wiecej niz|mniej niz|en az|en fazla";
const JOINED_BOUND =
  '至少|至多|最多|最少|超过|超過|大于|大於|小于|小於|不到|少于|多于|少なくとも|最大|最小|최소|최대|적어도';
const BEFORE = new RegExp(
  `(?:√|\\\\sqrt|(?<![\\p{L}])(?:${foldCharacters(OPERATION)})${OF}|(?<![\\p{L}])(?:${foldCharacters(BOUND)})|${JOINED_BOUND}|[≤≥≠<>]=?|\\\\(?:geq?|leq?|gt|lt|neq?))[ ({$*\\[]*-?$`,
  'iu',
);
const UNIT = '(?: ?[\\p{L}%°]{1,15})?';
const AFTER = new RegExp(
  `^[)}]?(?: ?(?:\\^(?!\\{?\\\\?(?:circ|text|st|nd|rd|th))|[²³⁴]|\\*\\*|!(?=\\d))|(?:[xyzne]|π|√)(?![\\p{L}])| ?(?:squared|cubed|zum quadrat|au carre|al cuadrado|al quadrato|ao quadrado|в квадрате|의 절반|的一半|の半分|的两倍|の2倍)|${UNIT} (?:or (?:more|less|fewer|above|below|higher|lower)|at (?:least|most)|oder (?:mehr|weniger)|ou (?:plus|moins|mais|menos)|o (?:mas|menos|piu|meno))(?!\\p{L})|\\+(?![\\d ])| ?(?:以上|以下|以内|未満|未满|이상|이하|미만|초과)| ?(?:divided by|multiplied by|times|minus|plus|over|geteilt durch|mal|divise par|fois|dividido (?:por|entre)|diviso|per cent of|percent of) ?(?:\\d|[a-z](?!\\p{L})|something|x)| ?[-+*/×÷·] ?(?:\\d|[xyzn](?!\\p{L}))| ?(?:[<>≤≥→⇒]|->|=>|\\\\to|\\\\rightarrow) ?[-$]?\\d|x[0-9a-f]{1,16}(?!\\p{L})|b[01]{2,64}(?!\\d)|'\\d|:\\d\\d| ?% of \\d)`,
  'iu',
);
const MEASURE =
  'h|hrs?|hours?|min(?:ute)?s?|s|secs?|seconds?|d|days?|weeks?|months?|years?|yrs?|feet|foot|ft|yards?|inch(?:es)?|miles?|m|km|cm|kg|g|lbs?|pounds?|oz|ounces?|dollars?|euros?|gallons?|quarts?|stunden?|minuten?|tage?n?|wochen?|monate?n?|jahre?n?|heures?|jours?|semaines?|mois|ans|annees?|horas?|minutos?|dias?|semanas?|meses|mes|anos?|or[ae]|minuti|giorn[io]|settiman[ae]|mes[ei]|ann[io]|час(?:а|ов)?|минут[аы]?|дн(?:я|ей)|лет|год(?:а)?|uur|uren|dagen|godzin[ay]?|dni|timmar|saat';
/** `5 hours 30` and `5 apples and 30`: a number that the next one completes. */
const COMPOUND = new RegExp(
  `^ ?(?:(?:${MEASURE})\\.?,?(?: (?:and|und|et|y|e|и|en|och|i))?|[\\p{L}]{1,20} (?:and|und|et|y|e|и)|个?(?:小时|小時|分钟|天|年)|時間|시간)(?: |(?<=[^a-z]))?$`,
  'iu',
);
const NO_ANSWER =
  /^[^\p{L}\d]{0,5}(?:n\/a(?!\p{L})|unknown|undefined|undetermined|indeterminate|impossible|cannot|can't|not (?:possible|enough|determin|defined|given|known|applicable|available)|i (?:cannot|can't|can not|am unable|do not know|don't know|am not able)|unable|there is no (?:answer|solution)|nicht (?:bestimmbar|losbar|moglich|bekannt)|unbekannt|unbestimmt|inconnue?|indetermine|impossible|je ne (?:sais|peux)|desconocid|indeterminad|imposible|no se puede|sconosciut|impossibile|desconhecid|impossivel|неизвестно|невозможно|无法|無法|未知|不能|不明|알 수 없|(?:the answer |it )?(?:could|might|may) be [^.]{1,40}?,? but (?:i'm|i am|it|maybe|perhaps))/iu;

/**
 * Whether the number from `start` to `end` is only part of an expression, an end of a range or one of two units, so
 * that its digits are not the answer: `twice 84`, `> 84`, `84x`, `0x54`, `5 hours 30 minutes`.
 */
export function isPart(clean: string, start: number, end: number, next: number | undefined): boolean {
  if (BEFORE.test(foldCharacters(clean.slice(Math.max(0, start - 60), start)))) return true;
  const after = foldCharacters(clean.slice(end, end + 60));
  if (AFTER.test(after)) return true;
  return next !== undefined && next - end < 40 && COMPOUND.test(foldCharacters(clean.slice(end, next)));
}

/** `N/A (84)`, `I cannot compute 84`. */
export const saysNothing = (text: string): boolean => NO_ANSWER.test(foldCharacters(text));
