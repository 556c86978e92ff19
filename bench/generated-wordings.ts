import { makeLedger } from '../server/src/benchmarks/generated/entangled/ledger.ts';
import { makeOrders } from '../server/src/benchmarks/generated/entangled/orders.ts';
import { makeQuantities } from '../server/src/benchmarks/generated/entangled/quantities.ts';
import { makeThread } from '../server/src/benchmarks/generated/entangled/thread.ts';
import { makeUpdates } from '../server/src/benchmarks/generated/entangled/updates.ts';
import { createWordRandom, type WordRandom } from '../server/src/benchmarks/generated/wording/wording.ts';
import { createRandom } from '../server/src/statistics/statistics.ts';

// What somebody who has read the samples of one seed, or of several, has not met at another: the forms of the upper
// entangled levels, templates and the choices within them, as the generator draws them. It says how much is new, not
// what a parser scores: one may skip what does not matter, and guess what a new form means.
//   node bench/generated-wordings.ts [items a seed]   (default 60)

const ITEMS = Number(process.argv[2] ?? 60);
const READ = [1, 2, 4, 8];
const OTHERS = [101, 102, 103];
const LEVELS: readonly (readonly [level: string, make: (random: WordRandom) => unknown])[] = [
  ['arithmetic/prose-2', (random) => makeQuantities(random, 18)],
  ['instruction_following/interacting-2', (random) => makeOrders(random, 7, 4)],
  ['json_extraction/thread-2', (random) => makeThread(random, 60)],
  ['long_context_recall/updates-16k', (random) => makeUpdates(random, 16_000, 160)],
  ['reasoning_tables/entangled-2', (random) => makeLedger(random, 28, 18)],
];

/** The forms of each item: every draw that directly follows a question for the forms in use. */
function formsOf(make: (random: WordRandom) => unknown, seed: number): Set<string>[] {
  let [asked, said]: [readonly unknown[] | null, Set<string>] = [null, new Set()];
  const inner = createWordRandom(createRandom(seed, 'items'), seed);
  const random: WordRandom = {
    ...inner,
    inUse(forms, name) {
      const found = inner.inUse(forms, name);
      asked = found;
      return found;
    },
    below(limit) {
      const drawn = inner.below(limit);
      const form = asked?.length === limit ? asked[drawn] : null;
      if (typeof form === 'string') said.add(form);
      asked = null;
      return drawn;
    },
  };
  return Array.from({ length: ITEMS }, () => {
    said = new Set();
    make(random);
    return said;
  });
}

const percent = (share: number) => `${(100 * share).toFixed(1)} %`;
console.log(`${ITEMS} items a seed, tried at ${OTHERS.length} other seeds`);
console.log(
  `| level | forms met at one seed | of an item’s forms new after 1 seed | ${READ.map((n) => `items without a new form after ${n} seed${n === 1 ? '' : 's'}`).join(' | ')} |`,
);
console.log(`| --- | --- | --- | ${READ.map(() => '---').join(' | ')} |`);
for (const [level, make] of LEVELS) {
  const read = Array.from({ length: Math.max(...READ) }, (_, i) => formsOf(make, i + 1));
  const tried = OTHERS.flatMap((seed) => formsOf(make, seed));
  const metAfter = (seeds: number) =>
    new Set(read.slice(0, seeds).flatMap((items) => items.flatMap((said) => [...said])));
  const met = metAfter(1);
  const fresh = tried.reduce((all, said) => all + said.difference(met).size / said.size, 0) / tried.length;
  const shares = READ.map((seeds) => {
    const known = metAfter(seeds);
    return percent(tried.filter((said) => said.isSubsetOf(known)).length / tried.length);
  });
  console.log(`| \`${level}\` | ${met.size} | ${percent(fresh)} | ${shares.join(' | ')} |`);
}
