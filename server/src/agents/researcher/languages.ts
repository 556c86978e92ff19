/** What a question asks for, as far as its words tell. */
export type Want =
  | 'number'
  | 'money'
  | 'duration'
  | 'share'
  | 'date'
  | 'person'
  | 'place'
  | 'reason'
  | 'yes-no'
  | 'any';

/**
 * Words of questions by what they ask for, tried in this order: the longer ones stand before those that they begin with.
 * English, German, French, Spanish, Italian, Portuguese, Dutch, Japanese and Chinese.
 */
export const QUESTION_WORDS: readonly [Want, RegExp][] = [
  [
    'money',
    /(?<!\p{L})(?:how much (?:money\b|(?:does|do|did|will|would|is|are|was|were|may|can|could|must|should|has|have)\b.*\b(?:costs?|charged?|paid|pay|spen[dt]|earn|invest(?:ed)?|price[ds]?))|what (?:does|do|did|would|will|must|is|are)\b.*\b(?:costs?|pay|paid|charged?)(?!\p{L})|(?:what|which) (?:is|are|was|were) the (?:\w+ ){0,3}(?:price|cost|fee|charge)s?|wie ?viel (?:kostet|kosten)|was kostet|was kosten|combien (?:coûte|coûtent|cela coûte)|quel est le (?:prix|coût|tarif)|cuánto cuesta|quanto costa|quanto custa|hoeveel kost)|いくらです|いくらか|料金は|価格は|多少钱|多少錢/iu,
  ],
  [
    'duration',
    /(?<!\p{L})(?:how long|how fast|how quickly|how soon|(?:with)?in (?:what|which) time|how much time|wie lange|wie schnell|combien de temps|pendant combien|cuánto tiempo|quanto tempo|hoe ?lang|how many (?:milliseconds|seconds|minutes|hours|(?:working |business )?days|weeks|months|years)|what latency|wie viele (?:sekunden|minuten|stunden|tage|wochen|monate|jahre)|combien de (?:secondes|minutes|heures|jours|semaines|mois|ans))(?!\p{L})|どのくらいの(?:期間|時間)|何(?:日|時間|分|秒|週間|か月|ヶ月|年)間?|多久|多长时间/iu,
  ],
  [
    'share',
    /(?<!\p{L})(?:(?:what|which) (?:percentage|percent|share|proportion|fraction)|how many percent|wie viel prozent|welcher anteil|quel(?:le)? (?:pourcentage|part|proportion)|qué porcentaje)(?!\p{L})|何(?:%|％|パーセント|割)|百分之几/iu,
  ],
  [
    'number',
    /(?<!\p{L})(?:how (?:much|many|often|large|big|small|high|low|fast|slow|far|short|thick|deep|heavy|tall|wide|old|noisy|loud|hot|cold|warm|bright|strong)|(?:what|which) (?:\w+ )?(?:value|amount|target|score|limit|length|weight|size|height|width|temperature|rate|speed|throughput|capacity|accuracy|availability|force)|what (?:is|was|are) the (?:\w+ )?(?:value|target|score|length|weight|number|amount|size|rate|limit|maximum|minimum|total)|wie ?(?:viele?[nr]?|oft|hoch|groß|weit|schwer|alt|laut)|combien|à quel(?:le)? (?:fréquence|température|vitesse)|cuánt[oa]s?|quant[oaie]|hoeveel)(?!\p{L})|いくつ|何(?:件|個|台|人|回|倍|つ|名|社|トークン)|多少|几个/iu,
  ],
  [
    'date',
    /(?<!\p{L})(?:(?:by |since |until |from )?when|(?:what|which) (?:date|day|month|year|time|week)|wann|bis wann|seit wann|an welchem (?:tag|datum)|in welchem (?:jahr|monat)|quand|à quelle (?:date|heure)|depuis quand|jusqu'à quand|cuándo|quando|wanneer)(?!\p{L})|いつ|何(?:月|日|年|曜日)に|何時(?!間)|什么时候|何时/iu,
  ],
  [
    'person',
    /(?<!\p{L})(?:who|whom|whose|wer|wem|wen|wessen|qui|quién|quiénes|chi|quem|wie is)(?!\p{L})|誰|だれ|どなた|谁|哪位/iu,
  ],
  [
    'place',
    /(?<!\p{L})(?:where|(?:in |at |from |to )?(?:what|which) (?:city|cities|town|country|countries|region|regions|place|location)|wo|wohin|où|dónde|dove|onde|waar)(?!\p{L})|どこ|哪里|哪儿/iu,
  ],
  [
    'reason',
    /(?<!\p{L})(?:why|how come|what (?:was|is) the (?:reason|(?:root )?cause)|what (?:causes?d?|makes?|made|led)|warum|wieso|weshalb|pourquoi|por qué|perché|waarom)(?!\p{L})|なぜ|どうして|理由|为什么/iu,
  ],
  [
    'yes-no',
    /^\W*(?:is|are|was|were|does|do|did|can|could|may|might|must|has|have|had|will|would|should|shall|ist|sind|war|waren|hat|haben|kann|können|darf|dürfen|muss|müssen|wird|werden|soll|sollte|gibt|est-ce|peut-on|y a-t-il|es|está|puede|heeft|mag)(?!\p{L})|(?:ます|です|でしょう)か[?？]?$|吗[?？]?$/iu,
  ],
];

/** Words that say nothing about the subject of a question, beside the English ones that search leaves out. */
const COMMON_WORDS: ReadonlySet<string> = new Set(
  // of English questions
  (
    'many much often long far tell say says said give us please according document documents source sources there have has ' +
    'get gets use used using make made only also every each per one kind kinds type types sort word words thing things way ways amount name names called else after before under over during between until since ' +
    'must might shall able away off up down out back over on more any anymore longer ' +
    'wasn weren isn aren don doesn didn hasn haven hadn couldn wouldn shouldn ' +
    'reach reaches reached receive receives received besides usual usually exactly currently actually roughly approximately altogether overall whether happen happens happened take takes took within still now new ' +
    // German
    'der die das den dem des ein eine einen einem einer eines und oder aber ist sind war waren wird werden wurde wurden hat ' +
    'haben hatte kann können darf dürfen muss müssen soll sollte sollen sein ins will wie was wer wem wen wo wann warum wieso ' +
    'weshalb welche welcher welches welchen welchem viel viele vielen lange hoch oft im in am an auf aus bei mit nach von vom zu zum ' +
    'zur für über unter durch gegen um als auch nicht kein keine es er sie wir ihr ihre unser unsere sich noch nur so dass ob bis seit pro je man ab außer geht gehen findet statt befindet gibt mehr beim zwischen vor ' +
    // French
    'être le la les l un une des du de d et ou mais est sont était étaient sera été a ont avait peut peuvent doit doivent quel ' +
    'quelle quels quelles que qui quoi où quand comment pourquoi combien ce cet cette ces il elle ils elles on nous ' +
    'vous notre nos votre vos son sa ses leur leurs à au aux en dans par pour sur sous avec sans ne pas plus se s qu y t ' +
    // Spanish, Italian, Portuguese, Dutch
    'el los las una unos y o es son fue qué cuál cuáles cuánto cuándo dónde quién por para con del al se su sus lo ' +
    'il lo gli i uno e è sono che quale quali quanto quando dove chi perché per con di da nel nella del della ' +
    'os um uma são foi qual quais quem onde do no na dos das com ' +
    'het een en of zijn werd wordt wat welke hoe hoeveel wanneer waar wie van voor op te naar door'
  ).split(' '),
);

/** Of those, what English uses for things: a question in English keeps them. */
const ENGLISH_TOO: ReadonlySet<string> = new Set('door van war die man hat son pro den dove'.split(' '));
const ENGLISH =
  /(?<!\p{L})(?:the|what|how|who|whose|when|where|why|which|does|did|are|can|of|an|does|has|have|our|we)(?!\p{L})/iu;

/** Whether a word says nothing about the subject of a question in its language. */
export function isCommonIn(question: string, word: string): boolean {
  return ENGLISH_TOO.has(word.toLowerCase()) && !ENGLISH.test(question);
}

/** Whether a word says nothing about a subject in any language. */
export function isCommon(plain: string): boolean {
  return COMMON_WORDS.has(plain) && !ENGLISH_TOO.has(plain);
}

/** Forms that share no beginning with their verb. */
export const IRREGULAR: ReadonlyMap<string, string> = new Map(
  (
    'ran:run kept:keep paid:pay sent:send bought:buy held:hold found:find lost:lose spent:spend built:build began:begin ' +
    'begun:begin chose:choose chosen:choose became:become fell:fall fallen:fall rose:rise risen:rise grew:grow grown:grow ' +
    'drew:draw drawn:draw broke:break broken:break left:leave met:meet told:tell saw:see seen:see brought:bring sold:sell ' +
    'stood:stand won:win led:lead came:come went:go gone:go knew:know known:know shown:show wrote:write written:write ' +
    'spoke:speak spoken:speak forgot:forget forgotten:forget shut:shut thought:think hid:hide hidden:hide stole:steal ' +
    'hourly:hour daily:day weekly:week monthly:month yearly:year annual:year annually:year'
  )
    .split(' ')
    .map((pair) => pair.split(':') as [string, string]),
);

/** Nouns that say no more than the question's words do: *which city*, *on which date*, *what share*. */
export const CATEGORIES: ReadonlySet<string> = new Set(
  (
    'city cities town country countries place location date day days month months year years time hour hours minutes ' +
    'seconds weeks share percentage percent proportion fraction value amount number person people team reason reasons cause causes caused ' +
    'stadt land ort datum tag tage tagen monat monate jahr jahre uhrzeit anteil prozent betrag wert anzahl zahl person grund ' +
    'temps tiempo zeit ville lieu jour jours mois an ans année années heure pourcentage part montant valeur nombre personne raison'
  ).split(' '),
);
