/** A kind of work by people's words, in English and German; the longer name first where one holds another. */
export const WORKLOADS: readonly (readonly [workload: string, words: RegExp])[] = [
  ['long_context_chat', /\blong[-_ ]context[-_ ]chat\b|\bchat über lange dokumente/giu],
  [
    'realtime_voice',
    /\breal-?time[-_ ]voice\b|\bvoice (?:assistant|agent|bot)s?\b|\bsprachassistent\p{L}*/giu,
  ],
  ['coding_agent', /\bcoding[-_ ]agents?\b/giu],
  ['code_completion', /\bcode[-_ ]?completions?\b|\bautocompletion\b|\bcode-?vervollständigung/giu],
  ['code_generation', /\bcode[-_ ]?generation\b|\bcodegenerierung\b/giu],
  ['agentic_tool_mix', /\bagentic[-_ ]tool[-_ ]mix\b/giu],
  ['agentic', /\bagentic\b|\bagents? with tools\b/giu],
  ['rag', /\brag\b|\bretrieval[- ]augmented(?: generation)?\b/giu],
  ['summarization', /\bsummari[sz](?:ation|ing|es?)\b|\bsummaries\b|\bzusammenfass\p{L}*/giu],
  ['extraction', /\bextract(?:ion|ing)\b|\bextra(?:ktion|hier\p{L}*)/giu],
  ['classification', /\bclassif(?:ication|ying|y)\b|\bklassifi\p{L}*/giu],
  ['reasoning', /\breasoning\b/giu],
  ['embeddings', /\bembeddings?\b/giu],
  ['chat', /\b(?:(?:customer )?support[- ])?chat(?:s|bots?)?\b|\p{L}+-?chat(?:bots?)?\b/giu],
  ['batch', /\bbatch(?:[- ](?:jobs?|work|processing))?\b|\bstapelverarbeitung\b/giu],
  ['general', /\bgeneral(?:[- ]purpose)?\b/giu],
];
