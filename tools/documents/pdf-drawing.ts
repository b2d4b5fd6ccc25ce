/** Properties of a page that its drawing steps show. */
export interface PageDrawing {
  /** Part of the page that images cover, from 0 to 1. */
  readonly imageShare: number;
  /** Texts drawn in annotations, by the id of the annotation. */
  readonly drawnTexts: ReadonlyMap<string, string>;
}

/** The drawing steps of a page as pdf.js lists them: two arrays of the same length. */
export interface DrawingSteps {
  readonly fnArray: readonly number[];
  readonly argsArray: readonly unknown[];
}

/** Numbers of the steps that are read. */
export type StepNumbers = Readonly<Record<StepName, number>>;
type StepName =
  | 'save'
  | 'restore'
  | 'transform'
  | 'paintFormXObjectBegin'
  | 'paintFormXObjectEnd'
  | 'beginAnnotation'
  | 'endAnnotation'
  | 'showText'
  | 'paintImageXObject'
  | 'paintImageXObjectRepeat'
  | 'paintInlineImageXObject'
  | 'paintImageMaskXObject';

/** Determinant of the current transformation: by how much it enlarges an area. */
type DrawingScale = number;

/** Reads from the steps how much of a page is images, and the text that each annotation draws. */
export function readDrawing({ fnArray, argsArray }: DrawingSteps, numbers: StepNumbers, pageArea: number): PageDrawing {
  const drawnTexts = new Map<string, string>();
  const saved: DrawingScale[] = [];
  let scale: DrawingScale = 1;
  let imageArea = 0;
  let annotation: string | undefined;
  const restore = () => {
    scale = saved.pop() ?? 1;
  };
  const steps: Readonly<Record<number, (args: readonly unknown[]) => void>> = {
    [numbers.save]: () => saved.push(scale),
    [numbers.restore]: restore,
    [numbers.transform]: (matrix) => {
      scale *= computeScale(matrix);
    },
    [numbers.paintFormXObjectBegin]: ([matrix]) => {
      saved.push(scale);
      if (Array.isArray(matrix) || ArrayBuffer.isView(matrix)) scale *= computeScale(Array.from(matrix as number[]));
    },
    [numbers.paintFormXObjectEnd]: restore,
    [numbers.beginAnnotation]: ([id]) => {
      annotation = typeof id === 'string' ? id : undefined;
    },
    [numbers.endAnnotation]: () => {
      annotation = undefined;
    },
    [numbers.showText]: ([glyphs]) => {
      if (annotation === undefined) return;
      drawnTexts.set(annotation, joinPieces(drawnTexts.get(annotation), formatGlyphs(glyphs)));
    },
  };
  const images = new Set([
    numbers.paintImageXObject,
    numbers.paintImageXObjectRepeat,
    numbers.paintInlineImageXObject,
    numbers.paintImageMaskXObject,
  ]);
  for (const [index, number] of fnArray.entries()) {
    const args = argsArray[index];
    if (images.has(number) && annotation === undefined) imageArea += Math.abs(scale);
    else steps[number]?.(Array.isArray(args) ? args : []);
  }
  return { imageShare: pageArea > 0 ? Math.min(1, imageArea / pageArea) : 0, drawnTexts };
}

function computeScale([a, b, c, d]: readonly unknown[]): DrawingScale {
  const isMatrix = [a, b, c, d].every((part) => typeof part === 'number');
  return isMatrix ? Number(a) * Number(d) - Number(b) * Number(c) : 1;
}

const drawnCharactersMax = 2000;

const joinPieces = (text: string | undefined, piece: string): string =>
  (text === undefined ? piece : `${text} ${piece}`).slice(0, drawnCharactersMax);

/** Joins the letters of a step; numbers between them are gaps. */
function formatGlyphs(glyphs: unknown): string {
  if (!Array.isArray(glyphs)) return '';
  return glyphs
    .map((glyph: unknown) =>
      typeof glyph === 'object' && glyph !== null && 'unicode' in glyph && typeof glyph.unicode === 'string'
        ? glyph.unicode
        : '',
    )
    .join('');
}
