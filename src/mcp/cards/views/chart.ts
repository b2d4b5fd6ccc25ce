import { type BarLine, barLine, type Fill, swatch } from './kit/bars.ts';
import { make, type Part, section } from './kit/elements.ts';
import { type Figures, figuresOf } from './kit/figures.ts';
import { dataTable, longList } from './kit/lists.ts';
import { linePlot, lineSample, linesMax, scatterPlot } from './kit/plot.ts';
import { byCurrency, nameOf, numberOf, type Row, rowOf, rowsOf, sumOf, textOf, textsOf } from './kit/reading.ts';
import { showView } from './kit/view.ts';
import { firstSentence, numberText, shareText } from './kit/words.ts';

showView({ name: 'chart', parts: chartParts });

/** How the answer says that it may be drawn, and the rows of one currency. */
interface Chart {
  readonly kind: string;
  readonly x: string;
  readonly series: readonly string[];
  readonly split: string | undefined;
  readonly currency: string;
  readonly rows: readonly Row[];
  readonly others: readonly Row[];
  readonly figures: Figures;
}

/** Undefined for figures without a view, which are rows of one line. */
function chartParts(data: Row): readonly Part[] | undefined {
  const chart = rowOf(data['chart']);
  const [kind, x, series] = [textOf(chart['kind']), textOf(chart['x']), textsOf(chart['series'])];
  const rows = rowsOf(data['rows']);
  if (kind === undefined || x === undefined || series.length === 0) return undefined;
  const figures = figuresOf(chart);
  const split = textOf(chart['split']);
  const currencies = byCurrency(rows);
  return [
    make('h1', {}, titleText({ kind, x, series, split, figures })),
    make('p', { class: 'lead' }, firstSentence(data['summary'])),
    rows.length === 0 && make('p', { class: 'hint' }, 'There is nothing to draw.'),
    textOf(data['nextCursor']) !== undefined &&
      make(
        'p',
        { class: 'hint' },
        `Drawn: the first ${rows.length} of ${numberText(numberOf(data['total']) ?? rows.length)} rows.`,
      ),
    ...currencies.flatMap(([currency, some]) => {
      const others = rowsOf(data['others']).filter((row) => (textOf(row['currency']) ?? 'USD') === currency);
      const own = { kind, x, series, split, currency, rows: some, others, figures };
      const title = currencies.length > 1 ? currency : undefined;
      return [title !== undefined && make('h2', {}, title), ...drawings(own), tableSection(own)];
    }),
    meaningSection([...textsOf(data['definitions']), ...textsOf(data['notes'])]),
  ];
}

const meaningSection = (lines: readonly string[]): HTMLElement | false =>
  lines.length > 0 &&
  section('What the figures mean', make('ul', { class: 'items soft' }, ...lines.map((line) => make('li', {}, line))));

function titleText({ kind, x, series, split, figures }: Pick<Chart, 'kind' | 'x' | 'series' | 'split' | 'figures'>) {
  const names = [...series, ...(kind === 'scatter' ? [x] : [])].map(figures.titleOf).join(', ');
  const by = kind === 'scatter' ? [split] : [x, split];
  return `${names} by ${by.flatMap((name) => (name === undefined ? [] : figures.titleOf(name).toLowerCase())).join(' and ')}`;
}

function drawings(chart: Chart): readonly Part[] {
  if (chart.kind === 'scatter') return [scatterSection(chart)];
  return chart.series.map((name) => {
    if (chart.kind === 'lines') return linesSection(chart, name);
    const hasNegative = chart.rows.some((row) => (numberOf(row[name]) ?? 0) < 0);
    // Parts of a whole cannot be less than nothing.
    return chart.kind === 'share' && !hasNegative ? shareSection(chart, name) : barsSection(chart, name);
  });
}

const labelOf = ({ x, split }: Chart, row: Row): string =>
  [row[x], split === undefined ? undefined : row[split]]
    .map((one) => nameOf(one))
    .filter(Boolean)
    .join(' · ');

/* Bars */

function barsSection(chart: Chart, name: string): HTMLElement {
  const { rows, others, figures, currency } = chart;
  const sizeOf = (row: Row) => Math.abs(numberOf(row[name]) ?? 0);
  // The others together are often more than each: they would make every bar small.
  const max = Math.max(...rows.map(sizeOf));
  const lineOf = (row: Row): BarLine => ({
    label: labelOf(chart, row),
    value: figures.text(name, row[name], currency),
    parts: [{ value: sizeOf(row), fill: (numberOf(row[name]) ?? 0) < 0 ? 'warn' : 'plain' }],
    ...comparedNote(chart, row, name),
  });
  const rest = others.map((row) =>
    make('p', { class: 'note' }, `${labelOf(chart, row)}: ${figures.text(name, row[name], currency)}`),
  );
  return section(
    figures.titleOf(name),
    longList(rows, (row) => barLine(lineOf(row), max)),
    ...rest,
  );
}

function comparedNote({ figures, currency }: Chart, row: Row, name: string): Pick<BarLine, 'note'> {
  const before = numberOf(row[`${name}_previous`]);
  return before === undefined ? {} : { note: `before: ${figures.text(name, before, currency)}` };
}

/* Shares */

