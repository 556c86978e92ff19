import { pickOne, type Random, shuffle } from '../../../statistics/statistics.ts';
import { figureOrWords } from '../wording/figures.ts';
import { fillTemplate, toSentence, type WordRandom } from '../wording/wording.ts';

/** Somebody who is mentioned by name, by trade, by what the trade does, or by the order of introduction. */
export interface Person {
  name: string;
  trade: Trade;
}
type Trade = readonly [noun: string, does: string];

export function drawPeople(random: Random, count: number): Person[] {
  const trades = shuffle(random, TRADES);
  return shuffle(random, NAMES)
    .slice(0, count)
    .map((name, i) => ({ name, trade: trades[i] as Trade }));
}

/** States each person's trade, one sentence each, in their order. */
export const introducePeople = (random: WordRandom, people: readonly Person[]): string => {
  const trades = people.map(({ trade }) => trade[0]).sort();
  const sentences = people.map(({ name, trade: [noun, does] }) =>
    toSentence(
      fillTemplate(random, pickOne(random, HAS_TRADE), { name, noun, does: fillTemplate(random, does) }),
    ),
  );
  return `${sentences.join(' ')} (Their trades, in the order of the alphabet: ${trades.join(', ')}.)`;
};

/** A word or two, as they fit before “’s”. */
export const shortPersonName = (random: WordRandom, { name, trade }: Person): string =>
  random.below(2) === 0 ? name : `the ${trade[0]}`;

/** Any description that fits only this person. */
export function personName(random: WordRandom, people: readonly Person[], index: number): string {
  const { name, trade } = people[index] as Person;
  const others = people.filter((_, i) => i !== index);
  const draw = random.below(12);
  if (draw < 3) return name;
  if (draw < 5) return `the ${trade[0]}`;
  if (draw < 8)
    return fillTemplate(random, 'the [one|person|resident|inhabitant] who {does}', {
      does: fillTemplate(random, trade[1]),
    });
  if (draw < 9)
    return fillTemplate(
      random,
      '[the [one|person] introduced {nth}|the {nth} of those introduced|the {nth} to be introduced]',
      { nth: NTH[index] ?? '' },
    );
  if (draw < 10) {
    const before = people[index - 1];
    const after = people[index + 1];
    if (before !== undefined && (after === undefined || random.below(2) === 0))
      return fillTemplate(random, 'the [one|person] introduced [right|directly] after {other}', {
        other: shortPersonName(random, before),
      });
    if (after === undefined) return name;
    return fillTemplate(random, 'the [one|person] introduced [right|directly] before {other}', {
      other: shortPersonName(random, after),
    });
  }
  if (draw < 11 && others.every((other) => other.name.charAt(0) !== name.charAt(0)))
    return fillTemplate(
      random,
      'the [one|person] [whose name [begins|starts] with|whose initial is] the letter “{letter}”',
      {
        letter: name.charAt(0),
      },
    );
  if (others.every((other) => other.name.length !== name.length))
    return fillTemplate(random, 'the [one|person] with a name of {n} letters', {
      n: figureOrWords(random, name.length),
    });
  return name;
}

const NTH = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth'];

const HAS_TRADE = [
  '{name} is the {noun}',
  '{name} [works as|earns a living as|is known to all as|has long been] the {noun}',
  'the {noun} is [called|named] {name}',
  '{name} {does}',
  'it is {name} who {does}',
  'the {noun} goes by the name of {name}',
  'the name of the {noun} is {name}',
  'the one who {does} [is called|is named|has the name] {name}',
  '{name} and the {noun} are the same person',
  '{name} is the one who {does}',
  '{name} [has the trade of|makes a living as|is by trade] the {noun}',
  '{name}, as all know, {does}',
  '{name} [goes out to work|is in business] as the {noun}',
];

