import assert from 'node:assert/strict';
import { tmpdir } from 'node:os';
import { after, before, describe, it } from 'node:test';
import { pdfFile } from '../../../test/support/pdf-file.ts';
import { silentLog } from '../../../test/support/silent-log.ts';
import { createReading, type ReadingService } from './reading.ts';

/** A line of text at a place of a page of 612 × 792 points. */
const line = (x: number, y: number, text: string, size = 10) =>
  `BT /F1 ${size} Tf 1 0 0 1 ${x} ${y} Tm (${text.replace(/[\\()]/g, '\\$&')}) Tj ET`;
/** Lines below each other. */
const lines = (x: number, y: number, texts: readonly string[], size = 10) =>
  texts.map((text, at) => line(x, y - at * 1.2 * size, text, size));
/** A picture that covers a part of the page. */
const picture = (width: number, height: number) =>
  `q ${width} 0 0 ${height} 60 100 cm BI /W 4 /H 4 /BPC 8 /CS /G ID 0123456789abcdef EI Q`;
const page = (...parts: (string | string[])[]) => parts.flat().join('\n');

const returns = [
  'The left column speaks of returns. A',
  'parcel can be sent back within thirty',
  'days of its arrival. The receipt must',
  'be kept. Boots must not have been',
];
const repairs = [
  'The right column speaks of repairs.',
  'Zips are repaired free of charge for',
  'thirty months. Soles cost eleven',
  'euros a pair. A repair takes nine.',
];
const orders = [
  'The third column speaks of orders,',
  'which can be changed until they are',
  'packed. Nobody pays for a change of',
  'the address of an order.',
];
/** Columns as some programs draw them: a line of each, then the next line of each. */
const across = (columns: readonly (readonly string[])[], xs: readonly number[], y: number, size = 10) =>
  (columns[0] ?? []).flatMap((_, at) =>
    columns.map((texts, column) => line(xs[column] ?? 0, y - at * 1.2 * size, texts[at] ?? '', size)),
  );
const text = (...paragraphs: (readonly string[] | string)[]) =>
  paragraphs
    .map((paragraph) => (typeof paragraph === 'string' ? paragraph : paragraph.join('\n')))
    .join('\n\n');

const goods = (x: readonly [number, number, number], rows: readonly (readonly [string, string, string])[]) =>
  rows.flatMap((row, at) =>
    row.flatMap((cell, column) => (cell ? [line(x[column] ?? 0, 600 - at * 15, cell)] : [])),
  );

/** A paragraph that is another one for each word. */
const report = (word: string) => [
  `The report of ${word} continues here and says`,
  `what was found in the shops of ${word}.`,
];
const prose = (word: string) => lines(60, 700, report(word));

const hebrew = [
  ['בראשית ברא אלהים את השמים', 'ויאמר אלהים יהי אור ויהי אור'],
  ['ואת הארץ והארץ היתה תהו ובהו', 'וירא אלהים את האור כי טוב'],
  ['וחשך על פני תהום ורוח אלהים', 'ויבדל אלהים בין האור ובין החשך'],
];
/** Letters are drawn from left to right, as on the page: the last of them first. */
const hebrewLine = (x: number, y: number, words: string) => {
  const codes = [...words]
    .reverse()
    .map((letter) => (letter === ' ' ? ' ' : String.fromCharCode(65 + letter.charCodeAt(0) - 0x5d0)));
  return `BT /F2 10 Tf 1 0 0 1 ${x} ${y} Tm (${codes.join('').replace(/[\\()]/g, '\\$&')}) Tj ET`;
};

