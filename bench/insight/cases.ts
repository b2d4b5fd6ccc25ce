import { DatabaseSync } from 'node:sqlite';

type CaseInput = Readonly<Record<string, unknown>>;

/** Records that the calls are about: the busiest of each kind. */
interface BusiestRecords {
  readonly customer: string;
  readonly customerName: string;
  readonly carrier: string;
  readonly shipment: string;
  readonly uncovered: string;
  readonly origin: string;
  readonly originState: string;
  readonly destination: string;
  readonly destinationState: string;
}

/** A question of the desk as a call; one whose tool is not there is left out and named. */
export interface Case {
  readonly title: string;
  readonly tool: string;
  readonly input: (subject: BusiestRecords) => CaseInput;
}

const roles = ['dispatch', 'carrier', 'sales', 'payables', 'receivables', 'manager'];
const pickLane = ({ origin, destination }: BusiestRecords) => ({ origin, destination });
const filterLane = ({ origin, destination }: BusiestRecords) => [
  { by: 'origin', is: [origin] },
  { by: 'destination', is: [destination] },
];

export const cases: readonly Case[] = [
  { title: 'find a number', tool: 'find', input: ({ shipment }) => ({ query: shipment }) },
  { title: 'find a name', tool: 'find', input: ({ customerName }) => ({ query: customerName }) },
  { title: 'get_shipment', tool: 'get_shipment', input: ({ shipment }) => ({ shipment }) },
  { title: 'track_shipments', tool: 'track_shipments', input: ({ shipment }) => ({ shipments: [shipment] }) },
  { title: 'list_shipments', tool: 'list_shipments', input: () => ({}) },
  { title: 'list_shipments late', tool: 'list_shipments', input: () => ({ exception: 'late' }) },
  { title: 'list_shipments any exception', tool: 'list_shipments', input: () => ({ exception: 'any' }) },
  {
    title: 'list_shipments of a customer',
    tool: 'list_shipments',
    input: ({ customer }) => ({ customer, status: 'active' }),
  },
  { title: 'list_quotes', tool: 'list_quotes', input: () => ({}) },
  { title: 'list_quotes expiring', tool: 'list_quotes', input: () => ({ expiringWithinHours: 24 }) },
  { title: 'list_invoices overdue', tool: 'list_invoices', input: () => ({ overdue: true }) },
  { title: 'aging_report receivables', tool: 'aging_report', input: () => ({ ledger: 'receivables' }) },
  { title: 'list_bills', tool: 'list_bills', input: () => ({}) },
  { title: 'list_bills clean', tool: 'list_bills', input: () => ({ verdict: 'clean' }) },
  {
    title: 'find_carriers on a lane',
    tool: 'find_carriers',
    input: ({ originState, destinationState }) => ({ originState, destinationState }),
  },
  { title: 'get_carrier', tool: 'get_carrier', input: ({ carrier }) => ({ carrier }) },
  { title: 'billing_queue', tool: 'billing_queue', input: () => ({}) },
  { title: 'collections', tool: 'collections', input: () => ({}) },
  { title: 'get_customer', tool: 'get_customer', input: ({ customer }) => ({ customer }) },
  { title: 'lane_history', tool: 'lane_history', input: pickLane },
  { title: 'cover_load', tool: 'cover_load', input: ({ uncovered }) => ({ load: uncovered }) },
  ...roles.map((role) => ({ title: `morning_brief ${role}`, tool: 'morning_brief', input: () => ({ role }) })),
  {
    title: 'analyze margin by customer, month to month',
    tool: 'analyze',
    input: () => ({ measures: ['margin'], by: ['customer'], period: 'last month', compare: 'previous' }),
  },
  {
    title: 'analyze a year by lane',
    tool: 'analyze',
    input: () => ({ measures: ['shipments', 'revenue', 'margin'], by: ['lane'], period: 'last 365 days' }),
  },
  {
    title: 'analyze on time by carrier on a lane',
    tool: 'analyze',
    input: (subject) => ({
      measures: ['on_time_delivery'],
      by: ['carrier'],
      period: 'last 365 days',
      filters: filterLane(subject),
    }),
  },
  {
    title: 'analyze cash due by week and factor',
    tool: 'analyze',
    input: () => ({ measures: ['cash_due'], by: ['week', 'factor'], period: 'next 30 days' }),
  },
  {
    title: 'explain_figure margin of last month',
    tool: 'explain_figure',
    input: () => ({ measure: 'margin', period: 'last month' }),
  },
];

/** Reads the busiest records from the copy, past the tools. */
export function readBusiest(copy: string): BusiestRecords {
  const database = new DatabaseSync(copy, { readOnly: true });
  const findBusiest = (columns: string, where = 'true') =>
    database
      .prepare(
        `select ${columns}, min(friendly_id) as number from shipment_fact where ${where} group by ${columns} order by count(*) desc limit 1`,
      )
      .get() ?? {};
  const places = findBusiest(
    'origin_city, origin_state, destination_city, destination_state',
    'origin_city is not null',
  );
  const busiestCustomer = findBusiest('customer_id', 'customer_id is not null');
  const customer = database
    .prepare('select friendly_id, name from customer where id = ?')
    .get(String(busiestCustomer['customer_id']));
  const { carrier_id: carrierId } = findBusiest('carrier_id', 'carrier_id is not null');
  const carrier = database.prepare('select friendly_id from carrier where id = ?').get(String(carrierId));
  const open = findBusiest('status', 'carrier_id is null and is_canceled = 0 and is_delivered = 0');
  database.close();
  return {
    customer: String(customer?.['friendly_id']),
    customerName: String(customer?.['name']),
    carrier: String(carrier?.['friendly_id']),
    shipment: String(busiestCustomer['number']),
    uncovered: String(open['number']),
    origin: `${String(places['origin_city'])}, ${String(places['origin_state'])}`,
    originState: String(places['origin_state']),
    destination: `${String(places['destination_city'])}, ${String(places['destination_state'])}`,
    destinationState: String(places['destination_state']),
  };
}
