/** A row of `find_candidates`. */
export interface Candidate {
  provider: string;
  model_id: string;
  configured: boolean;
  context_tokens: number | null;
  open_weights: boolean | null;
  price: {
    input_usd_per_million: number;
    output_usd_per_million?: number;
    source: string;
    as_of: string;
  } | null;
  per_1k_requests_usd: number | null;
  monthly_usd: number | null;
  judged: { requirement: string; status: 'pass' | 'fail' | 'unknown'; evidence: string }[];
}

/** What `find_candidates` answers. */
export interface Found {
  data: Candidate[];
  total: number;
  ruled_out: { requirement: string; rows: number }[];
}

/** The id without the folder that some providers put before it. */
export const shortName = ({ model_id }: Pick<Candidate, 'model_id'>) =>
  model_id.slice(model_id.lastIndexOf('/') + 1);

/** Candidates that a text names, and the text without them. */
export interface NamedModels {
  chosen: Candidate[];
  /** Names that several providers have. */
  unclear: string[];
  rest: string;
}

/** Of `rows`, which a text names, those that are meant: of several providers the one that is named or configured. */
export function meantModels(text: string, rows: readonly Candidate[]): NamedModels {
  const names = [
    ...new Set(rows.flatMap((row) => [`${row.provider}/${row.model_id}`, row.model_id, shortName(row)])),
  ].sort((a, b) => b.length - a.length);
  let rest = text;
  const written: string[] = [];
  for (const name of names) {
    const parts = name.split(/[\s_-]+/).map((part) => RegExp.escape(part));
    rest = rest.replace(new RegExp(parts.join('[\\s_-]+'), 'giu'), (words) => {
      written.push(words.toLowerCase());
      return ' ';
    });
  }
  const isFull = (row: Candidate) => written.includes(`${row.provider}/${row.model_id}`.toLowerCase());
  const isSaid = ({ provider }: Candidate) => rest.toLowerCase().includes(provider.toLowerCase());
  const chosen: Candidate[] = [];
  const unclear: string[] = [];
  for (const [name, same] of Map.groupBy(rows, (row) => shortName(row).toLowerCase())) {
    const full = same.filter(isFull);
    const said = same.filter(isSaid);
    const configured = same.filter((row) => row.configured);
    const meant = [full, said, configured, same].find((some) => some.length > 0) ?? [];
    if (meant.length === 1 || full.length > 0) chosen.push(...meant);
    else
      unclear.push(
        `${name} is offered by several: say ${meant.map((row) => `${row.provider}/${row.model_id}`).join(' or ')}.`,
      );
  }
  for (const { provider } of rows)
    rest = rest.replace(new RegExp(`(?<!\\p{L})${RegExp.escape(provider)}(?!\\p{L})`, 'giu'), ' ');
  return { chosen: rows.filter((row) => chosen.includes(row)), unclear, rest };
}