/** Trades with a noun and an activity that no other trade has. */
const TRADES: readonly Trade[] = [
  [
    'baker',
    '[bakes the bread|kneads the dough|sells rolls and loaves|fires the oven before dawn|shapes the pretzels|weighs out dough]',
  ],
  [
    'blacksmith',
    '[shoes the horses|works at the anvil|forges the gates|hammers red-hot iron|bends hot bars into hooks|pumps the bellows at the forge]',
  ],
  [
    'cobbler',
    '[repairs the boots|puts new soles on shoes|sells bootlaces|works leather on a last|hammers heels into place|stitches uppers]',
  ],
  [
    'tailor',
    '[makes the suits|takes in trousers|measures waists and sleeves|sews on lapels|lets out waistbands|chalks cloth for jackets]',
  ],
  [
    'beekeeper',
    '[looks after the hives|sells the honey|gets stung most|follows the swarms|wears a veil and carries smoke|takes the combs out of the frames]',
  ],
  [
    'barber',
    '[cuts everybody’s hair|trims beards|shaves chins|sweeps up locks of hair|strops the razor|has a striped pole at the door]',
  ],
  [
    'butcher',
    '[sells the meat|makes the sausages|cuts the chops|hangs the hams|trims the fat off the ribs|cures the bacon]',
  ],
  [
    'carpenter',
    '[makes the tables and chairs|planes the planks|hangs the doors|cuts dovetails|glues the joints of cabinets|uses saw and chisel]',
  ],
  [
    'dentist',
    '[pulls the teeth|fills cavities|looks into open mouths for decay|fits the crowns and bridges|drills in molars|hands out toothbrushes to children]',
  ],
  [
    'ferryman',
    '[takes people across the river|runs the boat to the other bank|rows travellers over from the landing stage|carries carts over the water|works the cable between the banks|waits at the jetty for passengers]',
  ],
  [
    'fisherman',
    '[casts the nets|sells the herring|mends nets on the quay|sets the lobster pots|hauls in the cod|smells of herring]',
  ],
  [
    'florist',
    '[sells the flowers|binds bouquets|makes up the wreaths|has a window full of roses|arranges tulips|ties ribbons round lilies]',
  ],
  [
    'glazier',
    '[puts in the window panes|cuts glass with a diamond|comes when a ball has broken a pane|carries putty|fits double glazing|carries sheets that must not shatter]',
  ],
  [
    'judge',
    '[hears the cases in court|passes sentence|wears a robe on the bench|sends thieves to prison|bangs the gavel|hands down verdicts]',
  ],
  [
    'librarian',
    '[lends out the books|stamps return dates|asks readers for silence|keeps the reading room|shelves the novels|fines those who return volumes late]',
  ],
  [
    'locksmith',
    '[cuts the keys|opens doors for those who are shut out|fits the bolts|picks locks by right|fits new cylinders to doors|is called by those whose key broke off]',
  ],
  [
    'bricklayer',
    '[lays the bricks|builds the garden walls|mixes the mortar|works with trowel and plumb line|points the joints of chimneys|stacks courses with a level]',
  ],
  [
    'midwife',
    '[helps the babies into the world|is called to every birth|cuts the cord|attends women in labour|weighs the newborn|listens for the heartbeat before labour]',
  ],
  [
    'miller',
    '[grinds the corn|lives under the sails|fills flour sacks|keeps the millstones sharp|turns wheat to flour|dresses the grindstones]',
  ],
  [
    'optician',
    '[makes the glasses|tests eyes|grinds the lenses|sells spectacles|shows charts with ever smaller letters|adjusts frames on noses]',
  ],
  [
    'organist',
    '[plays at church on Sundays|works keys and pedals in the loft|accompanies the hymns|fills the nave with Bach|pulls out the stops|plays fugues over the aisle]',
  ],
  [
    'plumber',
    '[repairs the water pipes|unblocks the drains|comes when a tap drips|puts in the bathtubs|solders copper joints|fixes leaking cisterns]',
  ],
  [
    'postman',
    '[brings the letters|empties the red boxes|knows every address|is chased by the dogs on the round|carries a bag of parcels|pushes envelopes through slots]',
  ],
  [
    'potter',
    '[makes the bowls of clay|sits at the turning wheel|glazes jugs|burns earthenware in a kiln|throws pots|wedges clay]',
  ],
  [
    'shepherd',
    '[keeps the flock|watches the sheep|counts lambs|has a crook and a dog|shears the ewes|leads the rams to pasture]',
  ],
  [
    'surgeon',
    '[operates on the sick|works with a scalpel|takes out appendixes|sews up wounds|wears a mask in the theatre of the hospital|takes out gallstones]',
  ],
  [
    'teacher',
    '[runs the school|sets the homework|marks the spelling tests|stands at the blackboard|calls the register of the class|writes reports to parents]',
  ],
  [
    'vet',
    '[treats the animals|vaccinates cats|is called when a cow is ill|gives puppies their first injections|spays dogs|looks into the ears of rabbits]',
  ],
  [
    'weaver',
    '[works at the loom|throws the shuttle|makes cloth from yarn|ties warp and weft|winds the bobbins|treads the pedals under the warp]',
  ],
  [
    'chimney sweep',
    '[cleans the flues|comes home black with soot|climbs on the roofs with a brush|brings luck to those who touch a button|pushes a brush up the hearth|wears a top hat and soot]',
  ],
  [
    'lawyer',
    '[draws up contracts|speaks for the accused|keeps the wills|charges by the hour for advice on the law|pleads before the bench|argues over clauses for clients]',
  ],
  [
    'conductor',
    '[leads the orchestra|waves the baton|raises a stick and the violins begin|bows first after a symphony|gives the cellos their entry|shakes hands with the first violin]',
  ],
  [
    'astronomer',
    '[watches the stars|sits at the telescope at night|predicts the eclipses|knows the moons of Jupiter|measures how far off galaxies are|waits for clear nights to see comets]',
  ],
  [
    'diver',
    '[works under water|inspects hulls from below|breathes from a tank|brings up what sank|wears fins and a mask for work|goes down to wrecks]',
  ],
  [
    'jockey',
    '[rides in the races|weighs in before the Derby|wears silks on a thoroughbred|is small and sits in the saddle for others|wins by a nose at the track|starves before the Grand National]',
  ],
  [
    'pilot',
    '[flies the aeroplane|lands on the airfield|sits in the cockpit|asks the tower for clearance|checks the flaps before take-off|holds the yoke above the clouds]',
  ],
  [
    'gardener',
    '[prunes the hedges|plants the flower beds|mows the lawns|wheels compost about|turns over the beds with a spade|ties up the sweet peas]',
  ],
  [
    'pharmacist',
    '[sells the medicine|mixes the ointments|reads doctors’ prescriptions|counts pills into bottles|fills prescriptions|stands behind a counter of remedies]',
  ],
  [
    'cartographer',
    '[draws the maps|puts in the contour lines|chooses the scale and the legend|plots coasts on paper|shades the hills on sheets|decides where the grid lines go]',
  ],
  [
    'translator',
    '[turns foreign letters into English|lives among dictionaries|works between two languages|renders novels from Italian|carries poems from one tongue to another|looks for the right word in a second language]',
  ],
];

const NAMES =
  'Ada Bruno Clara Dario Elif Femi Greta Hana Ivo Jonas Kaya Lena Mirko Nadia Olaf Petra Quentin Rosa Stefan Thea Ursula Viktor Wanda Yusuf Zora Anselm Beatrix Cosima Dorothea Edgar Florian Gwendolyn Hector Isolde Jo Konstantin Ludmila Max Nicodemus Ottilie'.split(
    ' ',
  );
