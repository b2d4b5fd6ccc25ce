import { type BarLine, makeBarLine, type BarFill, drawSwatch } from './kit/bars.ts';
import { make, type CardPart, makeSection } from './kit/elements.ts';
import { type FigureFormats, createFigureFormats } from './kit/figures.ts';
import { makeTable, makeLongList } from './kit/lists.ts';
import { drawLinePlot, drawLineSample, linesMax, drawScatterPlot } from './kit/plot.ts';
import {
  groupByCurrency,
  toName,
  toNumber,
  type ViewRow,
  toRow,
  toRows,
  sumValues,
  toText,
  toTexts,
} from './kit/reading.ts';
import { showView } from './kit/view.ts';
import { extractFirstSentence, formatNumber, formatShare } from './kit/words.ts';

showView({ name: 'chart', makeParts: makeChartParts });

/** Chart of one currency: the way that the answer may be drawn, and its rows. */
interface Chart {
  readonly kind: string;
  readonly x: string;
  readonly series: readonly string[];
  readonly split: string | undefined;
  readonly currency: string;
  readonly rows: readonly ViewRow[];
  readonly others: readonly ViewRow[];
  readonly figures: FigureFormats;
}

/** Makes the view of figures. Returns undefined for figures without a chart, which are rows of one line. */
function makeChartParts(data: ViewRow): readonly CardPart[] | undefined {
  const chart = toRow(data['chart']);
  const [kind, x, series] = [toText(chart['kind']), toText(chart['x']), toTexts(chart['series'])];
  const rows = toRows(data['rows']);
  if (kind === undefined || x === undefined || series.length === 0) return undefined;
  const figures = createFigureFormats(chart);
  const split = toText(chart['split']);
  const currencies = groupByCurrency(rows);
  return [
    make('h1', {}, formatTitle({ kind, x, series, split, figures })),
    make('p', { class: 'lead' }, extractFirstSentence(data['summary'])),
    rows.length === 0 && make('p', { class: 'hint' }, 'There is nothing to draw.'),
    toText(data['nextCursor']) !== undefined &&
      make(
        'p',
        { class: 'hint' },
        `Drawn: the first ${rows.length} of ${formatNumber(toNumber(data['total']) ?? rows.length)} rows.`,
      ),
    ...currencies.flatMap(([currency, currencyRows]) => {
      const otherRows = toRows(data['others']).filter((row) => (toText(row['currency']) ?? 'USD') === currency);
      const currencyChart = { kind, x, series, split, currency, rows: currencyRows, others: otherRows, figures };
      const title = currencies.length > 1 ? currency : undefined;
      return [
        title !== undefined && make('h2', {}, title),
        ...makeDrawings(currencyChart),
        makeTableSection(currencyChart),
      ];
    }),
    makeMeaningSection([...toTexts(data['definitions']), ...toTexts(data['notes'])]),
  ];
}

const makeMeaningSection = (lines: readonly string[]): HTMLElement | false =>
  lines.length > 0 &&
  makeSection(
    'What the figures mean',
    make('ul', { class: 'items soft' }, ...lines.map((line) => make('li', {}, line))),
  );

function formatTitle({ kind, x, series, split, figures }: Pick<Chart, 'kind' | 'x' | 'series' | 'split' | 'figures'>) {
  const names = [...series, ...(kind === 'scatter' ? [x] : [])].map(figures.getTitle).join(', ');
  const by = kind === 'scatter' ? [split] : [x, split];
  return `${names} by ${by.flatMap((name) => (name === undefined ? [] : figures.getTitle(name).toLowerCase())).join(' and ')}`;
}

function makeDrawings(chart: Chart): readonly CardPart[] {
  if (chart.kind === 'scatter') return [makeScatterSection(chart)];
  return chart.series.map((name) => {
    if (chart.kind === 'lines') return makeLinesSection(chart, name);
    const hasNegative = chart.rows.some((row) => (toNumber(row[name]) ?? 0) < 0);
    // Parts of a whole cannot be less than nothing.
    return chart.kind === 'share' && !hasNegative ? makeShareSection(chart, name) : makeBarsSection(chart, name);
  });
}

const formatLabel = ({ x, split }: Chart, row: ViewRow): string =>
  [row[x], split === undefined ? undefined : row[split]]
    .map((value) => toName(value))
    .filter(Boolean)
    .join(' · ');

/* Bars */

function makeBarsSection(chart: Chart, name: string): HTMLElement {
  const { rows, others: otherRows, figures, currency } = chart;
  const getSize = (row: ViewRow) => Math.abs(toNumber(row[name]) ?? 0);
  // The others together are often more than each: they would make every bar small.
  const max = Math.max(...rows.map(getSize));
  const toBarLine = (row: ViewRow): BarLine => ({
    label: formatLabel(chart, row),
    value: figures.format(name, row[name], currency),
    parts: [{ value: getSize(row), fill: (toNumber(row[name]) ?? 0) < 0 ? 'warn' : 'plain' }],
    ...makeComparedNote(chart, row, name),
  });
  const rest = otherRows.map((row) =>
    make('p', { class: 'note' }, `${formatLabel(chart, row)}: ${figures.format(name, row[name], currency)}`),
  );
  return makeSection(
    figures.getTitle(name),
    makeLongList(rows, (row) => makeBarLine(toBarLine(row), max)),
    ...rest,
  );
}

function makeComparedNote({ figures, currency }: Chart, row: ViewRow, name: string): Pick<BarLine, 'note'> {
  const before = toNumber(row[`${name}_previous`]);
  return before === undefined ? {} : { note: `before: ${figures.format(name, before, currency)}` };
}

