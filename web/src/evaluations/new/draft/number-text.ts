export const textOf = (value: number | undefined, times = 1) =>
  value === undefined ? '' : String(Number((value * times).toPrecision(12)));
