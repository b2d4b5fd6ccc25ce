import { catalogue, type CatalogueEntry } from '../../src/contract/catalogue.ts';
import type { OperationName } from '../../src/contract/operation-names.ts';
import { WaybillError } from '../../src/errors.ts';
import { isPlainRecord, type JsonObject } from '../../src/domain/kit/plain-record.ts';
import type { ToolContext } from '../../src/mcp/tool/context.ts';

interface CurrentRecordReader {
  readonly operation: OperationName;
  /** The resource of the record, such as `bills`. */
  readonly resource: string;
  readonly toInput: (input: JsonObject) => JsonObject;
}

const placeOnLoad: CurrentRecordReader = {
  operation: 'loads.getCarrier',
  resource: 'loadCarriers',
  toInput: ({ loadId, carrierId }) => ({ loadId, carrierId }),
};

/** The reading of the part, or of the record that shows it, for each write whose path names a part of a record. */
const partReaders: Readonly<Partial<Record<string, CurrentRecordReader>>> = {
  'loads.updateCarrier': placeOnLoad,
  'loads.bounce': placeOnLoad,
  'loads.tonu': placeOnLoad,
  'creditMemos.unapply': {
    operation: 'creditMemos.get',
    resource: 'creditMemos',
    toInput: ({ creditMemoId }) => ({ id: creditMemoId }),
  },
};

/**
 * Reads the record that the path names. The person who decides compares the change with it, and it must not change
 * before the approval.
 */
export async function readCurrentRecord(
  ctx: ToolContext,
  entry: CatalogueEntry,
  input: JsonObject,
): Promise<JsonObject | undefined> {
  const reader = findReader(entry);
  if (!reader) return undefined;
  try {
    const record = await ctx.api.call(reader.operation, reader.toInput(input));
    return isPlainRecord(record) ? record : undefined;
  } catch (error) {
    // An API may not offer reading here; then the plan has nothing to compare with, and says so by naming no record.
    if (error instanceof WaybillError && (error.code === 'NOT_IMPLEMENTED' || error.code === 'REFUSED'))
      return undefined;
    throw error;
  }
}

function findReader({ name, operation }: CatalogueEntry): CurrentRecordReader | undefined {
  if (!operation.path.includes('{id}')) return partReaders[name];
  const resource = getResource(name);
  const reading = catalogue().find((candidate) => candidate.name === `${resource}.get`);
  return (
    reading && {
      operation: reading.name,
      resource,
      toInput: ({ id, by }) => ({ id, ...(typeof by === 'string' && { by }) }),
    }
  );
}

/** Returns the resource of the record in an operation's path. */
export const getResource = (operation: string): string =>
  partReaders[operation]?.resource ?? operation.split('.')[0] ?? 'records';
