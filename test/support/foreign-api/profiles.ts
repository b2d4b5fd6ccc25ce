import type { Operation } from '../../../src/contract/kit/operation.ts';
import { changeDeclared, type ChangeValue, isRecord, readSchemaId } from './walk.ts';

export interface DeclaredRequest {
  /** Such as `bills.filter`. */
  readonly name: string;
  readonly operation: Operation;
  readonly body: unknown;
}

/** A brokerage API that differs from our own service in one way. */
export interface ForeignProfile {
  readonly name: string;
  /** Refuses a request instead of passing it on. */
  readonly refuse?: (request: DeclaredRequest) => { readonly status: number; readonly message: string } | undefined;
  /** Changes the body of a request before our service gets it. */
  readonly changeRequest?: (request: DeclaredRequest) => unknown;
  readonly changeResponse?: (body: unknown, request: DeclaredRequest) => unknown;
  readonly omitsHeaders?: readonly string[];
  /** Request headers that have no effect. */
  readonly ignoresHeaders?: readonly string[];
}

const changeValues =
  (change: ChangeValue): NonNullable<ForeignProfile['changeResponse']> =>
  (body, { operation }) =>
    operation.response ? changeDeclared({ value: body, schema: operation.response }, change) : body;

/** Amounts and counts as text, as some JSON serializers write decimals. */
const writeNumbersAsText = changeValues(({ value, field }) =>
  typeof value === 'number' && field !== undefined && !['pageSize', 'pageNumber', 'totalPages'].includes(field)
    ? String(value)
    : value,
);

/**
 * Brokerage APIs that answer in another form than ours, one row each. They leave no data out, so that every tool has to
 * state the same facts.
 */
export const foreignProfiles: readonly ForeignProfile[] = [
  {
    name: 'omits fields without a value',
    changeResponse: changeValues(({ value, field }) => (value === null && field !== undefined ? undefined : value)),
  },
  {
    name: 'sends null for empty lists',
    changeResponse: changeValues(({ value, field }) =>
      Array.isArray(value) && value.length === 0 && field !== undefined && field !== 'data' ? null : value,
    ),
  },
  {
    name: 'limits pages to 100',
    refuse({ operation, body }) {
      const size = isRecord(body) ? body['pageSize'] : undefined;
      return operation.page && typeof size === 'number' && size > 100
        ? { status: 400, message: 'pageSize must be at most 100' }
        : undefined;
    },
  },
  { name: 'sends numbers as text', changeResponse: writeNumbersAsText },
  { name: 'ignores idempotency keys', ignoresHeaders: ['idempotency-key'] },
  { name: 'has no Date', omitsHeaders: ['date', 'x-time-zone'] },
  { name: 'compares no records', ignoresHeaders: ['x-if-unchanged'] },
  {
    name: 'has no hasNextPage',
    changeResponse: changeValues(({ value, field }) => (field === 'hasNextPage' ? undefined : value)),
  },
  {
    name: 'has fields of its own',
    changeResponse: changeValues(({ value, schema }) =>
      isRecord(value) && readSchemaId(schema) !== undefined ? { ...value, tmsRegion: 'WEST', x_flags: [1] } : value,
    ),
  },
];

/** Combines profiles into an API that differs in all of their ways. */
function combineProfiles(name: string, profiles: readonly ForeignProfile[]): ForeignProfile {
  return {
    name,
    refuse: (request) => profiles.map((profile) => profile.refuse?.(request)).find((refusal) => refusal !== undefined),
    changeRequest: (request) =>
      profiles.reduce((body, { changeRequest }) => changeRequest?.({ ...request, body }) ?? body, request.body),
    changeResponse: (body, request) =>
      profiles.reduce((changed, { changeResponse }) => changeResponse?.(changed, request) ?? changed, body),
    omitsHeaders: profiles.flatMap(({ omitsHeaders = [] }) => omitsHeaders),
    ignoresHeaders: profiles.flatMap(({ ignoresHeaders = [] }) => ignoresHeaders),
  };
}

/** Leaves no data out, and differs in every way that such an API can. */
export const otherForms = combineProfiles('differs in form in every way', foreignProfiles);
