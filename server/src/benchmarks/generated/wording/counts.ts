import { pick, randomInteger } from '../../../statistics/statistics.ts';
import { figure } from './figures.ts';
import { type WordRandom, word } from './wording.ts';

/** A number that is common knowledge or can be worked out from it, and words for it; at most `most`. */
export function drawCount(random: WordRandom, most: number): readonly [number, string] {
  for (;;) {
    const [count, said] = pick(random, WAYS)(random);
    if (count >= 1 && count <= most) return [count, said];
  }
}

type Way = (random: WordRandom) => readonly [number, string];

const placeIn =
  (list: readonly string[], template: string): Way =>
  (random) => {
    const at = random.below(list.length);
    return [at + 1, word(random, template, { x: list[at] ?? '' })];
  };

const from = (table: Readonly<Record<string, number>>, template: string): Way => {
  const entries = Object.entries(table);
  return (random) => {
    const [x, count] = pick(random, entries);
    return [count, word(random, template, { x })];
  };
};

const manyOf = (table: Readonly<Record<string, number>>, template: string): Way => {
  const entries = Object.entries(table);
  return (random) => {
    const [x, count] = pick(random, entries);
    const k = randomInteger(random, 2, 9);
    return [count * k, word(random, template, { x, k: figure(random, k) })];
  };
};

const things: Way = (random) => {
  const [count, what] = pick(random, random.inUse(THINGS, 'things'));
  return [
    count,
    word(
      random,
      '[the number of {what}|as many as there are {what}|the answer to how many {what} there are|the total of {what}]',
      { what },
    ),
  ];
};

const units: Way = (random) => {
  const [small, large, factor] = pick(random, UNITS);
  const k = randomInteger(random, 2, 12);
  const text =
    '[the number of {small} [in|that make up] {k} {large}|as many as there are {small} in {k} {large}]';
  return [factor * k, word(random, text, { small, large, k: figure(random, k) })];
};

const years: Way = (random) => {
  const [start, length] = [randomInteger(random, 1200, 1950), randomInteger(random, 3, 70)];
  return [length, `the number of years from ${start} to ${start + length}`];
};

const powers: Way = (random) => {
  const base = randomInteger(random, 2, 12);
  const isCube = base < 10 && random.below(2) === 0;
  const text = isCube
    ? '[the cube of {b}|{b} to the power of three|{b} cubed]'
    : '[the square of {b}|{b} [multiplied by|times] itself|{b} squared]';
  return [isCube ? base ** 3 : base ** 2, word(random, text, { b: figure(random, base) })];
};

const roman: Way = (random) => {
  const n = randomInteger(random, 4, 120);
  return [n, word(random, 'the number that the Romans wrote as {r}', { r: inRoman(n) })];
};

function inRoman(n: number): string {
  let [text, left] = ['', n];
  for (const [value, sign] of ROMAN) {
    while (left >= value) {
      text += sign;
      left -= value;
    }
  }
  return text;
}

const letters: Way = (random) => {
  const x = pick(random, WORDS);
  return [x.length, word(random, 'the number of letters in [the word|] “{x}”', { x })];
};

const ROMAN = [
  [100, 'C'],
  [90, 'XC'],
  [50, 'L'],
  [40, 'XL'],
  [10, 'X'],
  [9, 'IX'],
  [5, 'V'],
  [4, 'IV'],
  [1, 'I'],
] as const;

const UNITS: readonly (readonly [small: string, large: string, factor: number])[] = [
  ['minutes', 'hours', 60],
  ['seconds', 'minutes', 60],
  ['hours', 'days', 24],
  ['days', 'weeks', 7],
  ['days', 'fortnights', 14],
  ['months', 'years', 12],
  ['quarters', 'years', 4],
  ['years', 'decades', 10],
  ['decades', 'centuries', 10],
  ['inches', 'feet', 12],
  ['feet', 'yards', 3],
  ['furlongs', 'miles', 8],
  ['ounces', 'pounds', 16],
  ['pounds', 'stone', 14],
  ['pints', 'gallons', 8],
  ['quarts', 'gallons', 4],
  ['cents', 'euros', 100],
  ['dimes', 'dollars', 10],
  ['nickels', 'dollars', 20],
  ['millimetres', 'centimetres', 10],
  ['centimetres', 'metres', 100],
  ['bits', 'bytes', 8],
  ['items', 'dozen', 12],
  ['items', 'gross', 144],
  ['right angles', 'full turns', 4],
  ['fluid ounces', 'US cups', 8],
  ['teaspoons', 'tablespoons', 3],
  ['bottles of ordinary size', 'magnums', 2],
];

