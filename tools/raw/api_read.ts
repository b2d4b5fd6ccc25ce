import * as z from 'zod';
import { catalogue } from '../../src/contract/catalogue.ts';
import { WaybillError } from '../../src/errors.ts';
import { maskAccounts } from '../../src/mcp/text/mask-accounts.ts';
import type { ToolContext } from '../../src/mcp/tool/context.ts';
import { listResult } from '../../src/mcp/results/list-result.ts';
import { recordResult } from '../../src/mcp/results/record-result.ts';
import type { ToolResult } from '../../src/mcp/results/result.ts';
import { recordText, textCaps, formatTypedName } from '../../src/mcp/text/text.ts';
import { tool } from '../../src/mcp/tool/tool.ts';
import { listArguments } from '../arguments/list-arguments.ts';
import { requireOperation } from '../calls/catalogue-call.ts';
import { resolveInput } from '../calls/resolve-input.ts';
import { removeNulls } from '../records/without-nulls.ts';
import { buildPageInput, readPage, type ApiPage } from './read-page.ts';
import { isPlainRecord } from '../../src/domain/kit/plain-record.ts';
import {
  listColumns,
  listDefaultFields,
  listFreeTextPointers,
  isFreeText,
  project,
  refuseUnknownFields,
  replaceOddNames,
} from '../records/raw-data.ts';

const Input = z.strictObject({
  operation: z.string().max(80).describe('resource.verb, from api_search'),
  input: z.record(z.string(), z.unknown()).optional().describe('Flat input of the operation'),
  fields: z
    .array(z.string().max(120))
    .min(1)
    .max(40)
    .optional()
    .describe('Exactly these members, such as customer.name'),
  limit: z.number().min(1).max(250).optional(),
  cursor: listArguments.cursor,
  format: listArguments.format,
});
type ApiReadInput = z.output<typeof Input>;

export const apiRead = tool({
  name: 'api_read',
  title: 'Read through the API',
  description: `Runs any reading operation of the brokerage API by name and shows the answer; fields are honoured exactly.
Prefer direct tools (list_bills, get_shipment): they compute totals. Find names and inputs with api_search.
It cannot change anything: use api_write for that.`,
  toolset: 'catalogue',
  gate: 'none',
  operations: catalogue()
    .filter(({ effect, operation }) => effect === 'read' && operation.stream === undefined)
    .map(({ name }) => name),
  input: Input,
  output: z
    .object({
      total: z.number().nullable(),
      rows: z.array(z.record(z.string(), z.unknown())),
      record: z.record(z.string(), z.unknown()),
      notes: z.array(z.string()),
      nextCursor: z.string().nullable(),
    })
    .partial(),
  async read(ctx, request) {
    const entry = requireOperation(request.operation);
    if (entry.effect !== 'read')
      throw new WaybillError('BAD_REQUEST', `operation: ${entry.name} changes records; use api_write.`, {
        details: [{ field: 'operation', message: 'is not a reading operation' }],
      });
    if (entry.operation.stream !== undefined)
      throw new WaybillError(
        'BAD_REQUEST',
        `operation: ${entry.name} is a stream of all records; ask for a list instead.`,
        {
          details: [{ field: 'operation', message: 'is a stream' }],
        },
      );
    const typed = buildPageInput(ctx, entry, { ...request, input: removeNulls(request.input ?? {}) });
    const { input, interpretations } = await resolveInput(ctx, entry, typed);
    const answer = replaceOddNames(maskAccounts(await ctx.api.call(entry.name, input)));
    refuseUnfiltered(entry.name, answer);
    const page = readPage(ctx, answer, request, input);
    const notes = isUnsorted(answer) ? [...interpretations, unsortedNote] : interpretations;
    return page ? showList(ctx, request, page, notes) : showRecord(ctx, request, answer, interpretations);
  },
});

/** Says of a list that neither the API nor the client has sorted. */
const unsortedNote =
  "This API doesn't sort this list, and it is too long to sort here or doesn't show what to sort by: the order of its rows isn't certain. Narrow it down with criteria.";

const isUnsorted = (answer: unknown): boolean => listErrors(answer).some(isAboutSort);

const isAboutSort = ({ field }: Readonly<Record<string, unknown>>): boolean => field === 'sort';

const listErrors = (answer: unknown): readonly Readonly<Record<string, unknown>>[] =>
  isPlainRecord(answer) && Array.isArray(answer['errors']) ? answer['errors'].filter(isPlainRecord) : [];

/** Rows that were not limited as asked are no answer to the question. */
function refuseUnfiltered(operation: string, answer: unknown): void {
  const errors = listErrors(answer).filter((error) => !isAboutSort(error));
  if (errors.length === 0) return;
  const details = errors.map(({ field, message }) => ({
    field: `input.filter.${String(field)}`,
    message: String(message),
  }));
  const names = details.map(({ field, message }) => `${formatTypedName(field)}: ${message}`);
  throw new WaybillError('BAD_REQUEST', `${operation} did not apply ${names.join('; ')}. Its rows are not shown.`, {
    details,
  });
}

function showList(
  ctx: ToolContext,
  request: ApiReadInput,
  { rows: records, total, ...page }: ApiPage,
  interpretations: readonly string[],
): ToolResult {
  refuseUnknownFields(records, request.fields);
  const { fields, leftOut } = request.fields ? { fields: request.fields, leftOut: [] } : listDefaultFields(records);
  const rows = records.map((record) => project(record, fields));
  const notes = [...interpretations, ...describeLeftOut(leftOut)];
  return listResult({
    summary:
      total === null
        ? `${request.operation}: one page of ${records.length} records.`
        : `${request.operation}: ${total} records.`,
    asOf: ctx.now(),
    total,
    rows,
    columns: listColumns(rows, fields),
    isText: isFreeText,
    ...page,
    notes,
    format: request.format ?? 'table',
    fields: request.fields,
  });
}

function showRecord(
  ctx: ToolContext,
  { operation, fields }: ApiReadInput,
  answer: unknown,
  interpretations: readonly string[],
): ToolResult {
  const whole = isPlainRecord(answer) ? answer : { value: answer };
  refuseUnknownFields([whole], fields);
  const chosen = fields ? { fields, leftOut: [] } : listDefaultFields([whole]);
  const record = project(whole, chosen.fields);
  const pointers = listFreeTextPointers(record, '/record');
  const free = new Set(pointers.map((pointer) => pointer.split('/')[2]));
  const lines = Object.entries(record).map(
    ([name, value]) => `${name}: ${free.has(name) ? quoteJson(value) : JSON.stringify(value)}${cutNote(name, value)}`,
  );
  return recordResult({
    summary: `${operation}: one record.`,
    asOf: ctx.now(),
    lines: [...interpretations, ...lines, ...describeLeftOut(chosen.leftOut)],
    data: { record },
    untrusted: pointers,
  });
}

const describeLeftOut = (names: readonly string[]) =>
  names.length > 0 ? [`Left out: ${names.join(', ')}; name them in fields to see them.`] : [];

/** Formats a note for a long field that is cut. Its parts can be requested. */
const cutNote = (name: string, value: unknown) =>
  typeof value !== 'string' && JSON.stringify(value).length > textCaps.record
    ? ` (cut; ask for parts of it in fields, such as ${name}.id)`
    : '';
const quoteJson = (value: unknown) => recordText(typeof value === 'string' ? value : JSON.stringify(value));
