import { type Completeness, isLoading } from '../../src/domain/kit/completeness.ts';
import type { Dimension } from '../../src/metrics/kit/dimension.ts';
import { isRatio, isSummable, type Measure } from '../../src/metrics/kit/measure.ts';
import { countText } from '../../src/metrics/kit/fact.ts';
import { getFact } from '../../src/metrics/kit/facts.ts';
import { computeFigure, noParts, smallSample } from '../../src/metrics/figures.ts';
import { isByCurrency } from '../../src/metrics/query.ts';
import type { ListColumn, ListRow } from '../../src/mcp/results/list-result.ts';
import { isFigureKnown } from './loading-figures.ts';
import { column, countColumn, dateColumn, textColumn } from '../records/columns.ts';
import { type Analysis, isCompared, type AnalysisLine } from './analysis.ts';
import type { PeriodComparison } from '../../src/metrics/periods.ts';
import { computeChange, formatChange, toFigureNumber, formatFigure } from './figure-text.ts';
import { getLabel, type Labels } from './labels.ts';

export interface TableRequest {
  readonly share?: boolean | undefined;
  readonly runningTotal?: boolean | undefined;
  readonly compare?: PeriodComparison | undefined;
}

export interface AnalysisTable {
  readonly columns: readonly ListColumn[];
  readonly hidden: readonly string[];
  /** Every line, in order. */
  readonly rows: readonly ListRow[];
  /** Rows that are not shown. */
  readonly others: readonly ListRow[];
  readonly totals: readonly ListRow[];
  /** The lines below the rows that say more than the rows do. */
  readonly printed: readonly ListRow[];
}

interface ShownAnalysis {
  readonly analysis: Analysis;
  /** Labels of each dimension. */
  readonly labels: readonly Labels[];
  readonly request: TableRequest;
  readonly completeness: Completeness;
}

export function buildTable(shownAnalysis: ShownAnalysis): AnalysisTable {
  const { analysis } = shownAnalysis;
  const { by, measures } = analysis.question;
  const totals = new Map(analysis.totals.map((line) => [line.currency, line]));
  const running = measures.map(() => new Map<string | null, number>());
  const lines = analysis.lines.map((line) => ({
    ...toFigures(shownAnalysis, line, totals.get(line.currency)),
    ...toNames(shownAnalysis, line),
    ...(shownAnalysis.request.runningTotal === true && addToRunning(measures, running, line)),
  }));
  const [first] = by;
  const toFootRow = (line: AnalysisLine, label: string): ListRow => ({
    ...(first !== undefined && { [first.name]: label }),
    ...toFigures(shownAnalysis, line, totals.get(line.currency)),
  });
  const otherRows = analysis.others.map((line) =>
    toFootRow(line, line.count === 1 ? '1 other' : `${line.count} others`),
  );
  const totalRows = by.length === 0 ? [] : analysis.totals.map((line) => toFootRow(line, 'Total'));
  const isByCurrencyFirst = first?.name === 'currency';
  return {
    columns: listColumns(shownAnalysis),
    hidden: ['currency', ...measures.map(toSampleKey)],
    rows: lines,
    others: otherRows,
    totals: totalRows,
    printed: [
      ...(isByCurrencyFirst ? otherRows.map((row) => addCurrencyLabel(row, 'the others')) : otherRows),
      ...(isByCurrencyFirst ? listPrintedTotals(analysis, totalRows) : totalRows),
    ],
  };
}

/** Totals by currency alone would only say the rows once more. */
function listPrintedTotals({ question }: Analysis, totalRows: readonly ListRow[]): readonly ListRow[] {
  if (isByCurrency(question) && question.by.length === 1) return [];
  return totalRows.map((row) => addCurrencyLabel(row, 'Total'));
}

/** Labels a line below the rows in the column of the currency, along with its currency. */
const addCurrencyLabel = (row: ListRow, label: string): ListRow => ({
  ...row,
  [currencyLabel]: [label, row['currency']].filter(Boolean).join(' '),
  currency: row['currency'] ?? label,
});

/** Key of the text that the column of the currency shows instead of the currency. */
const currencyLabel = 'currency_label';
const currencyColumn: ListColumn = {
  ...column('currency', 'Currency'),
  text: (row) => String(row[currencyLabel] ?? row['currency']),
};

const toNumberKey = ({ name }: Dimension): string => `${name}_no`;
const toSampleKey = ({ name }: Measure): string => `${name}_n`;

function toNames({ analysis, labels }: ShownAnalysis, { keys }: AnalysisLine): ListRow {
  const members = analysis.question.by.map((dimension, place) => {
    const { text, number } = getLabel(labels[place] ?? new Map(), dimension, keys[place] ?? null);
    return { [dimension.name]: text, ...(hasNumber(dimension) && { [toNumberKey(dimension)]: number }) };
  });
  return Object.assign({}, ...members) as ListRow;
}

const hasNumber = (dimension: Dimension): boolean => dimension.kind === 'party' && dimension.hasNumber;

function toFigures(
  { analysis, request: input, completeness }: ShownAnalysis,
  line: AnalysisLine,
  total: AnalysisLine | undefined,
): ListRow {
  const members = analysis.question.measures.map((measure, place) => {
    const parts = line.parts[place] ?? noParts;
    const value = computeFigure(measure, parts);
    const { name } = measure;
    if (!isFigureKnown(measure, completeness)) return { [name]: null };
    return {
      [name]: toFigureNumber(measure, value),
      ...(isRatio(measure) && parts.n < smallSample && { [toSampleKey(measure)]: parts.n }),
      ...(hasShare(measure, input) &&
        !isLoading(completeness) && {
          [`${name}_share`]: computeShare(value, total && computeFigure(measure, total.parts[place] ?? noParts)),
        }),
      ...(isCompared(measure, input) &&
        !isLoading(completeness) &&
        toComparison(measure, value, computeFigure(measure, line.previous?.[place] ?? noParts))),
    };
  });
  return Object.assign({ currency: line.currency }, ...members) as ListRow;
}

