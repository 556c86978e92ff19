import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { silentLog } from '../../../../test/support/silent-log.ts';
import type { ParsedMetadata } from '../parse-task.ts';
import { createParserPool, type ParserPool } from '../parser-pool/parser-pool.ts';
import { CLASSIFICATIONS } from '../reading.ts';

interface Labelled {
  kind: string;
  language: string | null;
  name: string;
  text: string;
}

const SET = new URL('../../../../test/fixtures/labelled-documents.jsonl', import.meta.url);

describe('kind and language', () => {
  const documents = readFileSync(SET, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Labelled);
  let parsers: ParserPool;
  let told: ParsedMetadata[];

  async function tell({ text, name }: Pick<Labelled, 'text' | 'name'>): Promise<ParsedMetadata> {
    async function* bytes() {
      yield Buffer.from(text);
    }
    const task = { do: 'text', mediaType: '', charset: '', name } as const;
    return parsers.parse(task, bytes(), { signal: new AbortController().signal });
  }

  before(async () => {
    parsers = createParserPool({ log: silentLog });
    told = await Promise.all(documents.map(tell));
  });
  after(() => parsers.stop());

  it('has labels for at least 60 documents, every kind, and ten languages', () => {
    assert.ok(documents.length >= 60);
    assert.deepEqual([...new Set(documents.map(({ kind }) => kind))].sort(), [...CLASSIFICATIONS].sort());
    assert.ok(new Set(documents.map(({ language }) => language)).size >= 10);
  });

  it('are told right for nine in ten labelled documents', () => {
    const kinds = documents.filter(({ kind }, index) => told[index]?.classification.kind === kind).length;
    const languages = documents.filter(({ language }, index) => told[index]?.language === language).length;
    assert.ok(kinds / documents.length >= 0.9, `${kinds} of ${documents.length} kinds`);
    assert.ok(languages / documents.length >= 0.9, `${languages} of ${documents.length} languages`);
  });

  it('JSON lines are a dataset also where there are many of them, and where they are long', async () => {
    const row = (words: number) => JSON.stringify({ input: 'The price is $5. '.repeat(words), n: 1 });
    for (const text of [`${row(10)}\n`.repeat(300), `${row(200)}\n`.repeat(9)])
      assert.equal((await tell({ name: '', text })).classification.kind, 'dataset');
  });

  it('a document that mentions money is no list of prices', async () => {
    const kinds: Record<string, string> = {
      'gift-cards-and-loyalty.md': 'article',
      'incident-review-2026-02.md': 'article',
      'privacy-notes.md': 'policy',
      'refund-policy.md': 'policy',
      'shipping-zones-and-prices.md': 'pricing',
      'support-handbook.md': 'documentation',
      'warranty-and-repairs.md': 'policy',
    };
    const folder = new URL('../../../../../examples/support-assistant/documents/', import.meta.url);
    for (const [file, kind] of Object.entries(kinds)) {
      const text = readFileSync(new URL(file, folder), 'utf8');
      assert.equal((await tell({ name: '', text })).classification.kind, kind, file);
    }
  });

  it('a list of prices is one without a title that says so', async () => {
    const rows = ['Small | $0.20 | $0.80', 'Medium | $2.00 | $8.00', 'Large | $15.00 | $75.00'];
    const text = `Our models\n\n| model | input | output |\n|---|---|---|\n${rows.join('\n')}`;
    assert.equal((await tell({ name: '', text })).classification.kind, 'pricing');
  });

  it('come with a reason that names what was found', async () => {
    const { classification } = await tell({
      name: 'p.md',
      text: '# Pricing\n\nPro: $29 per month, billed yearly.',
    });
    assert.equal(classification.kind, 'pricing');
    assert.match(classification.reason, /a title about prices/);
    for (const { classification: one } of told) assert.ok(one.reason.length > 10);
  });

  it('take no language for code', async () => {
    const text = 'export function add(a: number, b: number): number {\n  return a + b;\n}\n'.repeat(5);
    assert.equal((await tell({ name: 'add.ts', text })).language, null);
  });
});
