import { isPlainRecord } from '../../domain/kit/plain-record.ts';
import { computeVersion } from '../../contract/kit/record-version.ts';
import { type PlanReading, type RecordSnapshots, toSnapshotKey } from '../tool/plan.ts';

/** Filters that name the records they ask for: what they return is read as by `get`. */
const namingFields: ReadonlySet<string> = new Set(['id', 'friendlyId', 'key']);

/**
 * Creates the list of every record that planning looked up, as it was, so that no tool can forget one. Lists that are
 * searched through stand in a plan by what is shown of them, since on a busy desk they change all the time.
 */
export function createReadings() {
  const readings = new Map<string, PlanReading>();
  const snapshots: Record<string, Readonly<Record<string, unknown>>> = {};
  return {
    note: (operation: string, input: Readonly<Record<string, unknown>>, answer: unknown, isContext = false): void => {
      if (isContext) return;
      for (const record of listRecords(operation, input, answer)) {
        const id = String(record['id']);
        readings.set(`${operation} ${id}`, { operation, id, version: computeVersion(record) });
        // A later part of planning may complete the record that it was given.
        snapshots[toSnapshotKey({ operation, id })] = structuredClone(record);
      }
    },
    /** In an order of their own, so that it does not matter which of several was read first. */
    all: (): readonly PlanReading[] =>
      [...readings].toSorted(([first], [second]) => (first < second ? -1 : 1)).map(([, reading]) => reading),
    listSnapshots: (): RecordSnapshots => ({ ...snapshots }),
  };
}

function listRecords(operation: string, { filter }: Readonly<Record<string, unknown>>, answer: unknown) {
  if (!isPlainRecord(answer)) return [];
  if (operation.endsWith('.get')) return [answer];
  const fields = isPlainRecord(filter) ? Object.keys(filter) : [];
  const isLookup = fields.length > 0 && fields.every((field) => namingFields.has(field));
  return isLookup && Array.isArray(answer['data']) ? answer['data'].filter(isPlainRecord) : [];
}
