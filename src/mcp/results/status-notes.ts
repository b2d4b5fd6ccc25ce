import { isPlainRecord } from '../../domain/kit/plain-record.ts';
import {
  isUnknownStatus,
  type StatusKindName,
  statusKindNames,
  statusKinds,
  type UnknownStatus,
} from '../../domain/shipments/unknown-statuses.ts';

/** The unknown statuses of one call, among the records that it read. */
export interface StatusNotes {
  /** Notes what the copy holds in the tables of a question. */
  readonly noteCopied: (statuses: readonly UnknownStatus[]) => void;
  /** Notes what an answer of the API shows. */
  readonly noteRead: (operation: string, answer: unknown) => void;
  readonly list: () => readonly UnknownStatus[];
  /** Lists the unknown statuses of records that were read from the API, not of all records of the brokerage. */
  readonly listRead: () => readonly UnknownStatus[];
}

/** Kinds of records with a status in answers, by resource or by the member of another record. */
const kindsByMember: Readonly<Record<string, readonly StatusKindName[]>> = {
  shipments: ['shipment', 'billing'],
  loads: ['load'],
  carriers: ['loadCarrier'],
  services: ['service'],
  quotes: ['quote'],
  invoices: ['invoice'],
  bills: ['bill'],
};
/** Carriers on file have statuses of another kind: only those of a load are assignments. */
const isResource = (member: string): boolean => member !== 'carriers' && member in kindsByMember;

/** Operations on one carrier of a load answer with its assignment, which has statuses of its own. */
const isAssignment = (resource: string, answer: Readonly<Record<string, unknown>>): boolean =>
  resource === 'loads' && 'loadId' in answer;

export function createStatusNotes(): StatusNotes {
  const copied = new Map<string, UnknownStatus>();
  /** Ids of records by kind and status. */
  const read = new Map<string, Set<string>>();

  const noteRecord = (member: string, record: Readonly<Record<string, unknown>>, isNested: boolean): void => {
    for (const kind of kindsByMember[member] ?? []) {
      const status = record[statusKinds[kind].field];
      if (!isUnknownStatus(kind, status)) continue;
      const key = toKey({ kind, status });
      read.set(key, (read.get(key) ?? new Set()).add(String(record['id'])));
    }
    if (!isNested) return;
    for (const [name, value] of Object.entries(record))
      if (name in kindsByMember && Array.isArray(value))
        for (const nested of value) if (isPlainRecord(nested)) noteRecord(name, nested, true);
  };

  const listRead = () => [...read].map(([key, ids]) => ({ ...fromKey(key), count: ids.size }));
  return {
    noteCopied(statuses) {
      for (const unknown of statuses) copied.set(toKey(unknown), unknown);
    },
    noteRead(operation, answer) {
      const [resource = '', method = ''] = operation.split('.');
      if (!isResource(resource) || !isPlainRecord(answer)) return;
      if (resource === 'loads' && method.endsWith('Carrier')) return noteRecord('carriers', answer, false);
      const list: unknown = answer['data'];
      if (!Array.isArray(list)) return noteRecord(isAssignment(resource, answer) ? 'carriers' : resource, answer, true);
      // What the records of a list hold is seldom what the list is read for.
      for (const record of list) if (isPlainRecord(record)) noteRecord(resource, record, false);
    },
    list: () => [...copied.values(), ...listRead().filter((unknown) => !copied.has(toKey(unknown)))],
    listRead,
  };
}

const toKey = ({ kind, status }: Pick<UnknownStatus, 'kind' | 'status'>): string => `${kind} ${status}`;

function fromKey(key: string): Pick<UnknownStatus, 'kind' | 'status'> {
  const kind = statusKindNames.find((name) => key.startsWith(`${name} `));
  if (kind === undefined) throw new Error(`${key} has no kind of status`);
  return { kind, status: key.slice(kind.length + 1) };
}
