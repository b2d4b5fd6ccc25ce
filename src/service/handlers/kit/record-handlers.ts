import type { FilterFields } from '../../../contract/kit/filter-fields.ts';
import type { PageInfo } from '../../../contract/types.ts';
import type { RecordTable, Row } from '../../../store/schema.ts';
import { filterPage, type FilterPageInput, type FilterPageSource } from '../../filter/page.ts';
import type { ServiceContext } from '../../shared/context.ts';
import { type RecordAddress, deleteRecord, requireRecord } from '../../shared/records.ts';

interface RecordResource<Table extends RecordTable, Fields extends FilterFields, Shown, Page> extends FilterPageSource<
  Table,
  Fields
> {
  /** The word people use for one record. */
  readonly kind: string;
  /** The records as the API shows them, in the order of the rows. */
  readonly show: (ctx: ServiceContext, rows: readonly Row<Table>[]) => Promise<readonly Shown[]>;
  /** Builds the paging field of a response: `pagination` or `pageInfo`. */
  readonly page: (page: PageInfo) => Page;
}

/**
 * Creates the handlers that most resources share. They filter, get and delete the records of one table in the same way.
 */
export function createRecordHandlers<Table extends RecordTable, Fields extends FilterFields, Shown, Page>(
  resource: RecordResource<Table, Fields, Shown, Page>,
) {
  const { table, kind } = resource;
  const requireOne = (ctx: ServiceContext, addressed: RecordAddress): Promise<Row<Table>> =>
    requireRecord(ctx, table, kind, addressed);
  const showOne = async (ctx: ServiceContext, row: Row<Table>): Promise<Shown> => {
    const [firstShown] = await resource.show(ctx, [row]);
    if (firstShown === undefined) throw new Error(`one row of ${table} was shown as nothing`);
    return firstShown;
  };
  const list =
    <Listed>(show: (ctx: ServiceContext, rows: readonly Row<Table>[]) => Promise<readonly Listed[]>) =>
    async (ctx: ServiceContext, input: FilterPageInput) => {
      const { rows, page, problems } = await filterPage(ctx, resource, input);
      return { data: [...(await show(ctx, rows))], ...resource.page(page), ...problems };
    };
  return {
    /** The live record that a path names; 404 otherwise. */
    require: requireOne,
    show: showOne,
    /** Builds a list that shows records in a form of its own. */
    list,
    filter: list(resource.show),
    get: async (ctx: ServiceContext, input: RecordAddress) => showOne(ctx, await requireOne(ctx, input)),
    delete: (ctx: ServiceContext, input: RecordAddress) => deleteRecord(ctx, table, kind, input),
  };
}
