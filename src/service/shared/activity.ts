import type { ServiceContext } from './context.ts';

interface Activity {
  /** Table of the record it is about. */
  readonly recordType: string;
  readonly recordId: string;
  readonly text: string;
}

/** Writes a line of a record's activity log, in the same transaction as the change that it reports. */
export async function recordActivity(
  ctx: Pick<ServiceContext, 'db' | 'organizationId' | 'clientId' | 'now' | 'newId'>,
  { recordType, recordId, text }: Activity,
): Promise<void> {
  await ctx.db
    .insertInto('activity')
    .values({
      id: ctx.newId(),
      organization_id: ctx.organizationId,
      record_type: recordType,
      record_id: recordId,
      at: ctx.now,
      actor: ctx.clientId,
      text,
    })
    .execute();
}
