import {
  applyPublishedFilters,
  cutReferences,
  filterByNumber,
  keepPublishedFields,
  reportUnappliedFilters,
  removeReferences,
  useUnknownStatuses,
  writeNumbersAsText,
} from './changes.ts';
import { changeValues, combineProfiles, type ForeignProfile } from './profile.ts';
import { version100 } from './version-1-0-0.ts';
import { isRecord, readSchemaId } from './walk.ts';

const notFound = { status: 404, message: 'no such path' };

const ownFields: ForeignProfile = {
  name: 'returns only published fields',
  removes: ['own fields'],
  changeRequest: filterByNumber,
  changeResponse: keepPublishedFields,
  hasNumbersAsKeys: true,
};

const withoutExtensions: ForeignProfile = {
  name: 'has none of our extension operations',
  removes: ['orders'],
  refuse: ({ operation }) => (operation.extension ? notFound : undefined),
};

const silentFilters: ForeignProfile = {
  name: 'applies only published filter fields in silence',
  removes: [],
  changeRequest: applyPublishedFilters,
};

/** Sorts no search: its rows come as they come. */
export const unsorted: ForeignProfile = {
  name: 'ignores sorting',
  removes: [],
  changeRequest({ operation, body }) {
    if (!operation.search || !isRecord(body)) return body;
    const { sort: _ignored, ...rest } = body;
    return rest;
  },
};

const cutNames: ForeignProfile = {
  name: 'cuts references to id and key',
  removes: ['names'],
  changeResponse: cutReferences,
};

const noReferences: ForeignProfile = {
  name: 'sends no references',
  removes: ['names', 'references'],
  changeResponse: removeReferences,
};

const smallPages: ForeignProfile = {
  name: 'limits pages to 100',
  removes: [],
  refuse({ operation, body }) {
    const size = isRecord(body) ? body['pageSize'] : undefined;
    return operation.page && typeof size === 'number' && size > 100
      ? { status: 400, message: 'pageSize must be at most 100' }
      : undefined;
  },
};

const unknownStatuses: ForeignProfile = {
  name: 'uses status values that we do not know',
  removes: ['statuses'],
  changeResponse: useUnknownStatuses,
};

/** Forgets the first cursor of each collection. */
const expiringCursors: ForeignProfile = {
  name: 'forgets cursors',
  removes: [],
  refuse({ name, body }, count) {
    const hasCursor = isRecord(body) && typeof body['cursor'] === 'string';
    return hasCursor && count === 1 ? { status: 410, message: `the cursor of ${name} has expired` } : undefined;
  },
};

const omitNulls: NonNullable<ForeignProfile['changeResponse']> = changeValues(({ value, field }) =>
  value === null && field !== undefined ? undefined : value,
);

/** Compares records, but not in the form in which they were read. */
export const behindGateway: ForeignProfile = {
  name: 'is our own behind a gateway that omits fields without a value',
  removes: [],
  changeResponse: omitNulls,
  comparesRecords: true,
};

/** Brokerage APIs that answer in another form than ours and leave no data out, one row each. */
const formProfiles: readonly ForeignProfile[] = [
  {
    name: 'omits fields without a value',
    removes: [],
    changeResponse: omitNulls,
  },
  behindGateway,
  {
    name: 'sends null for empty lists',
    removes: [],
    changeResponse: changeValues(({ value, field }) =>
      Array.isArray(value) && value.length === 0 && field !== undefined && field !== 'data' ? null : value,
    ),
  },
  smallPages,
  expiringCursors,
  { name: 'sends numbers as text', removes: [], changeResponse: writeNumbersAsText },
  { name: 'ignores idempotency keys', removes: [], ignoresHeaders: ['idempotency-key'], comparesRecords: true },
  { name: 'has no Date', removes: [], omitsHeaders: ['date', 'x-time-zone'] },
  { name: 'compares no records', removes: [] },
  {
    name: 'has no hasNextPage',
    removes: [],
    changeResponse: changeValues(({ value, field }) => (field === 'hasNextPage' ? undefined : value)),
  },
  {
    name: 'has fields of its own',
    removes: [],
    changeResponse: changeValues(({ value, schema }) =>
      isRecord(value) && readSchemaId(schema) !== undefined ? { ...value, tmsRegion: 'WEST', x_flags: [1] } : value,
    ),
  },
];

/** Leaves no data out, and differs in every way that such an API can. */
export const otherForms = combineProfiles('differs in form in every way', formProfiles);

/** Version 1.0.0 with its own gaps: statuses that we do not know, and references without names. */
export const oldWithGaps = combineProfiles('is version 1.0.0 with unknown statuses and cut references', [
  version100,
  unknownStatuses,
  cutNames,
]);

/** Brokerage APIs that differ from ours, one row each, and some that differ in several ways. */
export const foreignProfiles: readonly ForeignProfile[] = [
  ...formProfiles,
  withoutExtensions,
  {
    name: 'applies only published filter fields and names the others',
    removes: [],
    changeRequest: applyPublishedFilters,
    changeResponse: reportUnappliedFilters,
  },
  silentFilters,
  unsorted,
  ownFields,
  cutNames,
  noReferences,
  unknownStatuses,
  version100,
  otherForms,
  oldWithGaps,
  combineProfiles('has no extensions, silent filters and pages of 100', [withoutExtensions, silentFilters, smallPages]),
  combineProfiles('differs in form in every way and sends no references', [otherForms, noReferences]),
  combineProfiles('returns only published fields, and references cut or missing', [ownFields, cutNames, noReferences]),
];
