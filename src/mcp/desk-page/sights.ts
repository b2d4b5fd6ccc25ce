import type { ViewName } from '../cards/views.ts';
import { views } from '../cards/views.ts';

/** What a person types to see it. */
interface Asked {
  /** The argument of the tool. */
  readonly name: string;
  readonly label: string;
}

/** A page for reading: one call of a reading tool, and the picture of its answer. */
export interface Sight {
  readonly path: string;
  readonly title: string;
  readonly about: string;
  readonly view: ViewName;
  readonly input: Readonly<Record<string, unknown>>;
  readonly asked?: readonly Asked[];
}

const rowsAtOnce = 100;

const all: readonly Sight[] = [
  {
    path: 'exceptions',
    title: 'Exceptions',
    about: 'Shipments that need attention, worst first',
    view: 'exceptions',
    input: { exception: 'any', limit: rowsAtOnce },
  },
  {
    path: 'receivables',
    title: 'Receivables',
    about: 'What customers owe, by age',
    view: 'aging',
    input: { ledger: 'receivables', limit: rowsAtOnce },
  },
  {
    path: 'payables',
    title: 'Payables',
    about: 'Open bills of carriers and vendors, by age',
    view: 'aging',
    input: { ledger: 'payables', limit: rowsAtOnce },
  },
  {
    path: 'billing',
    title: 'Billing',
    about: 'Delivered and not invoiced, with the reason',
    view: 'billing',
    input: { limit: rowsAtOnce },
  },
  {
    path: 'bills',
    title: 'Bills',
    about: 'Open bills, checked, and when they are due',
    view: 'bills',
    input: { check: true, limit: rowsAtOnce },
  },
  {
    path: 'shipment',
    title: 'Shipment',
    about: 'One shipment: its stops, windows and times',
    view: 'stops',
    input: {},
    asked: [{ name: 'shipment', label: 'Shipment number or reference' }],
  },
  {
    path: 'carrier',
    title: 'Carrier',
    about: 'One carrier: may we use it, and why not',
    view: 'carrier',
    input: {},
    asked: [{ name: 'carrier', label: 'Name, MC, DOT or number of the carrier' }],
  },
  {
    path: 'lane',
    title: 'Lane',
    about: 'What a lane cost and sold at, who ran it, what was quoted',
    view: 'lane',
    input: {},
    asked: [
      { name: 'origin', label: 'From: city, state, ZIP or market' },
      { name: 'destination', label: 'To' },
    ],
  },
  {
    path: 'revenue',
    title: 'Revenue',
    about: 'Revenue and margin of each month of this year',
    view: 'chart',
    input: { measures: ['revenue', 'margin_percent'], by: ['month'], period: 'this year' },
  },
];

export const toolOf = ({ view }: Sight): string => views[view].tool;

/** Those whose tool is on offer. */
export const sightsWith = (tools: readonly string[]): readonly Sight[] =>
  all.filter((sight) => tools.includes(toolOf(sight)));
