import { catalogue, type CatalogueEntry } from '../../src/contract/catalogue.ts';
import type { OperationName } from '../../src/contract/operation-names.ts';
import { WaybillError } from '../../src/errors.ts';
import { isPlainRecord, type JsonObject } from '../../src/domain/kit/plain-record.ts';
import type { ToolContext } from '../../src/mcp/tool/context.ts';

interface Reader {
  readonly operation: OperationName;
  /** Such as `bills`. */
  readonly resource: string;
  readonly inputOf: (input: JsonObject) => JsonObject;
}

const placeOnLoad: Reader = {
  operation: 'loads.getCarrier',
  resource: 'loadCarriers',
  inputOf: ({ loadId, carrierId }) => ({ loadId, carrierId }),
};

/** Writes whose path names a part of a record: where that is read, or the record that shows it. */
const partReaders: Readonly<Partial<Record<string, Reader>>> = {
  'loads.updateCarrier': placeOnLoad,
  'loads.bounce': placeOnLoad,
  'loads.tonu': placeOnLoad,
  'creditMemos.unapply': {
    operation: 'creditMemos.get',
    resource: 'creditMemos',
    inputOf: ({ creditMemoId }) => ({ id: creditMemoId }),
  },
};

/** The record that the path names, as it is now: what the person compares with, and what must not change before the yes. */
export async function currentRecord(
  ctx: ToolContext,
  entry: CatalogueEntry,
  input: JsonObject,
): Promise<JsonObject | undefined> {
  const reader = readerOf(entry);
  if (!reader) return undefined;
  try {
    const record = await ctx.api.call(reader.operation, reader.inputOf(input));
    return isPlainRecord(record) ? record : undefined;
  } catch (error) {
    // An API may not offer reading here; then the plan has nothing to compare with, and says so by naming no record.
    if (error instanceof WaybillError && (error.code === 'NOT_IMPLEMENTED' || error.code === 'REFUSED'))
      return undefined;
    throw error;
  }
}

function readerOf({ name, operation }: CatalogueEntry): Reader | undefined {
  if (!operation.path.includes('{id}')) return partReaders[name];
  const resource = resourceOf(name);
  const reading = catalogue().find((one) => one.name === `${resource}.get`);
  return (
    reading && {
      operation: reading.name,
      resource,
      inputOf: ({ id, by }) => ({ id, ...(typeof by === 'string' && { by }) }),
    }
  );
}

/** Which resource the record of the path is one of. */
export const resourceOf = (operation: string): string =>
  partReaders[operation]?.resource ?? operation.split('.')[0] ?? 'records';
