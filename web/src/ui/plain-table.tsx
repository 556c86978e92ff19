import { type Cell, cellTexts, isFigureColumn, type Section } from '@touchstone/report';
import { Dated } from './dated.tsx';
import { Scroll } from './scroll.tsx';

/** A table; the first cell of a row is its heading. It scrolls by itself where it is wider than its place. */
export function PlainTable(table: Pick<Section, 'head' | 'rows'> & { label?: string }) {
  const { head, rows, label = head.join(', ') } = table;
  const styles = head.map((_, column) => (isFigureColumn(table, column) ? 'number' : undefined));
  return (
    <Scroll label={label}>
      <table>
        <thead>
          <tr>
            {head.map((name, column) => (
              <th key={name} scope="col" className={styles[column]}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([first = null, ...rest]) => (
            <tr key={JSON.stringify([first, ...rest])}>
              <th scope="row">{cellTexts(first, '–').join(', ')}</th>
              {rest.map((cell, i) => (
                <td key={head[i + 1]} className={styles[i + 1]}>
                  <CellView cell={cell} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  );
}

function CellView({ cell }: { cell: Cell }) {
  const said = cellTexts(cell, '–').join(', ');
  if (ADDRESS.test(said)) return <Address url={said} />;
  if (typeof cell !== 'object' || cell === null || !('status' in cell)) return <Dated text={said} />;
  return <span className={`winner ${STYLES[cell.status]}`}>{said}</span>;
}

const ADDRESS = /^https?:\/\/[^\s/]+\/\S*$/;

/** An address by its host and its last part, which are what tells it from others. */
function Address({ url }: { url: string }) {
  const { host, pathname } = new URL(url);
  const parts = pathname.split('/').filter((part) => part !== '');
  const last = parts.length > 1 ? `/…/${parts.at(-1)}` : pathname;
  return (
    <a href={url} title={url} rel="noreferrer">
      {host}
      {last}
    </a>
  );
}

/** The style of each status, among those of a comparison's outcomes. */
const STYLES = { pass: 'won', fail: 'lost', inconclusive: 'undecided', unknown: 'undecided' } as const;
