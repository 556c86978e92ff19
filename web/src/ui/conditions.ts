/** The conditions in which a benchmark asks the same questions, each with a score of its own: behind the name of its source. */
export function conditionsOf(benchmark: string): readonly { name: string; says: string }[] {
  return benchmark === 'structured_output' ? STRUCTURED : [];
}

const STRUCTURED = [
  { name: 'response_format', says: 'by response format' },
  { name: 'prompt', says: 'schema in the prompt' },
];
