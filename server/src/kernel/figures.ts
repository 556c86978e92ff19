/* Figures as sentences of results and verdicts say them: `94.4 %`, `$46,497`, `1,133`, `84 ms`. */
const formats = new Map<string, Intl.NumberFormat>();

function format(options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = JSON.stringify(options);
  const known = formats.get(key) ?? new Intl.NumberFormat('en-US', options);
  formats.set(key, known);
  return known;
}

/** A number with separators of thousands, of four digits where it is no integer: `1,133`, `0.3125`. */
export function count(value: number): string {
  const options = Number.isInteger(value) ? {} : { maximumSignificantDigits: 4 };
  // Adding 0 turns −0 into 0.
  return format(Math.abs(value) < 1000 ? options : { maximumFractionDigits: 0 }).format(value + 0);
}

/** A share in percent with at most one digit after the point; below 1 % with two that count: `94.4 %`, `0.05 %`. */
export function percent(share: number): string {
  const value = 100 * share;
  const options = Math.abs(value) < 1 ? { maximumSignificantDigits: 2 } : { maximumFractionDigits: 1 };
  return `${format(options).format(value + 0)} %`;
}

/** A limit in percent, never rounded to another: `99.95 %`. */
export function exactPercent(share: number): string {
  return `${Number((100 * share).toPrecision(8))} %`;
}

/** An amount of US dollars: no cents from $1,000 on, three digits that count below $1: `$46,497`, `$3.47`, `$0.0312`. */
export function usd(value: number): string {
  const sign = value < 0 ? '−' : '';
  const amount = Math.abs(value);
  if (amount >= 1000) return `${sign}$${format({ maximumFractionDigits: 0 }).format(amount)}`;
  if (amount >= 1 && !Number.isInteger(amount))
    return `${sign}$${format({ minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(amount)}`;
  return `${sign}$${format({ maximumSignificantDigits: 3 }).format(amount)}`;
}

/** Milliseconds: whole ones from 10 on: `84 ms`, `3,500 ms`, `2.31 ms`. */
export function ms(value: number): string {
  const options = Math.abs(value) < 10 ? { maximumSignificantDigits: 3 } : { maximumFractionDigits: 0 };
  return `${format(options).format(value + 0)} ms`;
}

/** `1 item`, `2 items`. */
export function plural(value: number, one: string, many = `${one}s`): string {
  return `${count(value)} ${value === 1 ? one : many}`;
}

/** `a`, `a and b`, `a, b and c`; of more than `most` the rest as a number: `a, b and 2 more`. */
export function listed(names: readonly string[], most = names.length): string {
  const shown = names.length > most ? [...names.slice(0, most), `${names.length - most} more`] : names;
  const last = shown.at(-1) ?? '';
  return shown.length < 2 ? last : `${shown.slice(0, -1).join(', ')} and ${last}`;
}
