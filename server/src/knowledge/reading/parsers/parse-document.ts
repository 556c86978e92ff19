import { classifySource } from '../classification/classify.ts';
import { ReadingFailure } from '../failures.ts';
import type { ParsedDocument, ParsedMetadata, ParseTask } from '../parse-task.ts';
import type { ParseOutput, Parser } from './parser.ts';

/** The length of the beginning of each document that is used to detect language and kind. */
const SAMPLE_UNITS = 20_000;
const SAMPLES = 400;
/** The maximum length of a title in code units; the caller shortens it further. */
const MAX_TITLE = 1_000;

/** Parses one task. Documents are written to `output` as they are found. Returns the metadata of all of them. */
export async function parseDocument(
  task: ParseTask,
  bytes: AsyncIterable<Uint8Array>,
  output: ParseOutput,
): Promise<ParsedMetadata> {
  const samples: ParsedDocument[] = [];
  let count = 0;
  const parser = await parserOf(task);
  const facts = await parser(bytes, {
    progress: output.progress,
    document(document) {
      count++;
      if (samples.length < SAMPLES)
        samples.push({ ...document, content: document.content.slice(0, SAMPLE_UNITS) });
      output.document(document);
    },
  });
  if (count === 0) throw new ReadingFailure('empty_content');
  const { title, mediaType, declaredLanguage = '', charset = null, name = '', leftOut = [] } = facts;
  const classification = classifySource({ documents: samples, title, name, mediaType });
  const hasLanguage = classification.kind !== 'code' && classification.kind !== 'dataset';
  const language = hasLanguage ? await languageOf(samples, declaredLanguage) : null;
  const shortTitle = title.slice(0, MAX_TITLE).toWellFormed();
  return { title: shortTitle, mediaType, language, charset, classification, leftOut };
}

/** Loaded on demand, because its tables are 1.6 MB of code and are not needed for code and datasets. */
async function languageOf(samples: readonly ParsedDocument[], declared: string) {
  const { detectLanguage } = await import('../classification/language.ts');
  return detectLanguage(samples, declared);
}

/** The packages of a parser are loaded with its first document: pdf.js alone is 1.7 MB of code. */
async function parserOf(task: ParseTask): Promise<Parser> {
  switch (task.do) {
    case 'html':
      return (await import('./html-parser.ts')).htmlParser(task);
    case 'pdf':
      return (await import('./pdf-parser.ts')).pdfParser(task);
    case 'text':
      return (await import('./text-parser.ts')).textParser(task);
    case 'archive':
      return (await import('./archive-parser.ts')).archiveParser(task);
    case 'table':
      return (await import('./table-parser.ts')).tableParser(task);
    case 'rows':
      return (await import('./rows-parser.ts')).rowsParser(task);
  }
}
