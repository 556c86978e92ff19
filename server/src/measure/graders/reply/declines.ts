import { foldCharacters } from './fold.ts';
import { plainSentences } from './plain-text.ts';

/**
 * Phrases for not knowing or not being able to help: the first person with such a verb, in languages with blanks
 * between words.
 */
const WITH_BLANKS = [
  "(?:i|we) (?:(?:really|simply|honestly|just) )?(?:(?:don't|do not|can't|cannot|can not|could not|couldn't|am not able to|are not able to|am unable to|are unable to|won't|will not) (?:know|say|tell|answer|help|assist|provide|comply|find))|(?:i'm|we're) (?:not able|unable) to (?:say|tell|answer|help|assist|provide|comply|find)|(?:i'm|i am|we're|we are) (?:not sure|unsure)|i have no idea|i (?:don't|do not) have (?:(?:that|this|an|any|the|enough|sufficient) )?(?:information|knowledge|answers?)(?= *(?:$|[.,;:!?]| (?:about|on|to|for) ))",
  'weiß ich(?: das)?(?: leider)? nicht|ich weiß(?: es| das)?(?: leider)? nicht|weiss ich(?: das)?(?: leider)? nicht|ich weiss(?: es| das)?(?: leider)? nicht|ich habe (?:leider )?keine (?:ahnung|informationen)|(?:kann ich|ich kann)(?: das| die frage| diese frage| ihnen| dir| dabei| damit| darauf)*(?: leider)? nicht (?:sagen|beantworten|antworten|helfen|weiterhelfen)',
  'no (?:lo )?sé(?= *(?:$|[.,;:!?]))|no (?:tengo|dispongo de) (?:esa |la |ninguna )?información|no (?:te |le )?puedo (?:responder|ayudar|decir|proporcionar)|desconozco',
  "je (?:ne )?(?:le )?sais pas|je (?:n'ai|n ai) aucune (?:idée|information)|je ne (?:peux|puis) pas (?:vous |te )?(?:répondre|aider|dire|fournir)",
  'non (?:lo )?so(?= *(?:$|[.,;:!?]))|non posso (?:rispondere|aiutare|aiutarti|aiutarla|dirlo|fornire)|não sei(?= *(?:$|[.,;:!?]))|não posso (?:responder|ajudar|dizer|fornecer)|não tenho (?:essa )?informação',
  'weet ik(?: het)? niet|ik weet(?: het)? niet|ik kan (?:u |je )?(?:daar )?niet (?:mee )?(?:helpen|beantwoorden|zeggen)|(?:vet jag|jag vet) inte|(?:vet jeg|jeg vet|ved jeg|jeg ved) ikke|jag kan inte (?:svara|hjälpa)|jeg kan ikke (?:svare|hjelpe|hjælpe)',
  'nie wiem|nie mogę (?:odpowiedzieć|pomóc)|(?:я )?не знаю|(?:я )?не могу (?:ответить|помочь|сказать)',
  'لا أعرف|لا أستطيع (?:الإجابة|المساعدة)|bilmiyorum|yardımcı olamam|saya tidak tahu|saya tidak (?:dapat|bisa) (?:menjawab|membantu)|tôi không biết|tôi không thể (?:trả lời|giúp)|मुझे (?:यह )?(?:नहीं पता|पता नहीं|नहीं मालूम)|मैं नहीं जान(?:ता|ती)',
];

/** After `no answer`: the end, or a noun for the question, so that `no answer from the desk` does not match. */
const TO_THAT = (words: string) => `(?= *(?:$|[.,;:!?]| (?:${words})(?![\\p{L}\\p{M}])))`;

/** Phrases that there is no answer, or that the question or the model cannot give one. */
const NO_ANSWER = [
  `(?:has|have|had|there is|there's) no answers?(?: available)?${TO_THAT('(?:to|for) (?:that|this|it|these|those|your|the|my)')}`,
  `(?:it|this|that|(?:the|this|that|your) (?:question|model|assistant|system|chatbot|bot)) (?:cannot|can't|can not|could not|couldn't|is not able to|is unable to) (?:be answered|answer)${TO_THAT('that|this|it|your|the question|from|with|based')}`,
  `(?:darauf|dazu|hierauf|hierzu)(?: [\\p{L}\\p{M}]+){0,3} keine antwort|habe?(?: ich| wir)?(?: leider)? keine antwort${TO_THAT('auf|darauf|dazu|hierauf|hierzu|fur|parat')}|es gibt(?: leider)? keine antwort ${'(?:auf (?:das|dies|diese|die|ihre|deine)|darauf|dazu|hierauf|hierzu)'}`,
  '(?:frage|das|dies|es|(?:modell|assistent|system))(?: (?:kann|konnte|lässt sich))(?: [\\p{L}\\p{M}]+){0,2} nicht (?:beantworten|beantwortet werden)',
  `no (?:tengo|tiene|hay) (?:una |ninguna )?respuesta${TO_THAT('a|para')}`,
  `(?:je n'ai|n'a|il n'y a) (?:pas de|aucune) réponse${TO_THAT('à|a|pour')}`,
  `non (?:ho|ha|c'è) (?:una |nessuna |alcuna )?risposta${TO_THAT('a|per')}|não (?:tenho|tem|há) (?:uma |nenhuma )?resposta${TO_THAT('a|para')}`,
  `(?:heb|heeft|is)(?: ik)?(?: daar| hier)? geen antwoord${TO_THAT('op')}`,
];

/** The same for scripts without blanks. */
const WITHOUT_BLANKS =
  '我(?:们)?(?:也|并)?(?:不知道|不清楚|无法(?:回答|提供|帮助)|不能(?:回答|提供|帮助))|我(?:們)?(?:也|並)?(?:無法(?:回答|提供|幫助))|^(?:抱歉[，,]?|对不起[，,]?)?(?:不知道|不清楚|无法回答)|(?:分|わ)かりません|お答えできません|知りません|모르겠(?:습니다|어요|다|네요)|모릅니다|답변할 수 없|도와드릴 수 없';

const DECLINES = new RegExp(
  foldCharacters(
    `(?<![\\p{L}\\p{M}])(?:${[...WITH_BLANKS, ...NO_ANSWER].join('|')})(?![\\p{L}\\p{M}])|${WITHOUT_BLANKS}`,
  ),
  'iu',
);

/** The first sentences of a response show whether it answers. */
const SENTENCES = 3;

/**
 * Whether a response says that its writer does not know, cannot help, or has no answer: `I do not know`, `Darauf habe
 * ich keine Antwort`.
 */
export const declines = (reply: string): boolean =>
  plainSentences(reply)
    .slice(0, SENTENCES)
    .some((sentence) => DECLINES.test(sentence));