const LEGS = {
  spiders: 8,
  scorpions: 8,
  tarantulas: 8,
  beetles: 6,
  wasps: 6,
  moths: 6,
  grasshoppers: 6,
  ladybirds: 6,
  cockroaches: 6,
  mosquitoes: 6,
  crickets: 6,
  cows: 4,
  lizards: 4,
  frogs: 4,
  hedgehogs: 4,
  giraffes: 4,
  otters: 4,
  tortoises: 4,
  camels: 4,
  hens: 2,
  ostriches: 2,
  penguins: 2,
  sparrows: 2,
  owls: 2,
  geese: 2,
};

const PARTS = {
  'the wheels of {k} tricycles': 3,
  'the strings of {k} cellos': 4,
  'the strings of {k} ukuleles': 4,
  'the sails of {k} four-sailed windmills': 4,
  'the horns of {k} unicorns': 1,
  'the humps of {k} Bactrian camels': 2,
  'the arms of {k} octopuses': 8,
  'the faces of {k} dice': 6,
  'the wings of {k} dragonflies': 4,
  'the players of {k} football sides on the pitch': 11,
  'the black keys in {k} octaves of a piano': 5,
  'the white keys from C to B in {k} octaves of a piano': 7,
  'the humps of {k} dromedaries': 1,
  'the eyes of {k} cyclopes': 1,
  'the heads of {k} dogs like Cerberus': 3,
  'the legs of {k} milking stools with three legs': 3,
  'the corners of {k} pentagons': 5,
  'the sides of {k} hexagons': 6,
  'the sides of {k} triangles': 3,
  'the rowers in {k} racing eights, without the cox': 8,
  'the movements of {k} four-movement symphonies': 4,
  'the fingers of {k} pairs of hands, thumbs included': 10,
  'the chambers of {k} human hearts': 4,
  'the babies in {k} sets of triplets': 3,
  'the babies in {k} sets of quadruplets': 4,
  'the singers in {k} quartets': 4,
  'the singers in {k} sextets': 6,
  'the players in {k} quintets': 5,
};

const parts: Way = (random) => {
  const [x, count] = pick(random, Object.entries(PARTS));
  const k = randomInteger(random, 2, 9);
  return [count * k, `the number of all ${word(random, x.slice(4), { k: figure(random, k) })}`];
};

const ELEMENTS =
  'hydrogen helium lithium beryllium boron carbon nitrogen oxygen fluorine neon sodium magnesium aluminium silicon phosphorus sulphur chlorine argon potassium calcium scandium titanium vanadium chromium manganese iron cobalt nickel copper zinc'.split(
    ' ',
  );
const HEAVY = {
  bromine: 35,
  krypton: 36,
  silver: 47,
  tin: 50,
  iodine: 53,
  xenon: 54,
  caesium: 55,
  tungsten: 74,
  platinum: 78,
  gold: 79,
  mercury: 80,
  lead: 82,
  radon: 86,
  radium: 88,
  uranium: 92,
  plutonium: 94,
};
const MONTHS = 'January February March April May June July August September October November December'.split(
  ' ',
);
const DAYS_OF = {
  January: 31,
  March: 31,
  April: 30,
  May: 31,
  June: 30,
  July: 31,
  August: 31,
  September: 30,
  October: 31,
  November: 30,
  December: 31,
};
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'.split('');
const RADIO =
  'Alfa Bravo Charlie Delta Echo Foxtrot Golf Hotel India Juliett Kilo Lima Mike November Oscar Papa Quebec Romeo Sierra Tango Uniform Victor Whiskey X-ray Yankee Zulu'.split(
    ' ',
  );
const GREEK =
  'alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho sigma tau upsilon phi chi psi omega'.split(
    ' ',
  );
const PLANETS = 'Mercury Venus Earth Mars Jupiter Saturn Uranus Neptune'.split(' ');
const ZODIAC =
  'Aries Taurus Gemini Cancer Leo Virgo Libra Scorpio Sagittarius Capricorn Aquarius Pisces'.split(' ');
const WEEK = 'Monday Tuesday Wednesday Thursday Friday Saturday Sunday'.split(' ');
const PRIMES = '2 3 5 7 11 13 17 19 23 29 31 37'.split(' ').map(Number);
const ORDINALS = 'first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth'.split(
  ' ',
);
const POLYGONS = {
  triangle: 3,
  square: 4,
  rhombus: 4,
  trapezium: 4,
  pentagon: 5,
  hexagon: 6,
  heptagon: 7,
  octagon: 8,
  nonagon: 9,
  decagon: 10,
  dodecagon: 12,
};
const WORDS =
  'harbour kitchen umbrella lantern orchestra cathedral butterfly mountain chocolate pencil whisper thunderstorm island bicycle notebook marmalade telescope wheelbarrow candle ladder trumpet avalanche strawberry waterfall violin cupboard hippopotamus lighthouse blanket dictionary'.split(
    ' ',
  );
