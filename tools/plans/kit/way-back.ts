import * as z from 'zod';
import { catalogue, type CatalogueEntry } from '../../../src/contract/catalogue.ts';
import { Charge } from '../../../src/contract/freight/charges.ts';
import { listPathParameters } from '../../../src/contract/kit/operation.ts';
import type { OperationName } from '../../../src/contract/operation-names.ts';
import { placements } from '../../../src/domain/freight/stop.ts';
import { isPlainRecord, type JsonObject } from '../../../src/domain/kit/plain-record.ts';
import type { BackCall } from '../../../src/mcp/tool/plan.ts';
import type { Call } from './call.ts';
import { asInput } from './charge-input.ts';

/** The part of a call that its way back follows from. */
type Written = Pick<Call, 'entry' | 'input' | 'current'>;
type Back = (call: Written) => readonly BackCall[];

const offered: ReadonlyMap<string, CatalogueEntry> = new Map(
  catalogue()
    .filter(({ gate }) => gate !== 'off')
    .map((entry) => [entry.name, entry]),
);

/** The opposite on the same record. */
const onSame =
  (operation: OperationName): Back =>
  ({ current }) =>
    current ? [{ step: 0, operation, input: { id: current['id'] } }] : [];

/** The opposite on what the call answers with. */
const onMade =
  (operation: OperationName, member = 'id', more: JsonObject = {}): Back =>
  () => [{ step: 0, operation, input: more, takes: { id: { step: 0, member } } }];

/** Writes whose opposite is another operation than deleting what was made, or writing what was there before. */
const opposites: Readonly<Partial<Record<OperationName, Back>>> = {
  'carriers.create': onMade('carriers.update', 'id', { status: 'INACTIVE' }),
  'customers.create': onMade('customers.update', 'id', { status: 'INACTIVE' }),
  'shipments.create': onMade('shipments.cancel'),
  'shipments.duplicate': onMade('shipments.cancel', 'newShipmentId'),
  'shipments.cancel': onSame('shipments.uncancel'),
  'shipments.uncancel': onSame('shipments.cancel'),
  'shipments.readyToInvoice': onSame('shipments.notReadyToInvoice'),
  'shipments.notReadyToInvoice': onSame('shipments.readyToInvoice'),
  'shipments.generateInvoice': onMade('invoices.delete', 'invoiceId'),
  'quotes.convertToShipment': onMade('shipments.cancel', 'shipmentId'),
  // A load that had a carrier is not deleted any more.
  'loads.create': (call) =>
    isPlainRecord(call.input['load']) && call.input['load']['carrier'] !== undefined
      ? []
      : onMade('loads.delete')(call),
  'loads.rebook': onMade('loads.delete', 'newLoadId'),
  'loads.addCarrier': () => [
    {
      step: 0,
      operation: 'loads.bounce',
      input: {},
      takes: { loadId: { step: 0, member: 'loadId' }, carrierId: { step: 0, member: 'loadCarrierId' } },
    },
  ],
  'bills.approve': onSame('bills.unapprove'),
  'bills.unapprove': onSame('bills.approve'),
  'bills.batchApprove': ({ input }) =>
    [input['billIds']]
      .flat()
      .flatMap((id) => (typeof id === 'string' ? [{ step: 0, operation: 'bills.unapprove', input: { id } }] : [])),
  'billPayments.update': formerPayment,
  'creditMemos.create': onMade('creditMemos.void'),
  // The memo may be made by an earlier step of the same plan.
  'creditMemos.apply': () => [
    {
      step: 0,
      operation: 'creditMemos.unapply',
      input: {},
      takes: {
        creditMemoId: { step: 0, member: 'creditMemo.id' },
        applicationId: { step: 0, member: 'application.id' },
      },
    },
  ],
};

/** What nothing takes back, whatever its form: mail that left, and what stays deleted. */
const final: ReadonlySet<OperationName> = new Set(['savedSearches.delete']);

