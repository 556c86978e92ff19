import { type getDocumentProxy, getResolvedPDFJS } from 'unpdf';

export type PdfPage = Awaited<ReturnType<Awaited<ReturnType<typeof getDocumentProxy>>['getPage']>>;
type Matrix = readonly [number, number, number, number];

const IDENTITY: Matrix = [1, 0, 0, 1];

/** What a page shows besides text. */
export interface DrawnObjects {
  /** The share of the page that its largest picture covers. */
  picture: number;
  /** The number of lines and shapes. */
  shapes: number;
}

/**
 * Counts what a page draws. pdf.js skips pictures of more than one pixel here (`maxImageSize`) before decoding them.
 * What remains is the transformed unit square into which each picture is drawn.
 */
export async function countDrawn(page: PdfPage): Promise<DrawnObjects> {
  const { OPS } = await getResolvedPDFJS();
  const { fnArray, argsArray } = await page.getOperatorList();
  const [left = 0, bottom = 0, right = 0, top = 0] = page.view;
  const area = Math.abs((right - left) * (top - bottom)) || 1;
  const saved: Matrix[] = [];
  let matrix = IDENTITY;
  const drawn: DrawnObjects = { picture: 0, shapes: 0 };
  for (const [at, operator] of fnArray.entries()) {
    if (operator === OPS.save || operator === OPS.paintFormXObjectBegin) saved.push(matrix);
    if (operator === OPS.restore || operator === OPS.paintFormXObjectEnd) matrix = saved.pop() ?? IDENTITY;
    if (operator === OPS.constructPath) drawn.shapes++;
    const change =
      operator === OPS.transform
        ? argsArray[at]
        : operator === OPS.paintFormXObjectBegin
          ? argsArray[at]?.[0]
          : null;
    if (!change) continue;
    matrix = times(matrix, change);
    drawn.picture = Math.max(drawn.picture, Math.abs(matrix[0] * matrix[3] - matrix[1] * matrix[2]) / area);
  }
  return drawn;
}

function times([a, b, c, d]: Matrix, [e, f, g, h]: Matrix): Matrix {
  return [a * e + c * f, b * e + d * f, a * g + c * h, b * g + d * h];
}
