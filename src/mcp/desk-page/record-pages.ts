import type { ViewName } from '../cards/views.ts';

/** A page that shows one record, or a form that asks which one. */
export interface DeskRecord {
  readonly path: string;
  readonly title: string;
  readonly description: string;
  readonly tool: string;
  /** Inputs of the tool that a person types. */
  readonly inputFields: readonly { readonly name: string; readonly label: string }[];
  readonly view?: ViewName;
  /** Kind of the candidates of a name that several have; undefined for every kind. */
  readonly findKind?: string;
}

export const deskRecords: readonly DeskRecord[] = [
  {
    path: 'shipment',
    title: 'Shipment',
    description: 'One shipment: stops, carriers, money and papers',
    tool: 'get_shipment',
    inputFields: [{ name: 'shipment', label: 'Shipment number or reference' }],
    view: 'stops',
    findKind: 'shipment',
  },
  {
    path: 'carrier',
    title: 'Carrier',
    description: 'One carrier: may we use it, and why not',
    tool: 'get_carrier',
    inputFields: [{ name: 'carrier', label: 'Name, MC, DOT or number of the carrier' }],
    view: 'carrier',
    findKind: 'carrier',
  },
  {
    path: 'customer',
    title: 'Customer',
    description: 'One customer: credit, open invoices, contacts and notes',
    tool: 'get_customer',
    inputFields: [{ name: 'customer', label: 'Name or number of the customer' }],
    findKind: 'customer',
  },
  {
    path: 'record',
    title: 'Record',
    description: 'A quote, bill, invoice, payment, load, vendor, place or person',
    tool: 'get_record',
    inputFields: [{ name: 'record', label: 'Number or name' }],
  },
  {
    path: 'document',
    title: 'Document',
    description: 'One document: what it is and what it says',
    tool: 'get_document',
    inputFields: [{ name: 'document', label: 'File name' }],
    findKind: 'document',
  },
  {
    path: 'lane',
    title: 'Lane',
    description: 'What a lane cost and sold at, who ran it, what was quoted',
    tool: 'lane_history',
    inputFields: [
      { name: 'origin', label: 'From: city, state, ZIP or market' },
      { name: 'destination', label: 'To' },
    ],
    view: 'lane',
  },
];