/* Shares */

const shareFills: readonly BarFill[] = ['plain', 'lines', 'soft', 'dense', 'full', 'cross'];

function makeShareSection(chart: Chart, name: string): HTMLElement {
  const { rows, others: otherRows, figures, currency } = chart;
  const getValue = (row: ViewRow) => toNumber(row[name]) ?? 0;
  const first = rows.slice(0, shareFills.length - 1);
  const rest = [...rows.slice(first.length), ...otherRows];
  const restValue = sumValues(rest.map(getValue));
  const parts = [
    ...first.map((row) => ({ label: formatLabel(chart, row), value: getValue(row) })),
    ...(rest.length === 0 ? [] : [{ label: 'All others', value: restValue }]),
  ].map((part, index) => ({ ...part, fill: shareFills[index] ?? 'cross' }));
  const total = sumValues(parts.map(({ value }) => value));
  const whole = { label: 'All', value: figures.format(name, total, currency), parts };
  const legend = parts.map(({ label, value, fill }) =>
    make(
      'li',
      {},
      make('span', { class: 'name' }, drawSwatch(fill), ` ${label}`),
      make('span', { class: 'value' }, figures.format(name, value, currency)),
      make('span', { class: 'soft' }, formatShare(value, total)),
    ),
  );
  return makeSection(figures.getTitle(name), makeBarLine(whole, total), make('ul', { class: 'legend' }, ...legend));
}

/* Lines */

interface Drawn {
  readonly label: string;
  readonly rows: readonly ViewRow[];
  /** Name of the figure of a row that is drawn. */
  readonly member: string;
}

function makeLinesSection({ rows, x, split, figures, currency }: Chart, name: string): HTMLElement {
  const categories = [...new Set(rows.map((row) => toName(row[x])))].toSorted(isTime(rows, x) ? undefined : () => 0);
  const groups = split === undefined ? [['', rows] as const] : [...Map.groupBy(rows, (row) => toName(row[split]))];
  const isCompared = split === undefined && rows.some((row) => toNumber(row[`${name}_previous`]) !== undefined);
  const drawn: readonly Drawn[] = isCompared
    ? [
        { label: 'In this period', rows, member: name },
        { label: 'Before', rows, member: `${name}_previous` },
      ]
    : groups.slice(0, linesMax).map(([label, groupRows]) => ({ label, rows: groupRows, member: name }));
  const title = figures.getTitle(name);
  const hiddenCount = isCompared ? 0 : groups.length - drawn.length;
  return makeSection(
    title,
    drawLinePlot({
      label: `${title} over ${figures.getTitle(x).toLowerCase()}: a table with every figure follows`,
      categories: categories,
      lines: drawn.map(({ rows: lineRows, member }) => {
        const values = new Map(lineRows.map((row) => [toName(row[x]), toNumber(row[member])]));
        return categories.map((key) => values.get(key));
      }),
      text: (value) => figures.formatShort(name, value, currency),
    }),
    drawn.length > 1 &&
      make(
        'ul',
        { class: 'lines-legend' },
        ...drawn.map(({ label }, index) =>
          make('li', {}, drawLineSample(index), make('span', { class: 'name' }, ` ${label}`)),
        ),
      ),
    hiddenCount > 0 && make('p', { class: 'hint' }, `Not drawn: ${hiddenCount} more, which the table has.`),
  );
}

/** Days, weeks, months and years sort as texts; weekdays come in the order of the answer. */
const isTime = (rows: readonly ViewRow[], x: string): boolean => rows.every((row) => /^\d{4}/.test(toName(row[x])));

/* Points */

function makeScatterSection({ rows, x, series: [y = ''], split, figures, currency }: Chart): HTMLElement {
  const points = rows.flatMap((row) => {
    const [across, up] = [toNumber(row[x]), toNumber(row[y])];
    return across === undefined || up === undefined
      ? []
      : [{ x: across, y: up, name: split === undefined ? '' : toName(row[split]) }];
  });
  const title = `${figures.getTitle(y)} against ${figures.getTitle(x)}`;
  return makeSection(
    title,
    drawScatterPlot({
      label: `${title}: a table with every figure follows`,
      points,
      xText: (value) => figures.formatShort(x, value, currency),
      yText: (value) => figures.formatShort(y, value, currency),
    }),
    make('p', { class: 'hint' }, `Across: ${figures.getTitle(x)}. Up: ${figures.getTitle(y)}.`),
  );
}

/* Every figure */

function makeTableSection({ kind, x, split, series, rows, others: otherRows, figures, currency }: Chart): HTMLElement {
  const names = kind === 'scatter' ? [split ?? x] : [x, ...(split === undefined ? [] : [split])];
  const measures = kind === 'scatter' ? [x, ...series] : series;
  const columns = [
    ...names.map((name) => ({ title: figures.getTitle(name), text: (row: ViewRow) => toName(row[name]) || '-' })),
    ...measures.flatMap((name) => {
      const makeColumn = (title: string, member: string) => ({
        title,
        isNumber: true,
        text: (row: ViewRow) => figures.format(name, row[member], currency),
      });
      const before = `${name}_previous`;
      return [
        makeColumn(figures.getTitle(name), name),
        ...(rows.some((row) => row[before] !== undefined) ? [makeColumn('Before', before)] : []),
      ];
    }),
  ];
  const table = makeTable('Every figure', columns, [...rows, ...otherRows]);
  return make('section', {}, make('details', {}, make('summary', {}, 'As a table'), table));
}
