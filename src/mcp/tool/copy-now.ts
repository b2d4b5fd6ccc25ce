import { requireRunning } from '../../client/transport/abort.ts';
import { type Gap, isLoading, toLoadingKey } from '../../domain/kit/completeness.ts';
import { getToday } from '../../domain/kit/dates.ts';
import { listQueryStatuses } from '../copied/query-statuses.ts';
import { listProvenUnsent, listQueryGaps } from '../copied/unsent-fields.ts';
import type { ToolContext } from './context.ts';
import type { CollectionName } from '../../copy-tables/index.ts';
import type { CopyExtent, CurrentTables } from './records-copy.ts';

type CopyQuestion = Pick<
  ToolContext,
  'copy' | 'signal' | 'now' | 'timeZone' | 'progress' | 'noteGap' | 'noteAge' | 'completeness' | 'noteUnknownStatuses'
>;

/** Brings these tables of the copy up to date, and notes what is missing of them. */
export async function copyNow(context: CopyQuestion, tables: readonly CollectionName[]): Promise<CurrentTables> {
  const { copy, signal, now, progress, noteGap } = context;
  const records = await copy();
  let reportCount = 0;
  const reportWaiting = async ({ completeFrom }: Pick<CopyExtent, 'completeFrom'>) => {
    reportCount += 1;
    await progress(
      reportCount,
      undefined,
      `filling the local copy${completeFrom === null ? '' : `, ${formatSince(completeFrom)}`}`,
    );
  };
  // A question that has waited in vain for some records does not wait for others.
  const isPatient = !isLoading(context.completeness());
  const extent = await records.refresh(signal, tables, { onWaiting: reportWaiting, isPatient });
  noteData(context, extent);
  const unsentFields = listProvenUnsent(extent.unsentFields);
  // What a query reads of fields that are never sent is missing in the answer.
  const noteQuery = (query: string) => {
    for (const gap of listQueryGaps(query, unsentFields)) noteGap(gap);
    context.noteUnknownStatuses(listQueryStatuses(query, extent.unknownStatuses));
  };
  return {
    async read(query, parameters) {
      requireRunning(signal);
      noteQuery(query);
      return extent.read(query, parameters);
    },
    async readTogether(statements) {
      requireRunning(signal);
      for (const { sql } of statements) noteQuery(sql);
      return extent.readTogether(statements);
    },
    asOf: extent.asOf ?? now(),
    unsentFields,
    unread: [...extent.incomplete.map(({ name }) => name), ...extent.missing],
    noteQuery,
  };
}

/** Moments this close are not told apart. */
const sameMomentMs = 15 * 60_000;

function noteData(
  { noteGap, noteAge, now, timeZone }: Pick<ToolContext, 'noteGap' | 'noteAge' | 'now' | 'timeZone'>,
  extent: CopyExtent,
): void {
  for (const name of extent.missing) {
    const { all } = getTableWords(name);
    noteGap({ key: `${name} list`, text: `This API can't list ${all}, so the answer knows none of them.` });
  }
  for (const incomplete of extent.incomplete) noteGap(toLoadingGap(incomplete, timeZone));
  const asOf = extent.asOf ?? now();
  // What is still being read is brought up to date with it.
  if (!extent.isCurrent && extent.incomplete.length === 0)
    noteGap({
      key: 'copy update',
      text: `Changes after ${formatMinute(asOf)} may be missing. Ask again in a minute.`,
    });
  for (const older of extent.older)
    if (Date.parse(asOf) - Date.parse(older.asOf) > sameMomentMs)
      noteAge({ records: getTableWords(older.name).settled, asOf: older.asOf });
}

/** Records of a table, and those of them that are done with. */
const words: Readonly<Record<string, readonly [string, string]>> = {
  user_account: ['users', 'unchanged users'],
  freight_order: ['orders', 'orders of finished shipments'],
  shipment: ['shipments', 'delivered and canceled shipments'],
  load: ['loads', 'delivered and canceled loads'],
  service: ['vendor services', 'paid vendor services'],
  bill: ['bills', 'settled bills'],
  invoice: ['invoices', 'settled invoices'],
  credit_memo: ['credit memos', 'used credit memos'],
  quote: ['quotes', 'closed quotes'],
  payment: ['payments', 'older payments'],
  bill_payment: ['bill payments', 'older bill payments'],
};

function getTableWords(name: string) {
  const [all = `${name}s`, settled = `older ${name}s`] = words[name] ?? [];
  return { all, settled };
}

const formatMinute = (instant: string): string => `${instant.slice(0, 16).replace('T', ' ')} UTC`;

const dayFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });

/** Formats a day of the desk as "Mar 3, 2026". */
const formatDay = (instant: string, timeZone: string): string =>
  dayFormat.format(new Date(`${getToday(timeZone, instant)}T00:00:00Z`));

const formatSince = (completeFrom: string): string => `complete from ${formatMinute(completeFrom)} on`;

/** Describes how much of a collection was read so far: "invoices back to Mar 3, 2026". */
function toLoadingGap({ name, completeFrom, records }: CopyExtent['incomplete'][number], timeZone: string): Gap {
  const { all } = getTableWords(name);
  const count = records === 0 ? 'no' : String(records);
  const readSoFar = completeFrom === null ? `${count} ${all}` : `${all} back to ${formatDay(completeFrom, timeZone)}`;
  return { key: toLoadingKey(name), text: `Read so far: ${readSoFar}.`, readSoFar };
}
