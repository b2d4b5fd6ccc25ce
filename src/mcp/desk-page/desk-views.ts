import type { ViewName } from '../cards/views.ts';
import { views } from '../cards/views.ts';

/** Input that a person types to see a view. */
interface ViewInputField {
  /** The argument of the tool. */
  readonly name: string;
  readonly label: string;
}

/** Page for reading: one call of a reading tool, and the view of its answer. */
export interface DeskView {
  readonly path: string;
  readonly title: string;
  readonly description: string;
  readonly view: ViewName;
  readonly input: Readonly<Record<string, unknown>>;
  readonly inputFields?: readonly ViewInputField[];
}

const rowsAtOnce = 100;

const all: readonly DeskView[] = [
  {
    path: 'exceptions',
    title: 'Exceptions',
    description: 'Shipments that need attention, worst first',
    view: 'exceptions',
    input: { exception: 'any', limit: rowsAtOnce },
  },
  {
    path: 'receivables',
    title: 'Receivables',
    description: 'What customers owe, by age',
    view: 'aging',
    input: { ledger: 'receivables', limit: rowsAtOnce },
  },
  {
    path: 'payables',
    title: 'Payables',
    description: 'Open bills of carriers and vendors, by age',
    view: 'aging',
    input: { ledger: 'payables', limit: rowsAtOnce },
  },
  {
    path: 'billing',
    title: 'Billing',
    description: 'Delivered and not invoiced, with the reason',
    view: 'billing',
    input: { limit: rowsAtOnce },
  },
  {
    path: 'bills',
    title: 'Bills',
    description: 'Open bills, checked, and when they are due',
    view: 'bills',
    input: { check: true, limit: rowsAtOnce },
  },
  {
    path: 'shipment',
    title: 'Shipment',
    description: 'One shipment: its stops, windows and times',
    view: 'stops',
    input: {},
    inputFields: [{ name: 'shipment', label: 'Shipment number or reference' }],
  },
  {
    path: 'carrier',
    title: 'Carrier',
    description: 'One carrier: may we use it, and why not',
    view: 'carrier',
    input: {},
    inputFields: [{ name: 'carrier', label: 'Name, MC, DOT or number of the carrier' }],
  },
  {
    path: 'lane',
    title: 'Lane',
    description: 'What a lane cost and sold at, who ran it, what was quoted',
    view: 'lane',
    input: {},
    inputFields: [
      { name: 'origin', label: 'From: city, state, ZIP or market' },
      { name: 'destination', label: 'To' },
    ],
  },
  {
    path: 'revenue',
    title: 'Revenue',
    description: 'Revenue and margin of each month of this year',
    view: 'chart',
    input: { measures: ['revenue', 'margin_percent'], by: ['month'], period: 'this year' },
  },
];

export const getTool = ({ view }: DeskView): string => views[view].tool;

/** Lists the views whose tool is offered. */
export const listDeskViews = (tools: readonly string[]): readonly DeskView[] =>
  all.filter((sight) => tools.includes(getTool(sight)));