const PRESIDENTS = {
  'George Washington': 1,
  'John Adams': 2,
  'Thomas Jefferson': 3,
  'James Madison': 4,
  'Andrew Jackson': 7,
  'Abraham Lincoln': 16,
  'Ulysses Grant': 18,
  'Theodore Roosevelt': 26,
  'Woodrow Wilson': 28,
  'Herbert Hoover': 31,
  'Franklin Roosevelt': 32,
  'Harry Truman': 33,
  'Dwight Eisenhower': 34,
  'John F. Kennedy': 35,
  'Richard Nixon': 37,
  'Jimmy Carter': 39,
  'Ronald Reagan': 40,
  'Barack Obama': 44,
};
const CAPITALS = {
  France: 5,
  Peru: 4,
  Japan: 5,
  Egypt: 5,
  Norway: 4,
  Kenya: 7,
  Cuba: 6,
  Greece: 6,
  Poland: 6,
  Portugal: 6,
  Canada: 6,
  Austria: 6,
  Ireland: 6,
  Germany: 6,
  Italy: 4,
  Spain: 6,
  Hungary: 8,
  Finland: 8,
  Sweden: 9,
  Denmark: 10,
  Iceland: 9,
  Thailand: 7,
  Australia: 8,
  Turkey: 6,
  Russia: 6,
  China: 7,
  Lebanon: 6,
  Jordan: 5,
  Tunisia: 5,
  Chile: 8,
  Belgium: 8,
  Croatia: 6,
  Serbia: 8,
  Latvia: 4,
  Estonia: 7,
  Ukraine: 4,
  Iran: 6,
  Iraq: 7,
  Vietnam: 5,
  Qatar: 4,
};

const primes: Way = (random) => {
  const at = random.below(PRIMES.length);
  return [PRIMES[at] ?? 2, `the ${ORDINALS[at]} prime number`];
};

