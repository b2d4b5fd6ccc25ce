import { toNumber, type ViewRow, toRow, toText } from './reading.ts';
import { formatAmount, formatNumber, formatShortMoney, formatShortNumber, toTitle } from './words.ts';

/** Formats for the figures of an answer, by the units that the answer names; plain numbers otherwise. */
export interface FigureFormats {
  readonly getTitle: (name: string) => string;
  readonly format: (name: string, value: unknown, currency: string | undefined) => string;
  /** Formats a figure for an axis. */
  readonly formatShort: (name: string, value: number, currency: string | undefined) => string;
}

export function createFigureFormats(chart: ViewRow): FigureFormats {
  const [units, titles] = [toRow(chart['units']), toRow(chart['titles'])];
  const getUnit = (name: string) => toText(units[name]) ?? '';
  const isMoney = (name: string) => getUnit(name).startsWith('money');
  return {
    getTitle: (name) => toText(titles[name]) ?? toTitle(name),
    format(name, value, currency) {
      const number = toNumber(value);
      if (number === undefined) return 'n/a';
      return isMoney(name) ? formatAmount(number, currency) : `${formatNumber(number)}${suffixes[getUnit(name)] ?? ''}`;
    },
    formatShort: (name, value, currency) =>
      isMoney(name) ? formatShortMoney(value, currency) : `${formatShortNumber(value)}${suffixes[getUnit(name)] ?? ''}`,
  };
}

const suffixes: Readonly<Record<string, string>> = { percent: ' %', days: ' d', hours: ' h', miles: ' mi' };
