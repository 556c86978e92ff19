import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type MockApp, type MockAppOptions, startMockApp } from '@touchstone/mock';
import { assertClose } from '../../../../../test/support/assert-close.ts';
import { onDisk } from '../../../../../test/support/each-database.ts';
import {
  type EvaluationService,
  startEvaluationService,
} from '../../../../../test/support/evaluation-service.ts';

// biome-ignore lint/suspicious/noExplicitAny: JSON bodies; what a test expects of them is what it asserts.
type Body = any;

/** With the corpus of `retrieval-evaluations.test.ts` three, of which each asks something else of a retriever. */
interface Corpus {
  readonly name: string;
  readonly documents: readonly { id: string; text: string }[];
  /** `documents` are the ids of those that answer it; `relevant` names them as a file of questions does. */
  readonly questions: readonly {
    readonly question: string;
    readonly answer: string;
    readonly documents: readonly string[];
    readonly relevant: readonly object[];
  }[];
  readonly grader: string;
  /** Whether passages come with their ids. */
  readonly hasIds: boolean;
}

const tons = (i: number) => 20 + 3 * i;
const DEPOTS =
  'Alder|Birch|Cedar|Dogwood|Elm|Fir|Ginkgo|Hazel|Ivy|Jasmine|Larch|Maple|Nutmeg|Oak|Pine|Rowan'.split('|');
/** Each question needs two documents. */
const depots: Corpus = {
  name: 'Depots',
  documents: DEPOTS.map((name, i) => ({
    id: `depot-${i}`,
    text: `The depot ${name} holds ${tons(i)} tons.`,
  })),
  questions: DEPOTS.flatMap((name, i) =>
    [1, 2, 3, 5, 7].map((step) => {
      const j = (i + step) % DEPOTS.length;
      return {
        question: `How many tons do the depots ${name} and ${DEPOTS[j]} hold together?`,
        answer: String(tons(i) + tons(j)),
        documents: [`depot-${i}`, `depot-${j}`],
        relevant: [i, j].map((at) => ({
          id: `depot-${at}`,
          text: `The depot ${DEPOTS[at]} holds ${tons(at)} tons.`,
        })),
      };
    }),
  ),
  grader: 'numeric',
  hasIds: true,
};

const seats = (i: number) => 12 + 5 * i;
const PLACES =
  'Löwe|Bär|Möwe|Hirsch|Fuchs|Dachs|Störche|Käuzchen|Dohle|Igel|Kröte|Luchs|Mücke|Natter|Otter|Pfau|Rößl|Schwan|Tölpel|Uhu'.split(
    '|',
  );
const HOUSES = PLACES.flatMap((place) =>
  ['Café', 'Gasthaus', 'Brauhaus', 'Straußwirtschaft'].map((kind) => `${kind} ${place}`),
);
/** In German, named by quotes of other spelling, and of passages without ids. */
const houses: Corpus = {
  name: 'Gasthäuser',
  documents: HOUSES.map((house, i) => ({ id: `h${i}`, text: `Das „${house}“ fasst ${seats(i)} Gäste.` })),
  questions: HOUSES.map((house, i) => ({
    question: `Wie viele Gäste fasst das „${house}“?`,
    answer: String(seats(i)),
    documents: [`h${i}`],
    relevant: [
      {
        quote: `DAS "${house}" fasst\u00a0${seats(i)} Ga\u0308ste`,
        text: `Das „${house}“ fasst ${seats(i)} Gäste.`,
      },
    ],
  })),
  grader: 'numeric',
  hasIds: false,
};

const PLANTED: readonly [name: string, options: MockAppOptions, culprit: string][] = [
  ['Bad retriever', { recall: 0.3, readerAccuracy: 1, seed: 1 }, 'retriever'],
  ['Bad reader', { recall: 1, readerAccuracy: 0.3, seed: 2 }, 'reader'],
  ['Both good', { recall: 1, readerAccuracy: 1, seed: 3 }, 'neither'],
];