/** The calls that take a write back; none where there is no way back. */
export function wayBackOf(call: Written): readonly BackCall[] {
  const { name, operation } = call.entry;
  if (final.has(name)) return [];
  const opposite = opposites[name];
  if (opposite) return opposite(call);
  const [resource = ''] = name.split('.');
  const remover = offered.get(`${resource}.delete`);
  if (name === `${resource}.create` && remover) return onMade(remover.name)(call);
  return operation.method === 'PATCH' ? formerCall(call) : [];
}

/** The same change with what stood there before, where all of it can be written again. */
function formerCall({ entry: { name, operation }, input, current }: Written): readonly BackCall[] {
  const body = operation.body;
  if (!current || !(body instanceof z.ZodObject)) return [];
  const parameters = listPathParameters(operation.path);
  const fields = fieldsToRestore(name, input, current).filter((field) => field in body.shape);
  const former = Object.fromEntries(fields.map((field) => [field, formerField(field, body.shape[field], current)]));
  if (!body.safeParse(former).success) return [];
  const address = Object.fromEntries(parameters.map((field) => [field, field === 'id' ? current['id'] : input[field]]));
  return [{ step: 0, operation: name, input: { ...address, ...former } }];
}

/** The API merges the lines of a payment, so they are named one by one; without them it is any other change. */
function formerPayment(call: Written): readonly BackCall[] {
  const [back] = formerCall(call);
  const changes = call.input['applications'];
  if (!back || !Array.isArray(changes)) return back ? [back] : [];
  const known = new Map(
    [call.current?.['applications']].flat().map((line) => [isPlainRecord(line) && line['id'], line]),
  );
  const lines = changes.map((change) => formerLine(change, known.get(isPlainRecord(change) && change['id'])));
  // A line that is new here gets its id only when it is made.
  return lines.includes(null) ? [] : [{ ...back, input: { ...back.input, applications: lines } }];
}

/** A line that was taken off is put on again by its bill: its own id is gone. */
function formerLine(change: unknown, line: unknown): JsonObject | null {
  if (!isPlainRecord(change) || !isPlainRecord(line)) return null;
  const { id, billId, amount } = line;
  return change['delete'] === true ? { billId, amount } : { id, billId, amount };
}

/** A charge is shown with its code by number and by name, and taken with one of them. */
function formerField(field: string, schema: unknown, current: JsonObject): unknown {
  const charges = field === 'charges' ? z.array(Charge).safeParse(current[field]) : undefined;
  return charges?.success ? charges.data.map(asInput) : formerValue(schema, current[field]);
}

/** A stop has one placement: naming one takes the others away, and the former one is named to have it back. */
function fieldsToRestore(name: string, input: JsonObject, current: JsonObject): readonly string[] {
  const fields = Object.keys(input);
  if (name !== 'stops.update' || !placements.some((field) => fields.includes(field))) return fields;
  const isPlacement = (field: string) => placements.some((placement) => placement === field);
  const former = placements.filter((field) => current[field] !== null && current[field] !== undefined);
  return [...fields.filter((field) => !isPlacement(field)), ...former];
}

/** A value of a record in the form in which an input takes it. */
function formerValue(schema: unknown, value: unknown): unknown {
  if (value === undefined || value === null) return null;
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return formerValue(schema.unwrap(), value);
  if (schema instanceof z.ZodArray && Array.isArray(value))
    return value.map((item) => formerValue(schema.element, item));
  if (schema instanceof z.ZodUnion) return formerOption(schema, value);
  if (!(schema instanceof z.ZodObject) || !isPlainRecord(value)) return value;
  const members = Object.entries(schema.shape).filter(([name]) => value[name] !== undefined && value[name] !== null);
  return Object.fromEntries(members.map(([name, inner]) => [name, formerValue(inner, value[name])]));
}

function formerOption({ options }: z.ZodUnion, value: unknown): unknown {
  const written = options.map((option) => ({ option, former: formerValue(option, value) }));
  const fitting = written.find(({ option, former }) => z.safeParse(option, former).success);
  return fitting ? fitting.former : value;
}
