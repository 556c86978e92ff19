const DATE = /(\d{4}-\d{2}-\d{2})/;

/** A text whose dates stay on one line: a browser breaks them after each hyphen. */
export function Dated({ text }: { text: string }) {
  return text.split(DATE).map((piece, i) =>
    // Every second piece is a date.
    i % 2 === 0 ? (
      piece
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one text never change places
      <span key={i} className="date">
        {piece}
      </span>
    ),
  );
}