/** What stands on the pages, and the text that is read of each of them. */
const cases: [name: string, pages: string[], texts: string[]][] = [
  [
    'two columns that are drawn line by line, under a title that stands over both',
    [
      page(
        line(180, 760, 'Returns and repairs of all shops', 16),
        across([returns, repairs], [60, 310], 720),
      ),
    ],
    [text('Returns and repairs of all shops', returns, repairs)],
  ],
  [
    'two columns that are drawn one after the other',
    [page(lines(60, 720, returns), lines(310, 720, repairs))],
    [text(returns, repairs)],
  ],
  [
    'three columns',
    [page(across([returns, repairs, orders], [40, 230, 420], 720))],
    [text(returns, repairs, orders)],
  ],
  [
    'columns above and below a heading that stands over both',
    [
      page(
        across([returns, repairs], [60, 310], 720),
        line(60, 640, 'A second part, whose heading is as wide as the whole page and parts them', 14),
        across([orders, repairs], [60, 310], 600),
      ),
    ],
    [
      text(
        returns,
        repairs,
        'A second part, whose heading is as wide as the whole page and parts them',
        orders,
        repairs,
      ),
    ],
  ],
  [
    'a sentence and a word that go on in the next column',
    [
      page(
        across(
          [
            [...returns.slice(0, 3), 'be kept, and all boots must be in their card-'],
            ['board box with a note that says why', ...repairs.slice(1)],
          ],
          [60, 310],
          720,
        ),
      ),
    ],
    [
      `${returns.slice(0, 3).join('\n')}\nbe kept, and all boots must be in their cardboard box with a note that says why\n${repairs.slice(1).join('\n')}`,
    ],
  ],
  [
    'a footnote under a column',
    [
      page(
        lines(60, 720, returns),
        lines(60, 660, ['1 The receipt can be a picture.'], 7),
        lines(310, 720, repairs),
      ),
    ],
    [text(returns, '1 The receipt can be a picture.', repairs)],
  ],
  [
    'a table with empty cells, row by row',
    [
      page(
        line(60, 640, 'What we sell, with its stock and its price:'),
        goods(
          [60, 200, 300],
          [
            ['Article', 'Stock', 'Price'],
            ['Boots', '12', '90.00'],
            ['Laces', '', '3.50'],
            ['Soles', '7', ''],
            ['', '9', '11.00'],
          ],
        ),
      ),
    ],
    [
      text('What we sell, with its stock and its price:', [
        '| Article | Stock | Price |',
        '| Boots | 12 | 90.00 |',
        '| Laces |  | 3.50 |',
        '| Soles | 7 |  |',
        '|  | 9 | 11.00 |',
      ]),
    ],
  ],
  [
    'a table that is drawn column by column',
    [
      page(
        ['Boots', 'Laces', 'Soles', 'Zips'].map((cell, at) => line(60, 600 - at * 12, cell)),
        ['12', '40', '7', '9'].map((cell, at) => line(200, 600 - at * 12, cell)),
      ),
    ],
    ['| Boots | 12 |\n| Laces | 40 |\n| Soles | 7 |\n| Zips | 9 |'],
  ],
  [
    'cells of several lines',
    [
      page(
        [
          ['Boots', ['Sewn by hand and sold', 'with a spare pair of laces'], '90.00'],
          ['Laces', ['Of cotton, in three', 'colours and two lengths'], '3.50'],
          ['Soles', ['Of rubber'], '11.00'],
        ].flatMap(([name, about, price], at) =>
          [
            line(60, 600 - at * 36, name as string),
            lines(160, 600 - at * 36, about as string[]),
            line(320, 600 - at * 36, price as string),
          ].flat(),
        ),
      ),
    ],
    [
      '| Boots | Sewn by hand and sold with a spare pair of laces | 90.00 |\n| Laces | Of cotton, in three colours and two lengths | 3.50 |\n| Soles | Of rubber | 11.00 |',
    ],
  ],
  [
    'a list, whose marks are no column',
    [
      page(
        ['Send the boots clean', 'Enclose the receipt', 'Write down a telephone number'].flatMap(
          (item, at) => [line(60, 600 - at * 12, `${at + 1}.`), line(90, 600 - at * 12, item)],
        ),
      ),
    ],
    ['1. Send the boots clean\n2. Enclose the receipt\n3. Write down a telephone number'],
  ],
  [
    'running heads once, and no page numbers',
    [1, 2, 3, 4].map((number) =>
      page(
        line(60, 760, 'The shops of the town'),
        line(300, 30, `${number}`),
        prose(`year ${number * number + 7}`),
      ),
    ),
    [
      text('The shops of the town', report('year 8')),
      ...['11', '16', '23'].map((year) => text(report(`year ${year}`))),
    ],
  ],
  [
    'heads of left and of right pages, with page numbers in them, and roman numbers',
    ['ii', 'iii', 'iv', 'v', 'vi', 'vii'].map((number, at) =>
      page(
        line(at % 2 ? 400 : 60, 760, at % 2 ? `Returns ${at + 12}` : `${at + 12} Repairs`),
        line(300, 30, number),
        prose(`shop ${'abcdef'.charAt(at)}`),
      ),
    ),
    [...'abcdef'].map((shop) => text(report(`shop ${shop}`))),
  ],
  [
    'numbers at the end of a page that do not count the pages',
    ['7', '31', '12', '5'].map((total) => page(prose(`sale ${total}`), line(60, 60, total))),
    ['7', '31', '12', '5'].map((total) => text(report(`sale ${total}`), total)),
  ],
  [
    'titles that count the pages, which are no page numbers',
    [1, 2, 3].map((number) =>
      page(line(60, 740, `Step ${number}`, 24), prose(`shop ${'abcd'.charAt(number)}`)),
    ),
    [1, 2, 3].map((number) => text(`Step ${number}`, report(`shop ${'abcd'.charAt(number)}`))),
  ],
  [
    'words that are hyphenated at the end of a line, with the hyphens that are theirs',
    [
      page(
        lines(60, 700, [
          'The well-known shop of the town sells hand-',
          'sewn boots, and all who know it call it well-',
          'known. It is open seven days a week in the win-',
          'ter, and since the COVID-',
          '19 years it also sends boots by post.',
        ]),
      ),
    ],
    [
      'The well-known shop of the town sells handsewn boots, and all who know it call it well-known. It is open seven days a week in the winter, and since the COVID-19 years it also sends boots by post.',
    ],
  ],
  [
    'a word that goes on on the next page',
    [
      page(
        lines(60, 700, [
          'The shop of the town, which is open seven days, sells the',
          'best boots for a wet win-',
        ]),
      ),
      page(lines(60, 700, ['ter, and for a dry summer too, as everyone says who', 'has been there.'])),
    ],
    [
      'The shop of the town, which is open seven days, sells the\nbest boots for a wet winter,',
      'and for a dry summer too, as everyone says who\nhas been there.',
    ],
  ],
  [
    'text that is turned, after the text of the page',
    [page(lines(60, 700, returns), 'BT /F1 10 Tf 0 1 -1 0 30 300 Tm (A note in the margin) Tj ET')],
    [text(returns, 'A note in the margin')],
  ],
  [
    'a page that is turned',
    [page(returns.map((words, at) => `BT /F1 10 Tf 0 1 -1 0 ${100 + at * 12} 60 Tm (${words}) Tj ET`))],
    [text(returns)],
  ],
  [
    'Hebrew, in columns from right to left',
    [
      page(
        hebrew.flatMap((words, at) =>
          [310, 60].map((x, column) => hebrewLine(x, 700 - at * 12, words[column] ?? '')),
        ),
      ),
    ],
    [
      text(
        hebrew.map(([right]) => right ?? ''),
        hebrew.map(([, left]) => left ?? ''),
      ),
    ],
  ],
];

