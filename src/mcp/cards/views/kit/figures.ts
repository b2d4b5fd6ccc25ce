import { numberOf, type Row, rowOf, textOf } from './reading.ts';
import { moneyText, numberText, shortMoney, shortNumber, titleOf } from './words.ts';

/** How the figures of an answer are said: what the answer tells of their units, else plain numbers. */
export interface Figures {
  readonly titleOf: (name: string) => string;
  readonly text: (name: string, value: unknown, currency: string | undefined) => string;
  /** For an axis. */
  readonly short: (name: string, value: number, currency: string | undefined) => string;
}

export function figuresOf(chart: Row): Figures {
  const [units, titles] = [rowOf(chart['units']), rowOf(chart['titles'])];
  const unitOf = (name: string) => textOf(units[name]) ?? '';
  const isMoney = (name: string) => unitOf(name).startsWith('money');
  return {
    titleOf: (name) => textOf(titles[name]) ?? titleOf(name),
    text(name, value, currency) {
      const number = numberOf(value);
      if (number === undefined) return 'n/a';
      return isMoney(name) ? moneyText(number, currency) : `${numberText(number)}${suffixes[unitOf(name)] ?? ''}`;
    },
    short: (name, value, currency) =>
      isMoney(name) ? shortMoney(value, currency) : `${shortNumber(value)}${suffixes[unitOf(name)] ?? ''}`,
  };
}

const suffixes: Readonly<Record<string, string>> = { percent: ' %', days: ' d', hours: ' h', miles: ' mi' };
