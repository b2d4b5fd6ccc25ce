import { isDeep } from '../../support/depth.ts';
import type { TestDesk } from '../../support/desk.ts';

export interface ReadingCall {
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
}

const call = (tool: string, input: ReadingCall['input'] = {}): ReadingCall => ({ tool, input });

/** Numbers of the records that the calls are about. */
interface ReadRecords {
  readonly shipment: string;
  readonly quote: string;
  readonly carrier: string;
  readonly customer: string;
  readonly bill: string;
  readonly invoice: string;
  readonly load: string;
}

/** Lists calls of every reading tool. */
const listReadingCalls = (records: ReadRecords): readonly ReadingCall[] => [
  call('find', { query: records.shipment }),
  call('find', { query: records.customer }),
  call('find', { query: records.carrier }),
  call('track_shipments', { shipments: [records.shipment] }),
  call('get_shipment', { shipment: records.shipment }),
  call('list_shipments'),
  ...['late', 'uncovered', 'missing_pod', 'low_margin', 'any'].map((exception) =>
    call('list_shipments', { exception }),
  ),
  call('list_quotes'),
  call('list_quotes', { status: 'QUOTED' }),
  call('find_carriers', { equipment: 'reefer' }),
  call('find_carriers', { originState: 'TX' }),
  call('get_carrier', { carrier: records.carrier }),
  call('get_customer', { customer: records.customer }),
  ...Object.values(records).map((record) => call('get_record', { record })),
  call('reference_data', { catalog: 'equipment' }),
  call('reference_data', { catalog: 'charge_codes' }),
  call('list_invoices'),
  call('list_invoices', { overdue: true }),
  call('aging_report', { ledger: 'receivables' }),
  call('aging_report', { ledger: 'payables' }),
  call('billing_queue'),
  call('collections'),
  call('list_bills'),
  call('list_bills', { verdict: 'clean' }),
  call('list_bills', { overdue: true }),
  call('api_read', {
    operation: 'shipments.filter',
    input: { pageSize: 2 },
    fields: ['friendlyId', 'status', 'customer.name'],
  }),
  call('analyze', { measures: ['open_ar'] }),
  call('analyze', { measures: ['margin'], by: ['customer'], period: 'last month', top: 5 }),
  call('analyze', { measures: ['cash_due'], by: ['factor'] }),
  call('analyze', { measures: ['unbilled'] }),
  call('explain_figure', { measure: 'open_ar' }),
  call('describe_metrics', { query: 'margin' }),
  ...['dispatch', 'carrier', 'sales', 'payables', 'receivables', 'manager'].map((role) =>
    call('morning_brief', { role }),
  ),
  call('cover_load', { load: records.load }),
  call('lane_history', { origin: 'Dallas, TX', destination: 'Atlanta, GA' }),
  call('list_approvals'),
  call('audit_log'),
];

/** Returns a call as text, such as `find query=SHP-1`. */
export const formatCall = ({ tool, input }: ReadingCall): string =>
  Object.keys(input).length === 0 ? tool : `${tool} ${JSON.stringify(input)}`;

/** Keeps the first call of each tool. */
export function keepFirstPerTool(calls: readonly ReadingCall[]): readonly ReadingCall[] {
  const tools = new Set<string>();
  return calls.filter(({ tool }) => !tools.has(tool) && tools.add(tool));
}

export type CallingDesk = Pick<TestDesk, 'callTool'>;

/** Finds the number of the first record that a list shows. */
async function findFirst(desk: CallingDesk, tool: string): Promise<string> {
  const { text } = await desk.callTool(tool, { limit: 1, format: 'csv' });
  const [number] = /[A-Z]+-?\d{5,}|SHP-\d+/.exec(text) ?? [];
  if (number === undefined) throw new Error(`${tool} shows no number`);
  return number;
}

/** Lists the calls of a run: all in a deep one, else the first of each tool. */
export async function listCallsOn(desk: CallingDesk): Promise<readonly ReadingCall[]> {
  const shipment = await findFirst(desk, 'list_shipments');
  const calls = listReadingCalls({
    shipment,
    load: shipment.replace('SHP', 'LD'),
    quote: await findFirst(desk, 'list_quotes'),
    bill: await findFirst(desk, 'list_bills'),
    invoice: await findFirst(desk, 'list_invoices'),
    carrier: 'C100001',
    customer: 'A100001',
  });
  return isDeep ? calls : keepFirstPerTool(calls);
}