const shapes = (count: number) => Array.from({ length: count }, (_, at) => `${at} ${at} m 300 400 l S`);
const caption = line(60, 60, 'The figure shows the shops of the town, which are many.');
const headed = (number: number, ...parts: (string | string[])[]) =>
  page(line(60, 760, 'The shops of the town, a report'), line(300, 30, `${number}`), ...parts);

/** What stands on the pages, and what is said to be left out. */
const gaps: [
  name: string,
  pages: string[],
  leftOut: { reason: string; count: number; examples: string[] }[],
][] = [
  [
    'pages that are pictures',
    [prose('a'), picture(500, 600), prose('b'), picture(400, 200), picture(500, 600)].map((part) =>
      page(part),
    ),
    [{ reason: 'page_without_text', count: 3, examples: ['2', '4–5'] }],
  ],
  [
    'pages that are pictures under a running head and a page number',
    [1, 2, 3, 4].map((number) =>
      headed(number, number === 3 ? picture(500, 600) : prose(`shop ${'abcd'.charAt(number)}`)),
    ),
    [{ reason: 'page_without_text', count: 1, examples: ['3'] }],
  ],
  [
    'a page whose letters are drawn as shapes',
    [page(prose('a')), page(shapes(60))],
    [{ reason: 'page_without_text', count: 1, examples: ['2'] }],
  ],
  [
    'no page that is blank, or has a line',
    [page(prose('a')), '', page('60 60 m 500 60 l S'), page(prose('b'))],
    [],
  ],
  ['no picture with a caption', [page(prose('a')), page(picture(500, 600), caption)], []],
  [
    'no title with a small picture',
    [page(prose('a')), page(picture(100, 100), line(200, 500, 'Part II', 30))],
    [],
  ],
];

describe('the text of a PDF', () => {
  let reading: ReadingService;
  before(() => {
    reading = createReading({
      settings: {
        allowPrivateNetworks: false,
        fetchAllowHosts: [],
        dataDir: tmpdir(),
        githubUrl: new URL('https://github.com'),
        githubApiUrl: new URL('https://api.github.com'),
        githubToken: undefined,
        youtubeUrl: new URL('https://www.youtube.com'),
        userAgent: 'Touchstone/test',
      },
      log: silentLog,
    });
  });
  after(() => reading.stop());

  async function readPdf(pages: readonly string[]) {
    const result = await reading.read({ type: 'pdf', bytes: pdfFile(pages, { drawn: true }) }, {});
    if (!result.ok) throw new Error(result.error.code);
    return result;
  }

  /** The text of each page; empty where a page has none. */
  async function read(pages: readonly string[]): Promise<string[]> {
    const result = await readPdf(pages);
    const [{ content = '', marks = [] } = {}] = result.documents;
    return pages.map((_, at) => {
      const index = marks.findIndex((mark) => mark.at === at + 1);
      return index < 0 ? '' : content.slice(marks[index]?.start, marks[index + 1]?.start).trim();
    });
  }

  for (const [name, pages, texts] of cases) {
    it(`has ${name}`, async () => {
      assert.deepEqual(await read(pages), texts);
    });
  }

  for (const [name, pages, leftOut] of gaps) {
    it(`lists as left out ${name}`, async () => {
      assert.deepEqual((await readPdf(pages)).leftOut, leftOut);
    });
  }
});
