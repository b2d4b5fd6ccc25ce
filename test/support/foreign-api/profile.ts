import type { Operation } from '../../../src/contract/kit/operation.ts';
import { changeDeclared, type ChangeValue } from './walk.ts';

/** Data that an API does not give out: an answer that needs it may be incomplete, if it says so. */
export type MissingData =
  /** The list of all orders; those of shipments and quotes are embedded there. */
  | 'orders'
  /** Fields that only our service has: currencies of freight, time zones of stops, the billing status of a shipment. */
  | 'own fields'
  /** States and ZIP codes of addresses. */
  | 'states'
  /** Names in references. */
  | 'names'
  /** References to other records. */
  | 'references'
  /** Statuses in the words of the contract. */
  | 'statuses'
  /** Credits and payments of an invoice. */
  | 'applications';

export interface DeclaredRequest {
  /** Such as `bills.filter`. */
  readonly name: string;
  readonly operation: Operation;
  readonly body: unknown;
}

export interface ProfileRefusal {
  readonly status: number;
  readonly message: string;
  /** Field that the refusal is about. */
  readonly field?: string;
}

/** A brokerage API that differs from our own service. */
export interface ForeignProfile {
  readonly name: string;
  /** Data that the API lacks; empty where it differs in form only, so that every tool has to state the same facts. */
  readonly removes: readonly MissingData[];
  /** Refuses a request instead of passing it on; `count` is how many requests of that operation came before. */
  readonly refuse?: (request: DeclaredRequest, count: number) => ProfileRefusal | undefined;
  /** Changes the body of a request before our service gets it. */
  readonly changeRequest?: (request: DeclaredRequest) => unknown;
  readonly changeResponse?: (body: unknown, request: DeclaredRequest) => unknown;
  /** Changes the body of an error. */
  readonly changeError?: (body: unknown) => unknown;
  readonly omitsHeaders?: readonly string[];
  /** Request headers that have no effect. */
  readonly ignoresHeaders?: readonly string[];
  /** It understands X-If-Unchanged, as our own service behind a gateway does. */
  readonly comparesRecords?: true;
  /** The key of a numbered record is its number, by which it is read. */
  readonly hasNumbersAsKeys?: true;
}

/** Returns a change of each value of a response, in the shape that the contract declares. */
export const changeValues =
  (change: ChangeValue): NonNullable<ForeignProfile['changeResponse']> =>
  (body, { operation }) =>
    operation.response ? changeDeclared({ value: body, schema: operation.response }, change) : body;

/** Combines profiles into an API that differs in all of their ways. */
export function combineProfiles(name: string, profiles: readonly ForeignProfile[]): ForeignProfile {
  return {
    name,
    removes: [...new Set(profiles.flatMap(({ removes }) => removes))],
    refuse: (...request) =>
      profiles.map((profile) => profile.refuse?.(...request)).find((refusal) => refusal !== undefined),
    changeRequest: (request) =>
      profiles.reduce((body, { changeRequest }) => changeRequest?.({ ...request, body }) ?? body, request.body),
    changeResponse: (body, request) =>
      profiles.reduce((changed, { changeResponse }) => changeResponse?.(changed, request) ?? changed, body),
    changeError: (body) => profiles.reduce((changed, { changeError }) => changeError?.(changed) ?? changed, body),
    omitsHeaders: profiles.flatMap(({ omitsHeaders = [] }) => omitsHeaders),
    ignoresHeaders: profiles.flatMap(({ ignoresHeaders = [] }) => ignoresHeaders),
    ...(profiles.every(({ comparesRecords }) => comparesRecords) && { comparesRecords: true as const }),
    ...(profiles.some(({ hasNumbersAsKeys }) => hasNumbersAsKeys) && { hasNumbersAsKeys: true as const }),
  };
}
