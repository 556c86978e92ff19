/** The place of what is being read, so that nothing moves when it comes. */
export function Skeleton({ lines }: { lines: number }) {
  return (
    <div className="skeleton waiting" role="status">
      <span className="visually-hidden">Loading…</span>
      {Array.from({ length: lines }, (_, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines are identical and keep their order
        <span key={i} aria-hidden />
      ))}
    </div>
  );
}
