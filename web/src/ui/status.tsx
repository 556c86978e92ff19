const TONES: Record<string, string> = {
  ready: 'good',
  completed: 'good',
  scored: 'good',
  failed: 'bad',
  cancelled: 'quiet',
  unscored: 'quiet',
  running: 'busy',
  processing: 'busy',
};

interface StatusProps {
  status: string;
  /** The status in people's words, where the API's is none of them. */
  says?: string;
  detail?: string | null | undefined;
}

/** A status as a word with a dot; the word carries the meaning, the colour only repeats it. */
export function Status({ status, says = status, detail }: StatusProps) {
  return (
    <span className={`status ${TONES[status] ?? 'plain'}`}>
      {says}
      {detail && <span className="quiet">{detail}</span>}
    </span>
  );
}

/** How far something is, in per cent. */
export function Progress({ percent, label }: { percent: number; label: string }) {
  return (
    <span className="progress">
      <progress value={percent} max={100} aria-label={label} />
      <span>{percent} %</span>
    </span>
  );
}