const THINGS: readonly (readonly [number, string])[] = [
  [2, 'wheels on a bicycle'],
  [2, 'wings on a sparrow'],
  [2, 'lungs in a human chest'],
  [3, 'corners of a triangle'],
  [3, 'wheels on a tricycle'],
  [3, 'feet in a yard'],
  [3, 'musicians in a trio'],
  [3, 'legs of a tripod'],
  [3, 'leaves on an ordinary clover'],
  [4, 'seasons in a year'],
  [4, 'suits in a deck of cards'],
  [4, 'strings on a violin'],
  [4, 'legs on a horse'],
  [4, 'quarters in a whole'],
  [4, 'sides of a square'],
  [4, 'chambers of the human heart'],
  [4, 'main points of the compass'],
  [4, 'musicians in a quartet'],
  [5, 'fingers on one hand, thumb included'],
  [5, 'sides of a pentagon'],
  [5, 'Olympic rings'],
  [5, 'players of one basketball team on the court'],
  [5, 'arms of a common starfish'],
  [5, 'vowel letters a, e, i, o and u'],
  [5, 'lines in a limerick'],
  [6, 'faces of a cube'],
  [6, 'legs on an ant'],
  [6, 'strings on a usual guitar'],
  [6, 'sides of a hexagon'],
  [6, 'balls in an over of cricket'],
  [6, 'pockets on a snooker table'],
  [6, 'feet in a fathom'],
  [6, 'months in half a year'],
  [7, 'days in a week'],
  [7, 'colours named in the rainbow'],
  [7, 'notes in a major scale before the octave'],
  [7, 'dwarfs that Snow White lives with'],
  [7, 'letters in the word “kitchen”'],
  [8, 'legs on a spider'],
  [8, 'planets in the solar system'],
  [8, 'arms of an octopus'],
  [8, 'bits in a byte'],
  [8, 'sides of an octagon'],
  [8, 'pawns that one side has when a game of chess begins'],
  [8, 'furlongs in a mile'],
  [8, 'pints in a gallon'],
  [8, 'vertices of a cube'],
  [9, 'symphonies by Beethoven'],
  [9, 'players of a baseball team in the field'],
  [9, 'squares in a noughts-and-crosses grid'],
  [9, 'muses of Greek myth'],
  [9, 'digits other than nought'],
  [9, 'innings in a full game of baseball'],
  [10, 'years in a decade'],
  [10, 'millimetres in a centimetre'],
  [10, 'pins in a bowling lane'],
  [10, 'digits from nought to nine'],
  [10, 'commandments that Moses brought down'],
  [10, 'sides of a decagon'],
  [11, 'players that a football side has on the pitch'],
  [12, 'months in a year'],
  [12, 'inches in a foot'],
  [12, 'signs of the zodiac'],
  [12, 'edges of a cube'],
  [12, 'hours on the face of a clock'],
  [12, 'stars on the flag of the European Union'],
  [12, 'pairs of ribs in a human chest'],
  [12, 'semitones in an octave'],
  [13, 'cards in a suit'],
  [13, 'stripes on the flag of the United States'],
  [14, 'days in a fortnight'],
  [14, 'lines in a sonnet'],
  [14, 'pounds in a stone'],
  [15, 'red balls at the start of a frame of snooker'],
  [15, 'players of a rugby union side'],
  [16, 'ounces in a pound'],
  [16, 'chess pieces and pawns of one colour at the start'],
  [18, 'holes on a full golf course'],
  [20, 'shillings in an old pound'],
  [20, 'milk teeth of a child'],
  [20, 'faces of an icosahedron'],
  [21, 'dots on a die, all faces counted'],
  [24, 'hours in a day'],
  [24, 'letters in the Greek alphabet'],
  [26, 'letters in the English alphabet'],
  [26, 'miles, in whole ones, of a marathon'],
  [28, 'days of February in a common year'],
  [28, 'dominoes in a double-six set'],
  [29, 'days of February in a leap year'],
  [30, 'days in April'],
  [30, 'minutes in half an hour'],
  [31, 'days in July'],
  [32, 'chess pieces and pawns of both colours at the start'],
  [32, 'teeth of a grown person, wisdom teeth included'],
  [36, 'inches in a yard'],
  [37, 'pockets of a European roulette wheel'],
  [40, 'days that Lent lasts without its Sundays'],
  [45, 'minutes in each half of a football match'],
  [50, 'states of the USA'],
  [50, 'years until a golden jubilee'],
  [52, 'cards in a deck without jokers'],
  [52, 'whole weeks in a year'],
  [60, 'minutes in an hour'],
  [60, 'seconds in a minute'],
  [64, 'squares on a chessboard'],
  [66, 'books of the Protestant Bible'],
  [76, 'trombones that lead the big parade in the song'],
  [81, 'squares in a sudoku grid'],
  [88, 'keys of a full piano'],
  [90, 'degrees in a right angle'],
  [90, 'minutes of a football match without extra time'],
  [100, 'years in a century'],
  [100, 'centimetres in a metre'],
  [100, 'cents in a euro'],
  [100, 'tiles in an English set of Scrabble'],
  [101, 'Dalmatians in the title of the film'],
  [118, 'known chemical elements'],
  [144, 'pieces in a gross'],
  [168, 'hours in a week'],
  [180, 'degrees in the angles of a triangle together'],
  [206, 'bones of a grown human body'],
  [212, 'degrees Fahrenheit at which water boils'],
  [225, 'squares on a Scrabble board'],
  [360, 'degrees in a full circle'],
  [365, 'days in a common year'],
  [366, 'days in a leap year'],
  [500, 'sheets in a ream of paper'],
  [1000, 'metres in a kilometre'],
  [1440, 'minutes in a day'],
];

// Most of the ways are of many things each, so that few of them are met often.
const WAYS: readonly Way[] = [
  things,
  things,
  things,
  units,
  units,
  parts,
  years,
  powers,
  roman,
  letters,
  primes,
  manyOf(LEGS, 'the number of [all|] the legs of {k} {x} [together|]'),
  placeIn(
    ELEMENTS,
    '[the atomic number of|the place in the periodic table of|the number of protons in an atom of] {x}',
  ),
  from(
    HEAVY,
    '[the atomic number of|the place in the periodic table of|the number of protons in an atom of] {x}',
  ),
  placeIn(MONTHS, '[the place of {x} among the months of the year|the number of the month of {x}]'),
  from(DAYS_OF, 'the number of days in {x}'),
  placeIn(LETTERS, 'the place of [the letter|] “{x}” in the English alphabet'),
  placeIn(RADIO, 'the place in the alphabet of the letter that is “{x}” on the radio'),
  placeIn(GREEK, 'the place of {x} in the Greek alphabet'),
  placeIn(PLANETS, 'the place of {x} among the planets, counted from the sun'),
  placeIn(ZODIAC, 'the place of {x} in the zodiac, counted from Aries'),
  placeIn(WEEK, 'the place of {x} in a week that begins with Monday'),
  from(POLYGONS, 'the number of [sides|corners] that a {x} has'),
  from(PRESIDENTS, 'the number of {x} in the line of presidents of the United States'),
  from(CAPITALS, 'the number of letters in the English name of the capital of {x}'),
];
