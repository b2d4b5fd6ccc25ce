import type { watchKinds } from '../../domain/shipments/watched-freight.ts';
import { toNumber, toRows, toText, type ViewRow } from '../cards/views/kit/reading.ts';
import { type DataState, qualifyFigure } from './answer-state.ts';
import { getExceptionTitle } from './desk-lists.ts';
import { formatPageAmount, formatWhole } from './desk-words.ts';

/** A count on the home page, which leads to what it counts. */
export interface HomeFigure {
  readonly title: string;
  readonly path: string;
  /** In words: `12`, `12 so far`, `not known yet`. */
  readonly count: string;
  /** Amounts, one for each currency. */
  readonly amounts: readonly string[];
}

/** A question of the home page: one call of a tool, and the figures of its answer. */
export interface HomeQuestion {
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly listFigures: (data: ViewRow, state: DataState) => readonly HomeFigure[];
}

/** Figures of one desk of the brokerage. */
export interface HomeGroup {
  readonly title: string;
  readonly questions: readonly HomeQuestion[];
}

/** Formats a count; one that will change is never shown as if it were all. */
export function formatHomeCount(count: number | undefined, state: DataState): string {
  if (count === undefined) return 'not known yet';
  return qualifyFigure(formatWhole(count), state);
}

const formatAmounts = (totals: unknown, state: DataState): readonly string[] =>
  toRows(totals).map(({ currency, amount }) => {
    const text = formatPageAmount(toNumber(amount) ?? 0, toText(currency));
    return qualifyFigure(text, state);
  });

interface ListFigure {
  readonly title: string;
  readonly path: string;
  /** Member of the answer with the sums. */
  readonly sums?: string;
}

/** Asks for one row of a list: its count and sums are of all that match. */
const countList = (
  tool: string,
  input: Readonly<Record<string, unknown>>,
  { title, path, sums = 'totals' }: ListFigure,
): HomeQuestion => ({
  tool,
  input: { ...input, limit: 1 },
  listFigures: (data, state) => [
    {
      title,
      path,
      count: formatHomeCount(toNumber(data['total']) ?? sumCounts(toRows(data[sums])), state),
      amounts: formatAmounts(data[sums], state),
    },
  ],
});

const sumCounts = (rows: readonly ViewRow[]): number | undefined =>
  rows.length === 0 ? undefined : rows.reduce((sum, { count }) => sum + (toNumber(count) ?? 0), 0);

/** Kinds of exceptions that the home page counts, though there may be none. */
const homeKinds = [
  'late',
  'at_risk',
  'uncovered',
  'dwelling',
  'not_dispatched',
  'no_appointment',
] as const satisfies readonly (typeof watchKinds)[number][];

const exceptions: HomeQuestion = {
  tool: 'list_shipments',
  input: { exception: 'any', limit: 1 },
  listFigures(data, state) {
    const counts = new Map(toRows(data['byKind']).map(({ kind, count }) => [kind, toNumber(count)]));
    return homeKinds.map((kind) => ({
      title: getExceptionTitle(kind),
      path: `/desk/exceptions?show=${kind}`,
      count: formatHomeCount(counts.get(kind) ?? 0, state),
      amounts: [],
    }));
  },
};

const billing: HomeQuestion = {
  tool: 'billing_queue',
  input: { limit: 1 },
  listFigures(data, state) {
    const whole = { title: 'To invoice', path: '/desk/billing', amounts: formatAmounts(data['totals'], state) };
    const all = { ...whole, count: formatHomeCount(toNumber(data['total']), state) };
    if (state !== 'complete') return [all];
    const listBlocked = (blocker: string, title: string): HomeFigure => {
      const rows = toRows(data['byBlocker']).filter((row) => row['blocker'] === blocker);
      return {
        title,
        path: `/desk/billing?show=${blocker}`,
        count: formatHomeCount(sumCounts(rows) ?? 0, state),
        amounts: formatAmounts(rows, state),
      };
    };
    return [all, listBlocked('ready', 'Ready to invoice'), listBlocked('pod_missing', 'POD missing')];
  },
};

const revenue: HomeQuestion = {
  tool: 'analyze',
  input: { measures: ['revenue', 'margin'], period: 'month to date' },
  listFigures: (data, state) => [
    {
      title: 'Revenue this month, to today',
      path: '/desk/revenue',
      count: '',
      // Without a grouping the rows are the totals of the currencies.
      amounts: toRows(data['rows']).flatMap(({ currency, revenue: amount }) =>
        formatAmounts([{ currency, amount }], state),
      ),
    },
  ],
};

export const homeGroups: readonly HomeGroup[] = [
  { title: 'Dispatch', questions: [exceptions] },
  {
    title: 'Billing',
    questions: [
      billing,
      countList(
        'list_invoices',
        { overdue: true },
        {
          title: 'Invoices overdue',
          path: '/desk/invoices?show=overdue',
          sums: 'openTotals',
        },
      ),
    ],
  },
  {
    title: 'Bills',
    questions: [
      countList(
        'list_bills',
        { status: 'IN_REVIEW' },
        { title: 'In review', path: '/desk/bills?show=review', sums: 'openTotals' },
      ),
      countList(
        'list_bills',
        { overdue: true },
        { title: 'Overdue', path: '/desk/bills?show=overdue', sums: 'openTotals' },
      ),
      countList(
        'list_bills',
        { to: 'in 7 days' },
        {
          title: 'Due within 7 days, with overdue',
          path: '/desk/bills?show=due',
          sums: 'openTotals',
        },
      ),
    ],
  },
  {
    title: 'Sales',
    questions: [
      countList(
        'list_quotes',
        { expiringWithinHours: 24 },
        {
          title: 'Quotes expiring within 24 hours',
          path: '/desk/quotes?show=expiring',
        },
      ),
      revenue,
    ],
  },
];
