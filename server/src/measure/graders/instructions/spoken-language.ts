/**
 * Whether a text may be in a language: most of its letters are of its script, and no other language of that script here
 * has more of its commonest words in it. A stand-in for langdetect over the languages that the published prompts ask for:
 * deterministic and small (a detector's tables are 160 MB in memory). A text without letters passes, as there.
 */
export function speaks(text: string, code: string): boolean {
  const known = LANGUAGES[code.slice(0, 2).toLowerCase()];
  if (known === undefined) return false;
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  if (letters === 0) return true;
  if ((text.match(known.script)?.length ?? 0) < letters / 2) return false;
  const words = text.toLowerCase().match(/[\p{L}\p{M}']+/gu) ?? [];
  const most = Math.max(...Object.values(LANGUAGES).filter(isOf(known.script)).map(countIn(words)));
  return countIn(words)(known) === most;
}

interface Language {
  script: RegExp;
  common: ReadonlySet<string>;
}

const isOf = (script: RegExp) => (language: Language) => language.script === script;
const countIn = (words: readonly string[]) => (language: Language) =>
  words.filter((word) => language.common.has(word)).length;

const LATIN = /\p{Script=Latin}/gu;
const CYRILLIC = /\p{Script=Cyrillic}/gu;
const ARABIC = /\p{Script=Arabic}/gu;
const DEVANAGARI = /\p{Script=Devanagari}/gu;

const language = (script: RegExp, common = ''): Language => ({ script, common: new Set(common.split(' ')) });

const LANGUAGES: Readonly<Record<string, Language>> = {
  en: language(
    LATIN,
    'the and of to in is that it for was with as his on be at by this had not are but from or have an they which you were all we her she there would their will been has when who more if can my i your',
  ),
  de: language(
    LATIN,
    'der die das und ist nicht ein eine zu den von mit sich auf für im dem des auch es an als wie ich sie wir bei oder war nur noch werden aus aber hat dass',
  ),
  fr: language(
    LATIN,
    'le la les et de des un une est pas que qui dans pour sur au aux avec ce il elle nous vous je plus par ne sont mais ou du cette être comme',
  ),
  es: language(
    LATIN,
    'el la los las y de que en un una es no por con para su al lo como más pero sus le ya o este sí porque esta entre cuando muy sin sobre del está',
  ),
  pt: language(
    LATIN,
    'o a os as e de que em um uma é não por com para seu ao como mais mas foi ele das tem à sua ou ser quando muito há nos já está eu também só pelo pela até isso do da no na',
  ),
  it: language(
    LATIN,
    'il lo la gli le e di che in un una è non per con del della si da come più ma anche sono dei nel alla al questo ha su delle ci mi tra io',
  ),
  nl: language(
    LATIN,
    'de het een en van is dat op te zijn voor met niet aan er om ook als dan maar bij nog uit naar door heeft hij ze wij deze wat geen worden',
  ),
  fi: language(
    LATIN,
    'ja on ei se että hän oli mutta ovat tai kun niin myös kuin joka sen mitä ole jos voi olla minä sinä tämä ne vain nyt sitä tämän',
  ),
  sw: language(
    LATIN,
    'na ya wa kwa ni za la katika cha kama hii yake pia lakini si hiyo au kuwa ili huo watu sana vya bila kila mimi wewe yeye hiki',
  ),
  vi: language(
    LATIN,
    'và của là có không được trong cho một các với những người này khi đã để đến tôi bạn cũng như về từ thì ở ra nhiều hơn',
  ),
  ru: language(
    CYRILLIC,
    'и в не на что я с он как это по но они мы все из у за вы так же от бы для о её был или когда только ты',
  ),
  bg: language(
    CYRILLIC,
    'и в не на е че да се от с за по са като но ще това или при към тази този много беше аз ти те във със който има',
  ),
  ar: language(ARABIC, 'في من على إلى أن هذا هذه التي الذي مع ما لا كان عن هو هي كل بعد أو لم قد'),
  fa: language(ARABIC, 'و در به از که این را با است آن برای یک خود تا می بر هم شود شده اند بود یا هر ما'),
  ur: language(ARABIC, 'کے کی میں ہے اور سے کا کو اس کہ پر ہیں نے یہ بھی ایک ہو کر جو تھا تو نہیں ہم آپ'),
  hi: language(DEVANAGARI, 'है और के में की का को से यह पर हैं एक नहीं कि ने भी इस तो हो था जो कर वह लिए या'),
  mr: language(
    DEVANAGARI,
    'आहे आणि या हे ते आहेत एक मी तो ही नाही होते होता केले असे त्या पण किंवा त्यांच्या म्हणून काही साठी',
  ),
  ne: language(DEVANAGARI, 'छ र को मा यो हो पनि छन् गर्न लागि एक भने गरेको तथा थियो हुन् तर वा हुन्छ यस छैन म'),
  bn: language(/\p{Script=Bengali}/gu),
  gu: language(/\p{Script=Gujarati}/gu),
  kn: language(/\p{Script=Kannada}/gu),
  ko: language(/\p{Script=Hangul}/gu),
  pa: language(/\p{Script=Gurmukhi}/gu),
  ta: language(/\p{Script=Tamil}/gu),
  te: language(/\p{Script=Telugu}/gu),
  th: language(/\p{Script=Thai}/gu),
};
