import { deleteOrganization } from '../../store/organization-rows.ts';
import type { SandboxOrigin } from '../../store/sandbox-settings.ts';
import type { ServiceContext } from '../shared/context.ts';
import { removeFilesNow } from '../documents/deadlines.ts';
import { type SandboxControl, requireTransaction } from './control.ts';

/** Resets the sandbox to what it would be if it were created now. Its API clients stay. */
export async function resetSandbox(ctx: ServiceContext, control: SandboxControl, origin: SandboxOrigin) {
  const { kind, cipher, organizationId, machineNow } = ctx;
  const stored = await listStoredDocuments(ctx);
  await deleteOrganization(ctx, kind);
  await removeFilesNow(ctx, stored);
  return control.reseed(requireTransaction(ctx), { kind, cipher, origin, organizationId, now: machineNow });
}

/** Lists the documents that have a file or may get one. Generated documents have none of their own. */
async function listStoredDocuments({ db, organizationId }: ServiceContext): Promise<Set<string>> {
  const uploaded = await db
    .selectFrom('document')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('sha256', 'is not', null)
    .execute();
  const awaited = await db
    .selectFrom('document_deadline')
    .select('document_id as id')
    .where('organization_id', '=', organizationId)
    .execute();
  return new Set([...uploaded, ...awaited].map(({ id }) => id));
}
