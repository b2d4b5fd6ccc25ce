/** The parts of an answer that are shown. */
export interface AnswerView {
  /** Headings of the columns to show, at most five; left out: the first five. */
  readonly columns?: readonly string[] | undefined;
  /** The lines to show below the first sentences and the table; left out: none. */
  readonly keep?: RegExp | undefined;
  /** The line to begin with; left out: the first. */
  readonly from?: RegExp | undefined;
  /** Most characters of the first line, which is cut at a sentence. */
  readonly firstMax?: number | undefined;
}

const columnsMax = 5;
const rowsMax = 5;
const linesMax = 8;
const firstMaxDefault = 170;
const cellMax = 30;
const cellMin = 12;
const gap = '  ';

/** Shortens an answer for a reader who scrolls: its first sentences, a small table and chosen lines. */
export function shortenAnswer(text: string, view: AnswerView, width: number): readonly string[] {
  const all = text.split('\n').filter((line) => line.trim() !== '');
  const start = view.from === undefined ? 0 : all.findIndex((line) => view.from?.test(line));
  const [first = '', ...rest] = all.slice(Math.max(start, 0)).map(stripQuotes);
  const table = rest.filter((line) => line.startsWith('|'));
  const chosen = rest.filter((line) => !line.startsWith('|') && view.keep?.test(line) === true).slice(0, linesMax);
  return [
    ...wrap(cutAtSentence(first, view.firstMax ?? firstMaxDefault), width),
    ...(table.length > 2 ? ['', ...formatTable(table, view.columns, width)] : []),
    ...(chosen.length > 0 ? ['', ...chosen.flatMap((line) => wrap(line, width))] : []),
  ];
}

/** Breaks a text into lines of that width. Later lines are indented as the first one is, and by `hanging` more. */
export function wrap(text: string, width: number, hanging = 0): readonly string[] {
  return text.split('\n').flatMap((line) => {
    const indent = /^ */.exec(line)?.[0] ?? '';
    const wrapped: string[] = [];
    for (const word of line.trim().split(/ +/)) {
      const last = wrapped.at(-1);
      if (last === undefined) wrapped.push(`${indent}${word}`);
      else if (last.length + word.length + 1 > width) wrapped.push(`${indent}${' '.repeat(hanging)}${word}`);
      else wrapped[wrapped.length - 1] = `${last} ${word}`;
    }
    return wrapped;
  });
}

/** Takes off the marks that tell a model which text comes from records. */
const stripQuotes = (text: string): string => text.replaceAll(/[«»‹›]/g, '');

function cutAtSentence(text: string, max: number): string {
  if (text.length <= max) return text;
  const end = text.lastIndexOf('. ', max);
  return end === -1 ? `${text.slice(0, max)}...` : text.slice(0, end + 1);
}

function formatTable(
  lines: readonly string[],
  columns: readonly string[] | undefined,
  width: number,
): readonly string[] {
  const [headings = [], rule = [], ...rows] = lines.map(parseRow);
  const places = (columns ?? headings)
    .map((heading) => headings.findIndex((name) => name.startsWith(heading)))
    .filter((place) => place !== -1)
    .slice(0, columnsMax);
  const cells = [headings, ...rows.slice(0, rowsMax)].map((row) => places.map((place) => row[place] ?? ''));
  const lengths = places.map((_, index) => Math.max(...cells.map((row) => row[index]?.length ?? 0)));
  const widths = limitWidths(lengths, width);
  const layout: TableLayout = {
    widths,
    lastWidth: Math.max(cellMin, width - sumWidths(widths.slice(0, -1)) - gap.length),
    isRight: places.map((place) => rule[place]?.endsWith(':') === true),
  };
  const [head = [], ...body] = cells.map((row) => formatRow(row, layout));
  const length = Math.max(...[head, ...body].flat().map((line) => line.length));
  return [...head, '-'.repeat(length), ...body.flat()];
}

/** Narrows the widest columns until the table fits; the last one is wrapped and may be wider. */
function limitWidths(lengths: readonly number[], width: number): readonly number[] {
  for (let max = cellMax; max > cellMin; max -= 1) {
    const widths = lengths.map((length) => Math.min(length, max));
    if (sumWidths(widths) <= width) return widths;
  }
  return lengths.map((length) => Math.min(length, cellMin));
}

interface TableLayout {
  readonly widths: readonly number[];
  /** Room for the last column, whose cells are wrapped. */
  readonly lastWidth: number;
  readonly isRight: readonly boolean[];
}

function formatRow(cells: readonly string[], { widths, lastWidth, isRight }: TableLayout): readonly string[] {
  const align = (cell: string, index: number) => {
    const size = widths[index] ?? 0;
    return isRight[index] ? cell.padStart(size) : cell.padEnd(size);
  };
  const lastIndex = cells.length - 1;
  const start = cells
    .slice(0, lastIndex)
    .map((cell, index) => `${align(shortenCell(cell, widths[index] ?? 0), index)}${gap}`)
    .join('');
  return wrap(align(cells[lastIndex] ?? '', lastIndex), lastWidth).map((line, index) =>
    `${index === 0 ? start : ' '.repeat(start.length)}${line}`.trimEnd(),
  );
}

/** Width of columns beside one another. */
const sumWidths = (widths: readonly number[]): number =>
  widths.reduce((total, width) => total + width, 0) + gap.length * Math.max(widths.length - 1, 0);
const shortenCell = (text: string, max: number): string =>
  text.length > max ? `${text.slice(0, Math.max(max - 3, 1))}...` : text;

/** The cells of a row of a markdown table. */
const parseRow = (line: string): readonly string[] =>
  line
    .split(/(?<!\\)\|/)
    .slice(1, -1)
    .map((cell) => cell.replaceAll(/\\(.)/g, '$1').trim());
