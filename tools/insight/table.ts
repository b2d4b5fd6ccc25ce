import { type Completeness, isLoading } from '../../src/domain/kit/completeness.ts';
import type { Dimension } from '../../src/metrics/kit/dimension.ts';
import { isRatio, isSummable, type Measure } from '../../src/metrics/kit/measure.ts';
import { computeFigure, noParts, smallSample } from '../../src/metrics/figures.ts';
import { isByCurrency } from '../../src/metrics/query.ts';
import type { ListColumn, ListRow } from '../../src/mcp/results/list-result.ts';
import { isFigureKnown } from './loading-figures.ts';
import { column, countColumn, textColumn } from '../records/columns.ts';
import { type Analysis, isCompared, type Line } from './analysis.ts';
import type { PeriodComparison } from '../../src/metrics/periods.ts';
import { changeOf, changeText, figureNumber, figureText } from './figure-text.ts';
import { labelOf, type Labels } from './labels.ts';

export interface TableAsked {
  readonly share?: boolean | undefined;
  readonly runningTotal?: boolean | undefined;
  readonly compare?: PeriodComparison | undefined;
}

export interface Table {
  readonly columns: readonly ListColumn[];
  readonly hidden: readonly string[];
  /** Every line, in order. */
  readonly rows: readonly ListRow[];
  /** What is not shown. */
  readonly others: readonly ListRow[];
  readonly totals: readonly ListRow[];
  /** The lines below the rows that say more than the rows do. */
  readonly printed: readonly ListRow[];
}

interface Shown {
  readonly analysis: Analysis;
  /** Of each dimension. */
  readonly labels: readonly Labels[];
  readonly asked: TableAsked;
  readonly completeness: Completeness;
}

export function tableOf(shown: Shown): Table {
  const { analysis } = shown;
  const { by, measures } = analysis.question;
  const totals = new Map(analysis.totals.map((line) => [line.currency, line]));
  const running = measures.map(() => new Map<string | null, number>());
  const lines = analysis.lines.map((line) => ({
    ...figuresIn(shown, line, totals.get(line.currency)),
    ...namesIn(shown, line),
    ...(shown.asked.runningTotal === true && runningIn(measures, running, line)),
  }));
  const [first] = by;
  const toFootRow = (line: Line, label: string): ListRow => ({
    ...(first !== undefined && { [first.name]: label }),
    ...figuresIn(shown, line, totals.get(line.currency)),
  });
  const others = analysis.others.map((line) => toFootRow(line, `the other ${line.count}`));
  const totalRows = by.length === 0 ? [] : analysis.totals.map((line) => toFootRow(line, 'Total'));
  const isByCurrencyFirst = first?.name === 'currency';
  return {
    columns: columnsOf(shown),
    hidden: ['currency', ...measures.map(sampleKey)],
    rows: lines,
    others,
    totals: totalRows,
    printed: [
      ...(isByCurrencyFirst ? others.map((row) => nameCurrency(row, 'the others')) : others),
      ...(isByCurrencyFirst ? listPrintedTotals(analysis, totalRows) : totalRows),
    ],
  };
}

/** Totals by currency alone would only say the rows once more. */
function listPrintedTotals({ question }: Analysis, totalRows: readonly ListRow[]): readonly ListRow[] {
  if (isByCurrency(question) && question.by.length === 1) return [];
  return totalRows.map((row) => nameCurrency(row, 'Total'));
}

/** Names a line below the rows in the column of the currency, along with its currency. */
const nameCurrency = (row: ListRow, label: string): ListRow => ({
  ...row,
  [currencyLabel]: [label, row['currency']].filter(Boolean).join(' '),
  currency: row['currency'] ?? label,
});

/** What stands in the column of the currency instead of it. */
const currencyLabel = 'currency_label';
const currencyColumn: ListColumn = {
  ...column('currency', 'Currency'),
  text: (row) => String(row[currencyLabel] ?? row['currency']),
};

const numberKey = ({ name }: Dimension): string => `${name}_no`;
const sampleKey = ({ name }: Measure): string => `${name}_n`;

function namesIn({ analysis, labels }: Shown, { keys }: Line): ListRow {
  const members = analysis.question.by.map((dimension, place) => {
    const { text, number } = labelOf(labels[place] ?? new Map(), dimension, keys[place] ?? null);
    return { [dimension.name]: text, ...(hasNumber(dimension) && { [numberKey(dimension)]: number }) };
  });
  return Object.assign({}, ...members) as ListRow;
}

const hasNumber = (dimension: Dimension): boolean => dimension.kind === 'party' && dimension.hasNumber;

