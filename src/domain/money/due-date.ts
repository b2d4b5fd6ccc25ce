import { addDays, computeDueDate, termDaysDefault } from '../kit/dates.ts';
import { isComparedTo, isMissing, matchAll, matchAny, type Rule } from '../rules/rule.ts';

/** The dates of an invoice or a bill that decide when it is due. */
export interface DueDates {
  readonly dueDate: string | null;
  readonly invoiceDate: string | null;
}

/** Returns the day on which an invoice or a bill is due: the stated day, else the end of the usual term. */
export const getDueDate = ({ dueDate, invoiceDate }: DueDates): string | null =>
  dueDate ?? (invoiceDate === null ? null : computeDueDate(invoiceDate, null));

/** Prints the same day for rows of the copy. */
export const printDueDate = (alias: string): string =>
  `coalesce(${alias}.due_date, date(${alias}.invoice_date, '+${termDaysDefault} days'))`;

/** Prints the condition that the row is past due on a day. */
export const printPastDue = (alias: string, day: string): string => `${printDueDate(alias)} < ${day}`;

type DueRule = Rule<keyof DueDates, 'dueDay' | 'invoiceDay'>;

/** Compares the stated day, or without one the invoice date with a day that is earlier by the usual term. */
const compareDueDate = (comparison: '<' | '<=' | '>='): DueRule =>
  matchAny<keyof DueDates, 'dueDay' | 'invoiceDay'>(
    isComparedTo('dueDate', comparison, { given: 'dueDay' }),
    matchAll<keyof DueDates, 'dueDay' | 'invoiceDay'>(
      isMissing('dueDate'),
      isComparedTo('invoiceDate', comparison, { given: 'invoiceDay' }),
    ),
  );

/** Due before a day: past due where that day is today. */
export const dueBefore = compareDueDate('<');

/** Due on a day or earlier. */
export const dueUntil = compareDueDate('<=');

/** Due on a day or later. */
export const dueFrom = compareDueDate('>=');

/** Records without any date, which are never past due. */
export const undated = matchAll<keyof DueDates>(isMissing('dueDate'), isMissing('invoiceDate'));

/** Returns the days that these rules compare with. */
export const toDueDays = (day: string): { readonly dueDay: string; readonly invoiceDay: string } => ({
  dueDay: day,
  invoiceDay: addDays(day, -termDaysDefault),
});
