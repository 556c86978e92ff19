import { StringDecoder } from 'node:string_decoder';
import { Parser } from 'htmlparser2';

export interface XmlHandler {
  open?(name: string, attributes: Readonly<Record<string, string>>): void;
  close?(name: string): void;
  text?(text: string): void;
}

/** Parses a part of a workbook with `handler` and yields after each piece, so that its rows can be consumed. */
export async function* readXml(
  pieces: AsyncIterable<Buffer>,
  { open, close, text }: XmlHandler,
): AsyncGenerator<void> {
  const parser = new Parser(
    {
      onopentag: (name, attributes) => open?.(localName(name), attributes),
      onclosetag: (name) => close?.(localName(name)),
      ontext: (data) => text?.(data),
    },
    { xmlMode: true, decodeEntities: true },
  );
  const decoder = new StringDecoder('utf8');
  for await (const piece of pieces) {
    parser.write(decoder.write(piece));
    yield;
  }
  parser.end(decoder.end());
  yield;
}

/** Some programs write `x:row` instead of `row`. */
const localName = (name: string) => name.slice(name.indexOf(':') + 1);
