interface IntervalPlotProps {
  low: number | null;
  high: number | null;
  at: number | null;
}

const WIDTH = 160;
const HEIGHT = 18;
const INSET = 4;

/** A value with its interval on a line from 0 to 1. The numbers stand beside it, so it is hidden from readers. */
export function IntervalPlot({ low, high, at }: IntervalPlotProps) {
  const x = (value: number) => INSET + value * (WIDTH - 2 * INSET);
  const middle = HEIGHT / 2;
  return (
    <svg className="plot" width={WIDTH} height={HEIGHT} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true">
      <line className="axis" x1={x(0)} x2={x(1)} y1={middle} y2={middle} />
      {[0, 0.5, 1].map((tick) => (
        <line key={tick} className="axis" x1={x(tick)} x2={x(tick)} y1={middle - 3} y2={middle + 3} />
      ))}
      {low !== null && high !== null && (
        <line className="interval" x1={x(low)} x2={x(high)} y1={middle} y2={middle} />
      )}
      {at !== null && <circle className="point" cx={x(at)} cy={middle} r={4} />}
    </svg>
  );
}
