import { type Headers, type Known, readMany, readPage, type Ready } from './api.ts';
import type { LoadOrder } from './load.ts';

/** Connections at a time. */
export const widths = [1, 8, 32] as const;

/** Requests of one kind: each target is a different one, so that reads of the first kind are never repeated. */
export interface Case {
  readonly title: string;
  readonly method: LoadOrder['method'];
  readonly targets: LoadOrder['targets'];
  /** True where asking for the same again would measure something else. */
  readonly isOnce?: boolean;
  /** True where one run would meet what another has left behind: each gets its share of the targets. */
  readonly isApart?: boolean;
}

interface KnownShipment extends Known {
  readonly orders: readonly { readonly references: readonly { readonly value: string }[] }[];
}

const recordsMax = 18_000;
const fewRecords = 20;
const pageSize = 50;
const billsMax = 250;
const cursorsMax = 60;
const referencesPerRequest = 100;

/** The everyday work of a desk on one store. */
export async function everydayCases(ready: Ready, headers: Headers): Promise<readonly Case[]> {
  const { records: shipments, cursors } = await readMany<KnownShipment>(
    ready,
    headers,
    '/shipments/filter',
    recordsMax,
  );
  const carriers = await readMany(ready, headers, '/carriers/filter', recordsMax);
  const contacts = await readMany(ready, headers, '/location-contacts/filter', recordsMax);
  return [
    ...reads('location contact', '/location-contacts', contacts.records),
    ...reads('carrier', '/carriers', carriers.records),
    ...reads('shipment', '/shipments', shipments),
    post('page of 50 shipments, first', '/shipments/filter', [{ pageSize }]),
    post(
      `page of 50 shipments, after ${cursors.length} cursors`,
      '/shipments/filter',
      cursors.slice(-cursorsMax).map((cursor) => ({ pageSize, cursor })),
    ),
    post('track 100 references', '/shipments/track', trackings(shipments)),
    get('aging report of the receivables', ['/invoices/aging-report']),
    await newQuotes(ready, headers),
    await approvals(ready, headers),
  ];
}

/** What grows with the ledger and with the number of carriers. */
export function ledgerCases(): readonly Case[] {
  const search = (title: string, ...queries: readonly string[]) =>
    post(
      `search, ${title}`,
      '/carriers/search',
      queries.map((query) => ({ query })),
    );
  return [
    get('aging report of the receivables', ['/invoices/aging-report']),
    search(
      'typical words',
      'blackwater ridge',
      'Prairie Creek Trucking',
      'heron',
      'C200500',
      'willow creek hauling llc',
    ),
    search('the beginning of a word', 'amb', 'amber ar', 'tru', 'wil', 'blue'),
    search('a typing error', 'Blakcwater Ridge', 'Prarie Crek', 'herno', 'willw creek'),
  ];
}

const get = (title: string, paths: readonly string[]): Case => ({
  title,
  method: 'GET',
  targets: paths.map((path) => ({ path: `/v1${path}` })),
});

const post = (title: string, path: string, bodies: readonly object[]): Case => ({
  title,
  method: 'POST',
  targets: bodies.map((body) => ({ path: `/v1${path}`, body: JSON.stringify(body) })),
});

function reads(name: string, path: string, records: readonly Known[]): readonly Case[] {
  const ids = records.map(({ id }) => id);
  return [
    {
      ...get(
        `${name}, first read`,
        spelled(ids).map((id) => `${path}/${id}`),
      ),
      isOnce: true,
    },
    get(
      `${name}, read again`,
      ids.slice(0, fewRecords).map((id) => `${path}/${id}`),
    ),
  ];
}

/** Enough different requests from few ids: the service keeps answers by address, and an id may be written in capitals. */
function spelled(ids: readonly string[]): string[] {
  const rounds = Math.ceil(recordsMax / Math.max(1, ids.length));
  return Array.from({ length: rounds }, (_, round) => ids.map((id) => capitals(id, round))).flat();
}

function capitals(id: string, round: number): string {
  let bit = 0;
  return id.replaceAll(/[a-f]/g, (letter) => ((round >> bit++) & 1 ? letter.toUpperCase() : letter));
}

function trackings(shipments: readonly KnownShipment[]): object[] {
  const values = shipments.flatMap(({ orders }) =>
    orders.flatMap(({ references }) => references.map(({ value }) => value)),
  );
  const requests: object[] = [];
  for (let from = 0; from + referencesPerRequest <= values.length; from += referencesPerRequest)
    requests.push({ searches: values.slice(from, from + referencesPerRequest) });
  return requests;
}

async function newQuotes(ready: Ready, headers: Headers): Promise<Case> {
  const { data } = await readPage(ready, headers, '/customers/filter', { filter: { status: { equalTo: 'ACTIVE' } } });
  const order = {
    mode: 'TL',
    stops: [
      { type: 'PICKUP', postalCode: '60607', requestedStartDate: '2027-11-23' },
      { type: 'DELIVERY', postalCode: '75201', requestedStartDate: '2027-11-25' },
    ],
    freight: { weight: 42_000 },
  };
  return post(
    'create a quote',
    '/quotes',
    data.map(({ id }) => ({ customer: { id }, order })),
  );
}

/** Each bill is approved and, a round later, unapproved, so that there is always something to approve. */
async function approvals(ready: Ready, headers: Headers): Promise<Case> {
  const { data } = await readPage(ready, headers, '/bills/filter', {
    pageSize: billsMax,
    filter: { status: { equalTo: 'IN_REVIEW' } },
  });
  // A number that the widths divide, so that both requests of a bill fall to the same run.
  const bills = data.slice(0, data.length - (data.length % widths.length));
  const round = (verb: string) => bills.map(({ id }) => ({ path: `/v1/bills/${id}/${verb}` }));
  return {
    title: 'approve and unapprove a bill',
    method: 'POST',
    targets: [...round('approve'), ...round('unapprove')],
    isApart: true,
  };
}
