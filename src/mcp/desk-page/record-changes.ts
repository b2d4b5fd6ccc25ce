import { toNumber, toRow, toRows, toText, toTexts, type ViewRow } from '../cards/views/kit/reading.ts';
import { formatSentence, formatVerdict } from './desk-words.ts';

/**
 * Brings an answer about a record into the form of its page: the record's members and those beside it in one row, names in
 * place of parties, carriers as rows of their own, and what fails before what passes.
 */
export function prepareRecord(data: ViewRow): ViewRow {
  const { record, verdict, exposure, billing: _billing, ...rest } = data;
  const recordRow = toRow(record);
  const { origin, destination } = toRow(rest['lane']);
  return {
    ...(verdict !== undefined && { verdict: prepareVerdict(toRow(verdict)) }),
    ...withTerms(recordRow),
    ...(toRows(recordRow['loads']).length > 0 && { loads: toRows(recordRow['loads']).flatMap(listLoadCarriers) }),
    ...(recordRow['late'] === true && { punctuality: describeLate(recordRow) }),
    ...prepareBilling(recordRow),
    ...(recordRow['verdicts'] !== undefined && { verdicts: toTexts(recordRow['verdicts']).map(formatVerdict) }),
    ...(recordRow['insurance'] !== undefined &&
      recordRow['insurance'] !== null && { insurance: withDollars(toRow(recordRow['insurance'])) }),
    ...(exposure !== undefined && { exposure }),
    ...rest,
    ...(rest['byCurrency'] !== undefined && { byCurrency: toRows(rest['byCurrency']).map(preparePrices) }),
    ...(origin !== undefined && {
      name: [origin, destination].flatMap((place) => toText(place) ?? []).join(' to '),
      lane: null,
    }),
  };
}

/** Replaces terms by their name. */
function withTerms(record: ViewRow): ViewRow {
  const name = toText(toRow(record['terms'])['name']);
  return name === undefined ? record : { ...record, terms: name };
}

/** Lists the carriers of a load as rows with the number of the load; a load without one is a row itself. */
function listLoadCarriers({ carriers, friendlyId, status }: ViewRow): readonly ViewRow[] {
  const rows = toRows(carriers);
  const load = { load: friendlyId };
  if (rows.length === 0) return [{ ...load, carrier: { words: 'No carrier' }, status }];
  return rows.map(({ friendlyId: number, name, ...carrier }) => ({
    ...load,
    carrier: name === null ? { words: 'Not sent by this API' } : { name, friendlyId: number },
    ...carrier,
  }));
}

/** Limits of an insurance are in US dollars, whatever the carrier is paid in. */
const withDollars = (insurance: ViewRow): ViewRow => ({ currency: 'USD', ...insurance });

/** Lists the prices of a lane in one currency as rows, which compare. */
function preparePrices({ currency, buy, sell, recent, earlier, margin, marginPercent, loads }: ViewRow): ViewRow {
  const toPriceRow = (title: string, row: unknown) => ({ currency, price: title, ...toRow(row) });
  const spans = [
    {
      span: 'Last 90 days',
      loads,
      buy: toRow(buy)['average'],
      sell: toRow(sell)['average'],
      marginPercent,
      margin,
    },
    { span: 'Last 30 days', ...toRow(recent) },
    { span: 'Before that', ...toRow(earlier) },
  ];
  return {
    currency,
    prices: [toPriceRow('Buy', buy), toPriceRow('Sell', sell)],
    margins: spans.map((span) => ({ currency, ...span })),
  };
}

const describeLate = ({ minutesLate }: ViewRow): string => {
  const minutes = toNumber(minutesLate);
  if (minutes === undefined) return 'late';
  const rest = minutes % 60;
  return minutes < 120
    ? `late by ${minutes} min`
    : `late by ${Math.floor(minutes / 60)} h${rest === 0 ? '' : ` ${rest} min`}`;
};

function prepareBilling({ billing }: ViewRow): ViewRow {
  const { status, blockedBy } = toRow(billing);
  const [state, reasons] = [toText(status), toTexts(blockedBy)];
  return state === undefined && reasons.length === 0
    ? {}
    : { billing: state ?? null, notInvoicedBecause: reasons.map(formatSentence) };
}

const outcomes = ['fail', 'unknown', 'pass'];

function prepareVerdict({ overall, reasons, findings, rulesChecked, rules }: ViewRow): ViewRow {
  const place = ({ outcome }: ViewRow) => outcomes.indexOf(toText(outcome) ?? '');
  return {
    overall: toText(overall) === 'fail' ? 'do not use' : overall,
    rulesChecked: `${String(rulesChecked)} of ${String(rules)}`,
    reasons,
    findings: toRows(findings)
      .toSorted((first, second) => place(first) - place(second))
      .map(({ outcome, sentence, date }) => ({ outcome, sentence, date })),
  };
}
