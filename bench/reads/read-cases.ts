import type { BrokerageDatabase } from '../../src/store/connection.ts';

export const pageSize = 50;

export interface ReadRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: object;
}

/** One kind of read. Each request is another one than those before it. */
export interface ReadCase {
  readonly title: string;
  readonly nextRequest: () => ReadRequest;
  readonly onAnswer: (text: string) => void;
}

interface ReadShipmentPage {
  readonly data: readonly { readonly id: string }[];
  readonly pagination: { readonly endCursor: string | null };
}

/** A shipment, the oldest first; a page, the newest first; the name of another carrier; a report with other buckets. */
export async function readCases({ reader }: BrokerageDatabase, rounds: number): Promise<readonly ReadCase[]> {
  const shipments = await reader.selectFrom('shipment').select('id').orderBy('id').limit(rounds).execute();
  const carriers = await reader.selectFrom('carrier').select('name').orderBy('id').limit(rounds).execute();
  const isRead = new Set<string>();
  const readFirst = (id: string) => {
    if (isRead.has(id)) throw new Error(`The shipment ${id} was read before.`);
    isRead.add(id);
  };
  let cursor: string | null = null;
  return [
    readCase('one shipment', (round) => {
      const { id = '' } = shipments[round] ?? {};
      readFirst(id);
      return { method: 'GET', path: `/shipments/${id}` };
    }),
    {
      ...readCase('page of 50 shipments', () => ({
        method: 'POST',
        path: '/shipments/filter',
        body: { pageSize, cursor },
      })),
      onAnswer(text) {
        // The API's own answer.
        const { data, pagination } = JSON.parse(text) as ReadShipmentPage;
        for (const { id } of data) readFirst(id);
        cursor = pagination.endCursor;
      },
    },
    readCase('search of carriers by name', (round) => {
      const [first = '', second = ''] = carriers[round]?.name.split(' ') ?? [];
      return { method: 'POST', path: '/carriers/search', body: { query: `${first} ${second}` } };
    }),
    readCase('aging report', (round) => ({
      method: 'GET',
      path: `/invoices/aging-report?daysPerBucket=${round + 1}&maxDays=${4 * (round + 1)}`,
    })),
  ];
}

function readCase(title: string, requestOf: (round: number) => ReadRequest): ReadCase {
  let round = 0;
  return { title, nextRequest: () => requestOf(round++), onAnswer: () => {} };
}
