import { plainSentences } from './plain-text.ts';

const DECLINES = new RegExp(
  `(?<![\\p{L}])(?:${[
    "(?:i|we) (?:don't|do not|can't|cannot) (?:know|say|tell|answer|help|find)|(?:i'm|i am|we're|we are) (?:not sure|unsure|unable|not able)|no idea|not (?:known|available|specified|mentioned|stated)|(?:don't|do not) have (?:that|this|any|the|enough|access)|no (?:information|data)|unknown|n/a",
    'weiß (?:ich|es|das)? ?(?:leider )?nicht|weiss (?:ich|es|das)? ?(?:leider )?nicht|wei(?:ß|ss) nicht|keine (?:ahnung|angaben?|information(?:en)?)|kann ich (?:leider )?nicht (?:sagen|beantworten)|nicht bekannt|unbekannt',
    'no (?:lo )?se(?= |$|[.,])|no (?:tengo|dispongo de|hay) (?:esa |la |ninguna )?informacion|no puedo (?:responder|ayudar|decir)|desconozco',
    '(?:je )?(?:ne )?sais pas|aucune (?:idee|information)|je ne peux pas (?:repondre|aider)',
    'non (?:lo )?so(?= |$|[.,])|nessuna (?:idea|informazione)|nao sei|nao tenho (?:essa )?informacao',
    'weet (?:ik )?(?:het )?niet|geen idee|vet (?:jag )?(?:inte|ikke)|ved (?:jeg )?ikke|nie wiem|не знаю|нет информации',
    '不知道|不清楚|无法回答|分かりません|わかりません|모르겠|모릅니다|पता नहीं|لا أعرف|bilmiyorum|tidak tahu|khong biet',
  ].join('|')})`,
  'iu',
);

/** The first sentences of a reply say whether it answers. */
const SENTENCES = 3;

/** Whether a reply says that it has no answer: `I do not know`, `Das weiß ich nicht`. */
export const declines = (reply: string): boolean =>
  plainSentences(reply)
    .slice(0, SENTENCES)
    .some((sentence) => DECLINES.test(sentence));
