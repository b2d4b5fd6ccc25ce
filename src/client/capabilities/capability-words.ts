import type { Operation } from '../../contract/kit/operation.ts';
import { operations } from '../../contract/operations.ts';
import type { ApiCapabilities, CapabilityEvidence } from './api-capabilities.ts';

/** A capability in the words of the trade. */
export interface CapabilityDescription {
  /** The work that it is for, such as "List orders that match a filter, newest first". */
  readonly meaning: string;
  /** The way in which Waybill works without it. */
  readonly fallback: string;
}

const headers: Readonly<Record<string, CapabilityDescription>> = {
  'page size': { meaning: 'Pages of up to 250 records', fallback: 'lists are read in pages of 100' },
  'Idempotency-Key': {
    meaning: 'A repeated change runs once',
    fallback: 'a change that moves money is sent once; if its answer is lost, Waybill looks it up in the records',
  },
  Date: {
    meaning: "The API's clock",
    fallback: "this machine's clock is used",
  },
  'X-Time-Zone': {
    meaning: "The time zone of the API's dates",
    fallback: 'the zone of WAYBILL_TIME_ZONE is used',
  },
  'X-If-Unchanged': {
    meaning: 'A change is refused if its records have changed since they were read',
    fallback: 'Waybill reads the records again right before the change',
  },
};

/** Fallbacks of single operations; every other one has none. */
const operationFallbacks: Readonly<Record<string, string>> = {
  'orders.filter': 'orders are taken from the shipments and quotes that they belong to',
};

/** A verdict as people read it. */
export interface CapabilityRow extends CapabilityEvidence, CapabilityDescription {}

/** Lists all verdicts with what each is for and what works without it; none for our own service. */
export async function listCapabilityRows(capabilities: ApiCapabilities): Promise<readonly CapabilityRow[]> {
  return (await capabilities.list()).map((row) => ({ ...row, ...describeCapability(row.name) }));
}

/** Returns what a capability is for and how Waybill works without it. */
function describeCapability(name: string): CapabilityDescription {
  const [kind, subject] = splitOnce(name, ' ');
  switch (kind) {
    case 'operation':
      return describeOperation(subject);
    case 'filter': {
      const [resource, field] = splitOnce(subject, '.');
      return {
        meaning: `Filter ${formatWords(resource)} by ${formatField(field)}`,
        fallback:
          field === 'updatedAt'
            ? 'new and open records are read for each question, and all of them once a day'
            : 'the records are read without this filter and filtered on this machine',
      };
    }
    case 'sort': {
      const [resource, verb] = splitOnce(subject, '.');
      return {
        meaning: `Sort ${formatWords(resource)}${verb === 'search' ? ' in a search' : ''}`,
        fallback: 'a list that is read to its end is sorted on this machine; of a longer one the order is unknown',
      };
    }
    default:
      return headers[name] ?? { meaning: name, fallback: 'nothing replaces it' };
  }
}

function describeOperation(name: string): CapabilityDescription {
  const [resource, verb] = splitOnce(name, '.');
  const groups: Readonly<Record<string, Readonly<Record<string, Operation>>>> = operations;
  return {
    meaning: groups[resource]?.[verb]?.summary ?? name,
    fallback: operationFallbacks[name] ?? 'nothing replaces it; answers that need it say so',
  };
}

const splitOnce = (text: string, separator: string): readonly [string, string] => {
  const place = text.indexOf(separator);
  return place === -1 ? [text, ''] : [text.slice(0, place), text.slice(place + 1)];
};

/** Names of filter fields whose parts do not say what they are. */
const fieldWords: Readonly<Record<string, string>> = {
  id: 'internal id',
  friendlyId: 'number',
  createdAt: 'time of creation',
  updatedAt: 'time of the last change',
  deletedAt: 'time of deletion',
};

/** Formats a field in words: `customerId` -> `customer` */
const formatField = (field: string): string => fieldWords[field] ?? formatWords(field.replace(/Id$/, ''));

/** Formats a name in words: `billPayments` -> `bill payments` */
const formatWords = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
