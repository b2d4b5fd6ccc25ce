import * as z from 'zod';
import { catalogue, type CatalogueEntry } from '../../../src/contract/catalogue.ts';
import { Charge } from '../../../src/contract/freight/charges.ts';
import { listPathParameters } from '../../../src/contract/kit/operation.ts';
import type { OperationName } from '../../../src/contract/operation-names.ts';
import { canRestoreQuoteStatus } from '../../../src/domain/quotes/quote.ts';
import { placements } from '../../../src/domain/stops/stop.ts';
import { isPlainRecord, type JsonObject } from '../../../src/domain/kit/plain-record.ts';
import type { BackCall } from '../../../src/mcp/tool/plan.ts';
import type { ResolvedCall } from './call.ts';
import { toChargeInput } from './charge-input.ts';

/** Part of a call that its undo is derived from. */
type UndoableCall = Pick<ResolvedCall, 'entry' | 'input' | 'current'>;
type UndoBuilder = (call: UndoableCall) => readonly BackCall[];

const availableOperations: ReadonlyMap<string, CatalogueEntry> = new Map(
  catalogue()
    .filter(({ gate }) => gate !== 'off')
    .map((entry) => [entry.name, entry]),
);

/** Builds the opposite call on the same record. */
const buildForSame =
  (operation: OperationName): UndoBuilder =>
  ({ current }) =>
    current ? [{ step: 0, operation, input: { id: current['id'] } }] : [];

/** Builds the opposite call on the record that the call makes. */
const buildForMade =
  (operation: OperationName, member = 'id', more: JsonObject = {}): UndoBuilder =>
  () => [{ step: 0, operation, input: more, takes: { id: { step: 0, member } } }];