describe('planted corpora', () => {
  let service: EvaluationService;
  const apps: MockApp[] = [];
  before(async () => {
    service = await startEvaluationService(
      onDisk(undefined, async () => {}),
      {},
    );
  });
  after(async () => {
    await Promise.all(apps.map((app) => app.stop()));
    await service.stop();
  });

  for (const corpus of [depots, houses]) {
    test(`of ${corpus.name} the planted culprit is named, and the figures are those counted by hand`, async () => {
      const workspaceId = await service.newWorkspace();
      const lines = corpus.questions.map(({ question, answer, relevant }) =>
        JSON.stringify({ question, answer, grader: corpus.grader, relevant }),
      );
      await service.newSource(workspaceId, corpus.name, lines.join('\n'));
      const targets = await Promise.all(
        PLANTED.map(([name, options]) => target(workspaceId, corpus, name, options)),
      );
      const benchmarks = [{ benchmark_type: 'rag', subset: corpus.name, k: 3 }];
      const path = await service.start(workspaceId, { targets, benchmarks });
      const { status, results, error_message } = await service.ended(path);
      assert.equal(status, 'completed', error_message);
      const samples = await service.samples(path);
      for (const [name, , culprit] of PLANTED) {
        const report = results.retrieval.find((one: Body) => one.target_label === name);
        assert.equal(report.culprit, culprit, JSON.stringify(report));
        const own = samples.filter(
          (one) => one.target_label === name && one.benchmark === `rag/${corpus.name}`,
        );
        assert.equal(own.length, corpus.questions.length);
        const counted = own.map((one) => countByHand(corpus, one));
        const mean = (of: (one: ReturnType<typeof countByHand>) => number) =>
          counted.reduce((sum, one) => sum + of(one), 0) / counted.length;
        assertClose(
          report.recall.value,
          mean(({ recall }) => recall),
          1e-12,
        );
        assertClose(
          report.precision.value,
          mean(({ precision }) => precision),
          1e-12,
        );
        assertClose(
          report.ndcg.value,
          mean(({ ndcg }) => ndcg),
          1e-12,
        );
        assertClose(
          report.answer.retrieved.value,
          mean(({ score }) => score),
          1e-12,
        );
        assertClose(report.answer.gold.value, name === 'Bad reader' ? report.answer.gold.value : 1, 1e-12);
        assert.equal(report.answer.none.value, 0);
      }
    });
  }

  async function target(
    workspaceId: string,
    { documents, questions, hasIds }: Corpus,
    name: string,
    options: MockAppOptions,
  ) {
    const items = questions.map(({ question, answer, documents: needed }) => ({
      input: question,
      expected: answer,
      documents: [...needed],
    }));
    const app = await startMockApp({ documents, items, ...options });
    apps.push(app);
    const endpoint = {
      ...{ kind: 'http', url: `${app.url}/answer` },
      request: { question: '{{input}}', passages: '{{passages}}' },
      response: {
        answer: '$.answer',
        passages: { each: '$.passages[*]', text: '$.text', ...(hasIds && { id: '$.id' }) },
      },
    };
    const made = await service.call('POST', `/workspaces/${workspaceId}/stacks`, {
      name,
      model: {},
      endpoint,
    });
    assert.equal(made.status, 201, JSON.stringify(made.body));
    return { target_type: 'stack', target_id: made.body.id, label: name };
  }
});

/** The measures of one answer by their definitions, from its passages and the documents that were planted for its question. */
function countByHand({ documents, questions }: Corpus, { input, passages, score }: Body) {
  const { documents: needed } =
    questions.find(({ question }) => question === input[0].content) ?? assert.fail();
  const texts = needed.map((id) => documents.find((one) => one.id === id)?.text);
  const isRelevant = passages.map(({ text }: Body) => texts.includes(text));
  const found = isRelevant.filter(Boolean).length;
  const gain = (flags: readonly boolean[]) =>
    flags.reduce((sum, flag, at) => sum + (flag ? 1 / Math.log2(at + 2) : 0), 0);
  return {
    score,
    recall: found / needed.length,
    precision: passages.length === 0 ? 0 : found / passages.length,
    ndcg: gain(isRelevant) / gain(needed.map(() => true)),
  };
}