const shareFills: readonly Fill[] = ['plain', 'lines', 'soft', 'dense', 'full', 'cross'];

function shareSection(chart: Chart, name: string): HTMLElement {
  const { rows, others, figures, currency } = chart;
  const valueOf = (row: Row) => numberOf(row[name]) ?? 0;
  const first = rows.slice(0, shareFills.length - 1);
  const rest = [...rows.slice(first.length), ...others];
  const restValue = sumOf(rest.map(valueOf));
  const parts = [
    ...first.map((row) => ({ label: labelOf(chart, row), value: valueOf(row) })),
    ...(rest.length === 0 ? [] : [{ label: 'All others', value: restValue }]),
  ].map((part, index) => ({ ...part, fill: shareFills[index] ?? 'cross' }));
  const total = sumOf(parts.map(({ value }) => value));
  const whole = { label: 'All', value: figures.text(name, total, currency), parts };
  const legend = parts.map(({ label, value, fill }) =>
    make(
      'li',
      {},
      make('span', { class: 'name' }, swatch(fill), ` ${label}`),
      make('span', { class: 'value' }, figures.text(name, value, currency)),
      make('span', { class: 'soft' }, shareText(value, total)),
    ),
  );
  return section(figures.titleOf(name), barLine(whole, total), make('ul', { class: 'legend' }, ...legend));
}

/* Lines */

interface Drawn {
  readonly label: string;
  readonly rows: readonly Row[];
  /** Of a row: the figure that is drawn. */
  readonly member: string;
}

function linesSection({ rows, x, split, figures, currency }: Chart, name: string): HTMLElement {
  const along = [...new Set(rows.map((row) => nameOf(row[x])))].toSorted(isTime(rows, x) ? undefined : () => 0);
  const groups = split === undefined ? [['', rows] as const] : [...Map.groupBy(rows, (row) => nameOf(row[split]))];
  const isCompared = split === undefined && rows.some((row) => numberOf(row[`${name}_previous`]) !== undefined);
  const drawn: readonly Drawn[] = isCompared
    ? [
        { label: 'In this period', rows, member: name },
        { label: 'Before', rows, member: `${name}_previous` },
      ]
    : groups.slice(0, linesMax).map(([label, some]) => ({ label, rows: some, member: name }));
  const title = figures.titleOf(name);
  const left = isCompared ? 0 : groups.length - drawn.length;
  return section(
    title,
    linePlot({
      label: `${title} over ${figures.titleOf(x).toLowerCase()}: a table with every figure follows`,
      along,
      lines: drawn.map(({ rows: some, member }) => {
        const values = new Map(some.map((row) => [nameOf(row[x]), numberOf(row[member])]));
        return along.map((key) => values.get(key));
      }),
      text: (value) => figures.short(name, value, currency),
    }),
    drawn.length > 1 &&
      make(
        'ul',
        { class: 'lines-legend' },
        ...drawn.map(({ label }, index) =>
          make('li', {}, lineSample(index), make('span', { class: 'name' }, ` ${label}`)),
        ),
      ),
    left > 0 && make('p', { class: 'hint' }, `Not drawn: ${left} more, which the table has.`),
  );
}

/** Days, weeks, months and years sort as texts; weekdays come in the order of the answer. */
const isTime = (rows: readonly Row[], x: string): boolean => rows.every((row) => /^\d{4}/.test(nameOf(row[x])));

/* Points */

function scatterSection({ rows, x, series: [y = ''], split, figures, currency }: Chart): HTMLElement {
  const points = rows.flatMap((row) => {
    const [across, up] = [numberOf(row[x]), numberOf(row[y])];
    return across === undefined || up === undefined
      ? []
      : [{ x: across, y: up, name: split === undefined ? '' : nameOf(row[split]) }];
  });
  const title = `${figures.titleOf(y)} against ${figures.titleOf(x)}`;
  return section(
    title,
    scatterPlot({
      label: `${title}: a table with every figure follows`,
      points,
      xText: (value) => figures.short(x, value, currency),
      yText: (value) => figures.short(y, value, currency),
    }),
    make('p', { class: 'hint' }, `Across: ${figures.titleOf(x)}. Up: ${figures.titleOf(y)}.`),
  );
}

/* Every figure */

function tableSection({ kind, x, split, series, rows, others, figures, currency }: Chart): HTMLElement {
  const names = kind === 'scatter' ? [split ?? x] : [x, ...(split === undefined ? [] : [split])];
  const measures = kind === 'scatter' ? [x, ...series] : series;
  const columns = [
    ...names.map((name) => ({ title: figures.titleOf(name), text: (row: Row) => nameOf(row[name]) || '-' })),
    ...measures.flatMap((name) => {
      const column = (title: string, member: string) => ({
        title,
        isNumber: true,
        text: (row: Row) => figures.text(name, row[member], currency),
      });
      const before = `${name}_previous`;
      return [
        column(figures.titleOf(name), name),
        ...(rows.some((row) => row[before] !== undefined) ? [column('Before', before)] : []),
      ];
    }),
  ];
  const table = dataTable('Every figure', columns, [...rows, ...others]);
  return make('section', {}, make('details', {}, make('summary', {}, 'As a table'), table));
}
