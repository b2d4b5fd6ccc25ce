import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Demo, ToolAnswer } from './desk.ts';

type Row = Readonly<Record<string, unknown>>;

/** One morning at a brokerage desk. Whatever is printed below a call is what the running product answered. */
export async function story(demo: Demo): Promise<void> {
  await trackByPurchaseOrder(demo);
  await vetCarrier(demo);
  const shipment = await quoteToShipment(demo);
  await uploadProofOfDelivery(demo, shipment);
  await approveBills(demo);
  await aging(demo);
  await lookBack(demo);
  demo.note('\nDone. The sandbox of this demo is deleted again; `waybill` makes one of its own when you first use it.');
}

async function trackByPurchaseOrder(demo: Demo): Promise<void> {
  demo.heading("What is late right now, and where is the customer's PO?");
  const late = await demo.call('list_shipments', { exception: 'late', limit: 5 });
  const references = rowsOf(late)
    .slice(0, 2)
    .map((row) => String(row['friendlyId']));
  await demo.call('track_shipments', { shipments: ['4500-7781', 'PO-88410', ...references] });
}

async function vetCarrier(demo: Demo): Promise<void> {
  demo.heading('Find a carrier for a reefer load, and vet it');
  const found = await demo.call('find_carriers', { equipment: 'reefer', originState: 'CA', limit: 5 });
  const carrier = rowsOf(found).find((row) => row['friendlyId']);
  await demo.call('get_carrier', { carrier: text(carrier, 'friendlyId') });
}

async function quoteToShipment(demo: Demo): Promise<string> {
  demo.heading('Quote a lane, price it, and convert it after a person said yes');
  const customers = await demo.call('find', { query: 'moonstone hollow' });
  const created = await demo.call('create_quote', {
    customer: 'Moonstone Hollow',
    origin: 'Fresno, CA',
    destination: 'Dallas, TX',
    pickup: 'tomorrow 8am',
    delivery: 'in 4 days',
    equipment: 'reefer',
    weight: 38_000,
    commodity: 'table grapes',
  });
  expectDone(customers, created);
  const quote = text(recordOf(created), 'friendlyId');
  expectDone(await demo.call('price_quote', { quote, amount: 5250, expiresAt: 'in 3 days' }));
  const converted = await demo.call('convert_quote', { quote });
  expectDone(converted);
  return text(recordOf(converted), 'friendlyId');
}

async function uploadProofOfDelivery(demo: Demo, shipment: string): Promise<void> {
  demo.heading('File a proof of delivery');
  const delivered = await demo.call('list_shipments', { exception: 'missing_pod', limit: 3 });
  const target = rowsOf(delivered)[0] ?? { friendlyId: shipment };
  const file = path.join(demo.home, 'files', 'proof-of-delivery.txt');
  writeFileSync(file, 'Received in good order, 22 pallets. Signed: J. Ortiz\n');
  expectDone(
    await demo.call('upload_document', {
      path: file,
      type: 'PROOF_OF_DELIVERY',
      attachTo: `shipment:${text(target, 'friendlyId')}`,
    }),
  );
  await demo.call('get_shipment', { shipment: text(target, 'friendlyId') });
}

async function approveBills(demo: Demo): Promise<void> {
  demo.heading('Approve the clean carrier bills: a person decides in a channel the assistant cannot reach');
  const clean = await demo.call('list_bills', { verdict: 'clean', maxAmount: 3000, limit: 5 });
  const bills = rowsOf(clean)
    .slice(0, 3)
    .map((row) => text(row, 'friendlyId'));
  const planned = await demo.call('approve_bills', { bills });
  const approval = planned.data['approval'];
  const approvalId = text(isRow(approval) ? approval : undefined, 'id');
  await demo.call('run_approved', { approvalId });
  await demo.terminal('approvals', 'show', approvalId);
  await demo.approve(approvalId, 'R. Vega');
  expectDone(await demo.call('run_approved', { approvalId }));
}

async function aging(demo: Demo): Promise<void> {
  demo.heading('Who owes us, and whom do we owe?');
  await demo.call('aging_report', { ledger: 'receivables', limit: 5 });
  await demo.call('aging_report', { ledger: 'payables', limit: 5 });
}

async function lookBack(demo: Demo): Promise<void> {
  demo.heading('What was changed, by whom, and is the record of it whole?');
  await demo.call('audit_log', { limit: 10 });
  await demo.terminal('audit', 'verify');
}

const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null && !Array.isArray(value);

function rowsOf({ data }: ToolAnswer): readonly Row[] {
  return Array.isArray(data['rows']) ? data['rows'].filter(isRow) : [];
}

function recordOf({ data }: ToolAnswer): Row | undefined {
  return isRow(data['record']) ? data['record'] : undefined;
}

function text(row: Row | undefined, name: string): string {
  const value = row?.[name];
  if (typeof value === 'string' && value !== '') return value;
  throw new Error(`the answer has no ${name}`);
}

function expectDone(...answers: readonly ToolAnswer[]): void {
  const failed = answers.find(({ isError }) => isError);
  if (failed) throw new Error(failed.text.split('\n')[0]);
}