function figuresIn({ analysis, asked, completeness }: Shown, line: Line, total: Line | undefined): ListRow {
  const members = analysis.question.measures.map((measure, place) => {
    const parts = line.parts[place] ?? noParts;
    const value = computeFigure(measure, parts);
    const { name } = measure;
    if (!isFigureKnown(measure, completeness)) return { [name]: null };
    return {
      [name]: figureNumber(measure, value),
      ...(isRatio(measure) && parts.n < smallSample && { [sampleKey(measure)]: parts.n }),
      ...(hasShare(measure, asked) &&
        !isLoading(completeness) && {
          [`${name}_share`]: shareOf(value, total && computeFigure(measure, total.parts[place] ?? noParts)),
        }),
      ...(isCompared(measure, asked) &&
        !isLoading(completeness) &&
        comparedIn(measure, value, computeFigure(measure, line.previous?.[place] ?? noParts))),
    };
  });
  return Object.assign({ currency: line.currency }, ...members) as ListRow;
}

function comparedIn(measure: Measure, value: number | null, before: number | null): ListRow {
  const { name } = measure;
  const difference = value === null || before === null ? null : value - before;
  return {
    [`${name}_previous`]: figureNumber(measure, before),
    ...(measure.unit !== 'percent' && {
      [`${name}_difference`]: figureNumber(measure, difference === null ? null : Math.round(difference * 100) / 100),
    }),
    [`${name}_change`]: changeOf(measure, value, before),
  };
}

function runningIn(measures: readonly Measure[], sums: readonly Map<string | null, number>[], line: Line): ListRow {
  const members = measures.filter(isSummable).map((measure) => {
    const place = measures.indexOf(measure);
    const sum = (sums[place]?.get(line.currency) ?? 0) + (computeFigure(measure, line.parts[place] ?? noParts) ?? 0);
    sums[place]?.set(line.currency, sum);
    return { [`${measure.name}_running`]: figureNumber(measure, sum) };
  });
  return Object.assign({}, ...members) as ListRow;
}

const shareOf = (value: number | null, total: number | null | undefined): number | null =>
  value === null || total === null || total === undefined || total === 0
    ? null
    : Math.round((value / total) * 1000) / 10;

const hasShare = (measure: Measure, { share }: TableAsked): boolean => share === true && isSummable(measure);

function columnsOf({ analysis, asked }: Shown): readonly ListColumn[] {
  const { by, measures } = analysis.question;
  const currencies = new Set(analysis.totals.map(({ currency }) => currency));
  return [
    ...by.flatMap((dimension) => [
      dimensionColumn(dimension),
      ...(hasNumber(dimension) ? [column(numberKey(dimension), 'No.')] : []),
    ]),
    ...(currencies.size > 1 && !by.some(({ name }) => name === 'currency') ? [currencyColumn] : []),
    ...measures.flatMap((measure) => measureColumns(measure, asked)),
  ];
}

function dimensionColumn(dimension: Dimension): ListColumn {
  const { name, title } = dimension;
  if (name === 'currency') return currencyColumn;
  return isRecordText(dimension) ? textColumn(name, title) : column(name, title);
}

const isRecordText = ({ kind }: Dimension): boolean => ['party', 'text', 'place', 'lane'].includes(kind);

function measureColumns(measure: Measure, asked: TableAsked): readonly ListColumn[] {
  const { name, title } = measure;
  const figure = (key: string, heading: string): ListColumn => ({
    ...countColumn(key, heading),
    none: 'n/a',
    text: (row) => shownText(measure, row[key], row),
  });
  return [
    {
      ...figure(name, title),
      text: (row) => `${shownText(measure, row[name], row)}${sampleText(row[sampleKey(measure)])}`,
    },
    ...(hasShare(measure, asked) ? [percent(`${name}_share`, 'Share')] : []),
    ...(asked.runningTotal === true && isSummable(measure) ? [figure(`${name}_running`, 'Running')] : []),
    ...(isCompared(measure, asked)
      ? [figure(`${name}_previous`, 'Before'), ...changeColumns(measure, figure(`${name}_difference`, 'Difference'))]
      : []),
  ];
}

const percent = (key: string, title: string): ListColumn => ({
  ...countColumn(key, title),
  none: 'n/a',
  text: (row) => (typeof row[key] === 'number' ? `${row[key].toFixed(1)} %` : 'n/a'),
});

/** Of a percentage the difference is the change, in points. */
function changeColumns(measure: Measure, difference: ListColumn): readonly ListColumn[] {
  const change: ListColumn = {
    ...countColumn(`${measure.name}_change`, 'Change'),
    none: 'n/a',
    text: (row) => changeText(measure, numberIn(row[measure.name]), numberIn(row[`${measure.name}_previous`])),
  };
  return measure.unit === 'percent' ? [change] : [difference, change];
}

const sampleText = (n: unknown): string => (typeof n === 'number' ? ` (n ${n})` : '');

function shownText(measure: Measure, value: unknown, row: ListRow): string {
  const number = numberIn(value);
  const cents = measure.unit === 'money' || measure.unit === 'money_rate';
  const { currency } = row;
  return figureText(
    measure,
    number === null || !cents ? number : Math.round(number * 100),
    typeof currency === 'string' ? currency : null,
  );
}

const numberIn = (value: unknown): number | null => (typeof value === 'number' ? value : null);
