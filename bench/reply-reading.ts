/**
 * How many replies a second the graders read, on one thread, by grader and length of the reply. With another checkout
 * of this repository (its `server/node_modules` installed) both are measured in turns, as a ratio of the medians.
 *
 *   node bench/reply-reading.ts [rounds] [folder of another checkout]
 *
 * The replies are the labelled ones of `server/test/fixtures/answer-styles/`: as they are (`short`), and with some
 * 1,500 characters of reasoning in the reply's language or in English before them (`long`).
 */
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { grade as ours } from '../server/src/graders/graders.ts';
import { labelledReplies } from '../server/test/support/answer-styles.ts';
import { processorMs } from './lib/processor-time.ts';

const ROUNDS = Number(process.argv[2] ?? 7);
const [, , , other] = process.argv;

/** A paragraph of worked reasoning that announces nothing; repeated with other numbers. */
const REASONING: Readonly<Record<string, (n: number) => string>> = {
  en: (n) =>
    `Let us work through it step by step. She starts with ${n} boxes and each of them holds **${n + 4}** pens, so there are ${n} × ${n + 4} = ${n * (n + 4)} pens before any is sold. Of these she gives ${n} to her brother, and because he returns half of them later, the rest has to be counted again.`,
  de: (n) =>
    `Gehen wir Schritt für Schritt vor. Zu Beginn hat sie ${n} Kisten, und in jeder liegen **${n + 4}** Stifte, das macht ${n} × ${n + 4} = ${n * (n + 4)} Stifte. Davon gibt sie ${n} ihrem Bruder, und weil er später die Hälfte zurückgibt, muss der Rest neu gezählt werden.`,
  fr: (n) =>
    `Procédons étape par étape. Elle possède ${n} boîtes et chacune contient **${n + 4}** stylos, ce qui fait ${n} × ${n + 4} = ${n * (n + 4)} stylos avant la vente. Elle en donne ${n} à son frère, et comme il en rend la moitié plus tard, il faut recompter le reste.`,
  es: (n) =>
    `Vamos paso a paso. Tiene ${n} cajas y en cada una hay **${n + 4}** bolígrafos, así que son ${n} × ${n + 4} = ${n * (n + 4)} antes de vender. De ellos da ${n} a su hermano, y como él devuelve la mitad más tarde, hay que contar el resto de nuevo.`,
  ru: (n) =>
    `Рассуждаем по шагам. Сначала у неё ${n} коробок, и в каждой лежит **${n + 4}** ручек, то есть ${n} × ${n + 4} = ${n * (n + 4)} ручек. Из них она отдаёт ${n} брату, и поскольку он потом возвращает половину, остаток надо пересчитать.`,
  zh: (n) =>
    `我们一步一步来计算。她一开始有${n}个盒子，每个盒子里有**${n + 4}**支笔，也就是${n} × ${n + 4} = ${n * (n + 4)}支笔。她把其中${n}支送给弟弟，后来弟弟又还给她一半，所以需要重新计算剩下的数量。`,
  ja: (n) =>
    `順番に考えます。最初に箱が${n}個あり、それぞれにペンが**${n + 4}**本入っているので、${n} × ${n + 4} = ${n * (n + 4)}本です。そのうち${n}本を弟に渡し、あとで半分が戻ってくるので、残りを数え直す必要があります。`,
  ar: (n) =>
    `لنعمل خطوة بخطوة. لديها ${n} صناديق وفي كل صندوق **${n + 4}** أقلام، أي ${n} × ${n + 4} = ${n * (n + 4)} قلما قبل البيع. تعطي منها ${n} لأخيها ثم يعيد نصفها لاحقا، ولذلك يجب عد الباقي من جديد.`,
};

interface Case {
  spec: { type: string; options: Record<string, unknown> };
  expected: string | string[];
  text: string;
}

const cases = (long: boolean): Case[] =>
  labelledReplies().map(({ kind, choices, gold, reply, answer, language }) => {
    const paragraph = REASONING[language] ?? REASONING.en;
    const before = Array.from({ length: 6 }, (_, i) => paragraph?.(3 + i)).join('\n\n');
    return {
      spec: { type: kind === 'text' ? 'exact' : kind, options: choices === undefined ? {} : { choices } },
      expected:
        kind === 'choice'
          ? 'A'
          : kind === 'text'
            ? (gold ?? [])
            : Array.isArray(answer)
              ? answer
              : String(answer ?? 0),
      text: long ? `${before}\n\n${reply}` : reply,
    };
  });

type Grade = typeof ours;

function measure(grade: Grade, of: readonly Case[]): number {
  const ms = processorMs(() => {
    for (const { spec, expected, text } of of)
      grade(spec, expected, { text, reasoning: null, finishReason: 'stop' });
  });
  return (1000 * of.length) / ms;
}

const median = (values: number[]): number => values.sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
const theirs: Grade | null =
  other === undefined
    ? null
    : (await import(pathToFileURL(resolve(other, 'server/src/graders/graders.ts')).href)).grade;
const say = (line: string) => process.stdout.write(`${line}\n`);

say(
  `${'replies a second'.padEnd(22)}${'n'.padStart(6)}${'this'.padStart(9)}${theirs ? `${'other'.padStart(9)}${'ratio'.padStart(8)}` : ''}`,
);
for (const long of [false, true]) {
  const all = cases(long);
  const kinds = [...new Set(all.map(({ spec }) => spec.type))];
  for (const kind of [...kinds, 'all']) {
    const of = kind === 'all' ? all : all.filter(({ spec }) => spec.type === kind);
    const rates: [number[], number[]] = [[], []];
    for (let round = 0; round <= ROUNDS; round++) {
      const here = measure(ours, of);
      const there = theirs === null ? 0 : measure(theirs, of);
      if (round > 0) {
        rates[0].push(here);
        rates[1].push(there);
      }
    }
    const [here, there] = rates.map(median) as [number, number];
    const beside = theirs ? `${there.toFixed(0).padStart(9)}${(here / there).toFixed(2).padStart(8)}` : '';
    say(
      `${`${kind}, ${long ? 'long' : 'short'}`.padEnd(22)}${String(of.length).padStart(6)}${here.toFixed(0).padStart(9)}${beside}`,
    );
  }
}