/** Writes whose opposite is another operation than deleting what was made, or writing what was there before. */
const opposites: Readonly<Partial<Record<OperationName, UndoBuilder>>> = {
  'carriers.create': buildForMade('carriers.update', 'id', { status: 'INACTIVE' }),
  'customers.create': buildForMade('customers.update', 'id', { status: 'INACTIVE' }),
  'shipments.create': buildForMade('shipments.cancel'),
  'shipments.duplicate': buildForMade('shipments.cancel', 'newShipmentId'),
  'shipments.cancel': buildForSame('shipments.uncancel'),
  'shipments.uncancel': buildForSame('shipments.cancel'),
  'shipments.readyToInvoice': buildForSame('shipments.notReadyToInvoice'),
  'shipments.notReadyToInvoice': buildForSame('shipments.readyToInvoice'),
  'shipments.generateInvoice': buildForMade('invoices.delete', 'invoiceId'),
  'quotes.convertToShipment': buildForMade('shipments.cancel', 'shipmentId'),
  // A load that had a carrier is not deleted any more.
  'loads.create': (call) =>
    isPlainRecord(call.input['load']) && call.input['load']['carrier'] !== undefined
      ? []
      : buildForMade('loads.delete')(call),
  'loads.rebook': buildForMade('loads.delete', 'newLoadId'),
  'loads.addCarrier': () => [
    {
      step: 0,
      operation: 'loads.bounce',
      input: {},
      takes: { loadId: { step: 0, member: 'loadId' }, carrierId: { step: 0, member: 'loadCarrierId' } },
    },
  ],
  'quotes.update': (call) => {
    const { status } = call.input;
    return status === undefined || canRestoreQuoteStatus(status, call.current?.['status']) ? buildFormerCall(call) : [];
  },
  'bills.approve': buildForSame('bills.unapprove'),
  'bills.unapprove': buildForSame('bills.approve'),
  'bills.batchApprove': ({ input }) =>
    [input['billIds']]
      .flat()
      .flatMap((id) => (typeof id === 'string' ? [{ step: 0, operation: 'bills.unapprove', input: { id } }] : [])),
  'billPayments.update': buildFormerPayment,
  'creditMemos.create': buildForMade('creditMemos.void'),
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

/** Operations that can't be undone, whatever their form. */
const finalOperations: ReadonlySet<OperationName> = new Set(['savedSearches.delete']);

/** Lists the calls that undo a write; none where it can't be undone. */
export function listUndoCalls(call: UndoableCall): readonly BackCall[] {
  const { name, operation } = call.entry;
  if (finalOperations.has(name)) return [];
  const opposite = opposites[name];
  if (opposite) return opposite(call);
  const [resource = ''] = name.split('.');
  const remover = availableOperations.get(`${resource}.delete`);
  if (name === `${resource}.create` && remover) return buildForMade(remover.name)(call);
  return operation.method === 'PATCH' ? buildFormerCall(call) : [];
}

/** Builds the same change with the former values, where all of them can be written again. */
function buildFormerCall({ entry: { name, operation }, input, current }: UndoableCall): readonly BackCall[] {
  const body = operation.body;
  if (!current || !(body instanceof z.ZodObject)) return [];
  const parameters = listPathParameters(operation.path);
  const fields = listFieldsToRestore(name, input, current).filter((field) => field in body.shape);
  const former = Object.fromEntries(fields.map((field) => [field, toFieldInput(field, body.shape[field], current)]));
  if (!body.safeParse(former).success) return [];
  const address = Object.fromEntries(parameters.map((field) => [field, field === 'id' ? current['id'] : input[field]]));
  return [{ step: 0, operation: name, input: { ...address, ...former } }];
}

/**
 * Builds the former payment. The API merges the lines of a payment, so they are named one by one; without them it is
 * any other change.
 */
function buildFormerPayment(call: UndoableCall): readonly BackCall[] {
  const [back] = buildFormerCall(call);
  const changes = call.input['applications'];
  if (!back || !Array.isArray(changes)) return back ? [back] : [];
  const linesById = new Map(
    [call.current?.['applications']].flat().map((line) => [isPlainRecord(line) && line['id'], line]),
  );
  const lines = changes.map((change) => buildFormerLine(change, linesById.get(isPlainRecord(change) && change['id'])));
  // A line that is new here gets its id only when it is made.
  return lines.includes(null) ? [] : [{ ...back, input: { ...back.input, applications: lines } }];
}

/** Restores a line of a payment; one that was taken off is put on again by its bill, because its own id is gone. */
function buildFormerLine(change: unknown, line: unknown): JsonObject | null {
  if (!isPlainRecord(change) || !isPlainRecord(line)) return null;
  const { id, billId, amount } = line;
  return change['delete'] === true ? { billId, amount } : { id, billId, amount };
}

/**
 * Returns a former field as an input takes it: a charge is shown with its code by number and by name, and taken with
 * one of them.
 */
function toFieldInput(field: string, schema: unknown, current: JsonObject): unknown {
  const charges = field === 'charges' ? z.array(Charge).safeParse(current[field]) : undefined;
  return charges?.success ? charges.data.map(toChargeInput) : toInputValue(schema, current[field]);
}

/**
 * Lists the fields to restore. A stop has one placement: naming one takes the others away, and the former one is named
 * to have it back.
 */
function listFieldsToRestore(name: string, input: JsonObject, current: JsonObject): readonly string[] {
  const fields = Object.keys(input);
  if (name !== 'stops.update' || !placements.some((field) => fields.includes(field))) return fields;
  const isPlacement = (field: string) => placements.some((placement) => placement === field);
  const former = placements.filter((field) => current[field] !== null && current[field] !== undefined);
  return [...fields.filter((field) => !isPlacement(field)), ...former];
}

/** Returns a value of a record in the form in which an input takes it. */
function toInputValue(schema: unknown, value: unknown): unknown {
  if (value === undefined || value === null) return null;
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return toInputValue(schema.unwrap(), value);
  if (schema instanceof z.ZodArray && Array.isArray(value))
    return value.map((item) => toInputValue(schema.element, item));
  if (schema instanceof z.ZodUnion) return toInputOption(schema, value);
  if (!(schema instanceof z.ZodObject) || !isPlainRecord(value)) return value;
  const members = Object.entries(schema.shape).filter(([name]) => value[name] !== undefined && value[name] !== null);
  return Object.fromEntries(members.map(([name, inner]) => [name, toInputValue(inner, value[name])]));
}

function toInputOption({ options }: z.ZodUnion, value: unknown): unknown {
  const written = options.map((option) => ({ option, former: toInputValue(option, value) }));
  const fitting = written.find(({ option, former }) => z.safeParse(option, former).success);
  return fitting ? fitting.former : value;
}