function toComparison(measure: Measure, value: number | null, before: number | null): ListRow {
  const { name } = measure;
  const difference = value === null || before === null ? null : value - before;
  return {
    [`${name}_previous`]: toFigureNumber(measure, before),
    ...(measure.unit !== 'percent' && {
      [`${name}_difference`]: toFigureNumber(measure, difference === null ? null : Math.round(difference * 100) / 100),
    }),
    [`${name}_change`]: computeChange(measure, value, before),
  };
}

function addToRunning(
  measures: readonly Measure[],
  sums: readonly Map<string | null, number>[],
  line: AnalysisLine,
): ListRow {
  const members = measures.filter(isSummable).map((measure) => {
    const place = measures.indexOf(measure);
    const sum = (sums[place]?.get(line.currency) ?? 0) + (computeFigure(measure, line.parts[place] ?? noParts) ?? 0);
    sums[place]?.set(line.currency, sum);
    return { [`${measure.name}_running`]: toFigureNumber(measure, sum) };
  });
  return Object.assign({}, ...members) as ListRow;
}

const computeShare = (value: number | null, total: number | null | undefined): number | null =>
  value === null || total === null || total === undefined || total === 0
    ? null
    : Math.round((value / total) * 1000) / 10;

const hasShare = (measure: Measure, { share }: TableRequest): boolean => share === true && isSummable(measure);

function listColumns({ analysis, request: input }: ShownAnalysis): readonly ListColumn[] {
  const { by, measures } = analysis.question;
  const currencies = new Set(analysis.totals.map(({ currency }) => currency));
  return [
    ...by.flatMap((dimension) => [
      createDimensionColumn(dimension),
      ...(hasNumber(dimension) ? [column(toNumberKey(dimension), 'No.')] : []),
    ]),
    ...(currencies.size > 1 && !by.some(({ name }) => name === 'currency') ? [currencyColumn] : []),
    ...measures.flatMap((measure) => listMeasureColumns(measure, input)),
  ];
}

function createDimensionColumn(dimension: Dimension): ListColumn {
  const { name, title } = dimension;
  if (name === 'currency') return currencyColumn;
  if (isRecordText(dimension)) return textColumn(name, title);
  return isOfDays(dimension) ? dateColumn(name, title) : column(name, title);
}

/** Returns whether the keys of a dimension are days or months. */
const isOfDays = ({ kind, name }: Dimension): boolean =>
  kind === 'time' || ['due_day', 'due_week', 'delivery_month'].includes(name);

const isRecordText = ({ kind }: Dimension): boolean => ['party', 'text', 'place', 'lane'].includes(kind);

function listMeasureColumns(measure: Measure, input: TableRequest): readonly ListColumn[] {
  const { name, title } = measure;
  const createFigureColumn = (key: string, heading: string): ListColumn => ({
    ...countColumn(key, heading),
    none: 'n/a',
    text: (row) => formatValue(measure, row[key], row),
  });
  return [
    {
      ...createFigureColumn(name, title),
      text: (row) => `${formatValue(measure, row[name], row)}${formatSample(measure, row[toSampleKey(measure)])}`,
    },
    ...(hasShare(measure, input) ? [createPercentColumn(`${name}_share`, 'Share')] : []),
    ...(input.runningTotal === true && isSummable(measure) ? [createFigureColumn(`${name}_running`, 'Running')] : []),
    ...(isCompared(measure, input)
      ? [
          createFigureColumn(`${name}_previous`, 'Before'),
          ...listChangeColumns(measure, createFigureColumn(`${name}_difference`, 'Difference')),
        ]
      : []),
  ];
}

const createPercentColumn = (key: string, title: string): ListColumn => ({
  ...countColumn(key, title),
  none: 'n/a',
  text: (row) => (typeof row[key] === 'number' ? `${row[key].toFixed(1)} %` : 'n/a'),
});

/** Lists the columns of a change. The difference of a percentage is its change, in points. */
function listChangeColumns(measure: Measure, difference: ListColumn): readonly ListColumn[] {
  const change: ListColumn = {
    ...countColumn(`${measure.name}_change`, 'Change'),
    none: 'n/a',
    text: (row) => formatChange(measure, toNumber(row[measure.name]), toNumber(row[`${measure.name}_previous`])),
  };
  return measure.unit === 'percent' ? [change] : [difference, change];
}

/** Formats the few records that a ratio is computed from: " (3 shipments)"; empty where they are many. */
const formatSample = ({ fact }: Measure, n: unknown): string =>
  typeof n === 'number' ? ` (${countText(getFact(fact), n)})` : '';

function formatValue(measure: Measure, value: unknown, row: ListRow): string {
  const number = toNumber(value);
  const cents = measure.unit === 'money' || measure.unit === 'money_rate';
  const { currency } = row;
  return formatFigure(
    measure,
    number === null || !cents ? number : Math.round(number * 100),
    typeof currency === 'string' ? currency : null,
  );
}

const toNumber = (value: unknown): number | null => (typeof value === 'number' ? value : null);
