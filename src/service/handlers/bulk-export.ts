import { exportFormat } from '../../contract/bulk-export.ts';
import { type ExportedCollection, exportedCollections } from '../../contract/exported-collections.ts';
import type { Operations } from '../../contract/types.ts';
import { createFieldError } from '../../errors.ts';
import { createLineStream, type WriteLines } from './kit/line-stream.ts';
import type { ServiceContext } from '../shared/context.ts';
import type { AnyHandler, Handlers } from '../shared/handlers.ts';
import { documentHandlers } from './documents.ts';
import { loadHandlers } from './freight/loads.ts';
import { orderHandlers } from './freight/orders.ts';
import { quoteHandlers } from './freight/quotes.ts';
import { serviceHandlers } from './freight/services.ts';
import { listExportedShipments } from './freight/shipments.ts';
import { carrierFactorHandlers } from './parties/carrier-factors.ts';
import { carrierHandlers } from './parties/carriers.ts';
import { customerHandlers } from './parties/customers.ts';
import { locationHandlers } from './parties/locations.ts';
import { vendorHandlers } from './parties/vendors.ts';
import { billPaymentHandlers } from './payables/bill-payments.ts';
import { billHandlers } from './payables/bills.ts';
import { creditMemoHandlers } from './receivables/credit-memos.ts';
import { invoiceHandlers } from './receivables/invoices.ts';
import { paymentHandlers } from './receivables/payments.ts';
import { userHandlers } from './organization/users.ts';

/** Records of one statement and one piece of the stream: few enough that most of them are collected while they are new. */
const recordsAtOnce = 250;

/** Lists of the API: an export shows records as they do, and names those that it has as records of their own. */
const lists: Readonly<Record<ExportedCollection, AnyHandler>> = {
  customers: customerHandlers.filter,
  carriers: carrierHandlers.filter,
  vendors: vendorHandlers.filter,
  carrierFactors: carrierFactorHandlers.filter,
  users: userHandlers.filter,
  locations: locationHandlers.filter,
  quotes: quoteHandlers.filter,
  documents: documentHandlers.filter,
  billPayments: billPaymentHandlers.filter,
  creditMemos: creditMemoHandlers.filter,
  payments: paymentHandlers.filter,
  invoices: invoiceHandlers.filter,
  bills: billHandlers.filter,
  services: serviceHandlers.filter,
  loads: loadHandlers.filter,
  orders: orderHandlers.filter,
  shipments: listExportedShipments,
};

/** The papers that figures wait for; each shipment has several times as many others. */
const filters: Partial<Record<ExportedCollection, object>> = {
  documents: { type: { equalTo: 'PROOF_OF_DELIVERY' } },
};

export const bulkExportHandlers: Handlers<Operations['bulkExport']> = {
  async read(ctx, input) {
    const collections = readCollections(input.collections);
    const body = createLineStream((write) => ctx.readSnapshot((snapshot) => exportTo(write, snapshot, collections)));
    return new Response(body, { headers: { 'content-type': 'application/x-ndjson' } });
  },
};

function readCollections(text: string | undefined): readonly ExportedCollection[] {
  if (text === undefined) return exportedCollections;
  const names = new Set(text.split(',').map((name) => name.trim()));
  const collections = exportedCollections.filter((name) => names.has(name));
  if (collections.length === names.size) return collections;
  throw createFieldError(
    'BAD_REQUEST',
    'collections',
    `must be some of ${exportedCollections.join(', ')}, parted by commas`,
  );
}

async function exportTo(
  write: WriteLines,
  ctx: ServiceContext,
  collections: readonly ExportedCollection[],
): Promise<void> {
  await write([{ type: 'start', format: exportFormat, at: ctx.now }]);
  let total = 0;
  for (const collection of collections) {
    let records = 0;
    for await (const page of readPages(ctx, collection)) {
      await write(page.map((record) => ({ type: 'record', collection, record })));
      records += page.length;
    }
    await write([{ type: 'collection', collection, records }]);
    total += records;
  }
  await write([{ type: 'end', records: total }]);
}

interface ListPage {
  readonly data: readonly object[];
  readonly pagination?: { readonly endCursor: string | null };
  readonly pageInfo?: { readonly endCursor: string | null };
}

async function* readPages(
  ctx: ServiceContext,
  collection: ExportedCollection,
): AsyncGenerator<readonly object[], void> {
  let cursor: string | undefined;
  for (;;) {
    const input = { pageSize: recordsAtOnce, cursor, filter: filters[collection] };
    // Every list takes this input, and answers with such a page.
    const { data, pagination, pageInfo } = (await lists[collection](ctx, input as never)) as ListPage;
    yield data;
    cursor = (pagination ?? pageInfo)?.endCursor ?? undefined;
    if (cursor === undefined) return;
  }
}
