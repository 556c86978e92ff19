import type { ColumnRole } from '../../../knowledge/reading/tables/column-mapping.ts';

/** The column names of a dataset: a table with both needs no mapping. */
export const OWN_NAMES = ['input', 'expected'] as const;

type NamedRole = Exclude<ColumnRole, 'grader' | 'cluster'>;

/**
 * Names of columns by role, the more certain first, in English, German, French, Spanish, Portuguese, Italian, Dutch,
 * Polish, Turkish, Russian, Chinese, Japanese and Korean. Compared in lower case without accents and punctuation.
 */
export const ROLE_NAMES: Readonly<Record<NamedRole, readonly string[]>> = {
  input: words(
    'input, question, prompt, query, user input, user message, user query, user, inputs, questions, prompts, instruction, problem, request, utterance, task, text, sentence, message, statement',
    'frage, eingabe, anfrage, aufgabe, benutzerfrage, eingabetext, requete, entree, demande, invite, pregunta, entrada, consulta, solicitud, pergunta, solicitacao',
    'satz, nachricht, fragetext, fragestellung, domanda, richiesta, ingresso, vraag, invoer, pytanie, wejscie, soru, girdi, вопрос, запрос, ввод, 问题, 問題, 提问, 输入, 質問, 入力, 설문, 질문, 입력',
  ),
  messages: words(
    'messages, conversation, conversations, chat, dialog, dialogue, nachrichten, mensajes, mensagens, messaggi',
  ),
  system: words(
    'system, system prompt, system message, systemprompt, systemnachricht, system instruction, systemanweisung',
  ),
  context: words(
    'context, passage, document, contexts, paragraph, background, article, story, kontext, textstelle, abschnitt, contexte, contexto, contesto, kontekst, контекст, 上下文, 文脈, 本文, 문맥',
  ),
  expected: words(
    'expected, expected output, expected answer, expected response, ground truth, groundtruth, ground truths, golden, gold, golden answer, gold answer, reference answer, reference output, correct answer, right answer, ideal, ideal answer, reference, target, answer, answers, output, label, correct answers, best answer, solution, targets, references, completion, outputs, correct, final answer, expected value, response, labels, sql',
    'erwartet, erwartete antwort, richtige antwort, korrekte antwort, erwartetes ergebnis, erwartete ausgabe, musterlösung, musterantwort, soll, erwartung, referenz, lösung, loesung, antwort, antworten, ergebnis, richtig, korrekt',
    'attendu, attendue, réponse attendue, résultat attendu, sortie attendue, réponse correcte, bonne réponse, réponse de référence, réponse modèle, réponse type, corrigé, référence, réponse',
    'esperado, esperada, respuesta esperada, resultado esperado, salida esperada, respuesta correcta, respuesta modelo, respuesta de referencia, solución, referencia, respuesta, correcta, resposta esperada, saída esperada, resposta correta, resposta certa, gabarito, solução, referência, resposta',
    'atteso, attesa, risposta attesa, risultato atteso, risposta corretta, risposta esatta, soluzione, riferimento, risposta, verwacht, verwacht antwoord, juiste antwoord, correct antwoord, modelantwoord, oplossing, referentie, antwoord',
    'oczekiwana, oczekiwana odpowiedź, poprawna odpowiedź, prawidłowa odpowiedź, wzorcowa odpowiedź, rozwiązanie, odpowiedź, beklenen, beklenen cevap, beklenen yanıt, doğru cevap, doğru yanıt, cevap, yanıt, yanit',
    'ожидаемый, ожидаемый ответ, ожидаемый результат, правильный ответ, верный ответ, эталонный ответ, эталон, решение, ответ, 期望, 预期, 预期答案, 预期输出, 正确答案, 标准答案, 标准回答, 参考答案, 参考回答, 答案, 回答, 正解, 正答, 模範解答, 期待値, 期待される回答, 答え, 정답, 모범 답안, 기대 답변, 예상 답변, 답변, 답',
  ),
  id: words(
    'id, uid, uuid, guid, key, item id, question id, row id, example id, task id, sample id, qid, index, idx, nr, no, nummer, numero, num, unnamed 0, identifier, kennung, номер, 编号, 番号, 번호',
  ),
  tags: words(
    'tags, tag, keywords, schlagworte, schlagworter, etiquettes, etiquetas, etichette, теги, метки, 标签, タグ, 태그',
  ),
  weight: words(
    'weight, item weight, gewicht, gewichtung, poids, peso, waga, agirlik, вес, 权重, 重み, 가중치',
  ),
};

/**
 * Parts of names that languages write as one word, compared like `ROLE_NAMES`: `Supportfrage`, `Sollantwort`. Words
 * with another meaning are excluded: `Rückfrage`, `Auflösung`, `Kundenantwort`.
 */
export const COMPOUND_NAMES: Readonly<Partial<Record<NamedRole, RegExp>>> = {
  input: /\B(?<!ruck|rueck|nach|um|ab|folge|gegen)(?:frage|aufgabe|eingabe)n?$/,
  expected:
    /\b(?:muster|soll|ziel|gold|ideal|optimal|standard|referenz|experten|erwartungs)(?:antwort|losung|loesung|ergebnis|ausgabe|wert|text)(?:en|se|e|n)?$/,
};

/** Columns that often identify which items belong together. */
export const CLUSTER_NAMES = words(
  'cluster, product, produkt, produit, producto, prodotto, category, kategorie, categorie, categoria, topic, thema, subject, fach, domain, group, gruppe, source, quelle, document id, doc id, passage id, context id, article id, conversation id, session id, thread id, customer, kunde, user id, template, family, title, 类别, 产品, カテゴリ',
);

/** Normalises a name: `Prompt_Text ` and `promptText` become `prompt text`. */
export function plainName(name: string): string {
  return name
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(/ß/g, 'ss')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

function words(...lists: string[]): string[] {
  return lists.join(', ').split(', ').map(plainName);
}
