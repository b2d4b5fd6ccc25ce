import { readRecordNumber, splitKindWord } from '../../src/domain/identifiers/record-number.ts';
import { createFieldError } from '../../src/errors.ts';
import type { ToolContext } from '../../src/mcp/tool/context.ts';
import type { PlanRecord } from '../../src/mcp/tool/plan.ts';
import type { NextAction } from '../../src/mcp/results/result.ts';
import {
  billFinder,
  carrierFinder,
  customerFinder,
  invoiceFinder,
  shipmentFinder,
} from '../arguments/finders/finders.ts';
import { resolve } from '../arguments/finders/resolve.ts';

/** A record that a document is tied to. */
export interface DocumentTarget {
  /** Document tags that tie it to the record. */
  readonly tags: Readonly<Record<string, string>>;
  readonly label: string;
  /** The record as it was read; absent if the API looks up the number itself. */
  readonly record?: PlanRecord;
  readonly next: readonly NextAction[];
}

type FindRecord = (
  ctx: ToolContext,
  reference: string,
) => Promise<{ readonly record: { readonly id: string; readonly friendlyId: string } }>;

const finders: Readonly<Record<string, FindRecord>> = {
  shipment: (ctx, reference) => resolve(ctx, shipmentFinder, reference),
  carrier: (ctx, reference) => resolve(ctx, carrierFinder, reference),
  customer: (ctx, reference) => resolve(ctx, customerFinder, reference),
  bill: (ctx, reference) => resolve(ctx, billFinder, reference),
  invoice: (ctx, reference) => resolve(ctx, invoiceFinder, reference),
};
/** The API resolves their numbers itself: they have no reading operation that every API offers. */
const byNumber: readonly string[] = ['load', 'order', 'service'];

/** Reads the kind of record and what names it: "shipment:SHP-1042", "SHP-1042", "load# 2194". */
function readTarget(text: string): { readonly name: string; readonly reference: string } {
  const { friendly, numbers } = readRecordNumber(text);
  const kinds = [...Object.keys(finders), ...byNumber];
  if (friendly && kinds.includes(friendly.resource)) return { name: friendly.resource, reference: friendly.friendlyId };
  const labeled = splitKindWord(text, kinds);
  const name = labeled?.word ?? '';
  const number = [...numbers].find(([resource]) => resource === name)?.[1];
  return { name, reference: number ?? labeled?.rest ?? '' };
}

/** Finds the record that a document is tied to, as tags; it has to exist and be the only one that the text means. */
export async function findAttachmentTarget(ctx: ToolContext, text: string): Promise<DocumentTarget> {
  const { name, reference } = readTarget(text);
  if (byNumber.includes(name)) return { tags: { [`${name}Id`]: reference }, label: `${name} ${reference}`, next: [] };
  const findRecord = finders[name];
  if (!findRecord)
    throw createFieldError(
      'BAD_REQUEST',
      'attachTo',
      'must look like shipment:SHP-1042 (shipment, load, order, service, carrier, customer, bill or invoice)',
    );
  const { record } = await findRecord(ctx, reference);
  const next: NextAction[] =
    name === 'shipment'
      ? [{ tool: 'get_shipment', arguments: { shipment: record.friendlyId }, why: 'shows what billing still needs' }]
      : [];
  const { id, friendlyId } = record;
  return {
    tags: { [`${name}Id`]: id },
    label: `${name} ${friendlyId}`,
    record: { kind: name, id, friendlyId, name: null },
    next,
  };
}
