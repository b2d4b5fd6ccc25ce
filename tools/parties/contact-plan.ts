import type { ToolContext } from '../../src/mcp/tool/context.ts';
import type { PlanDraft, PlanStep } from '../../src/mcp/tool/plan.ts';
import { isSameText } from '../../src/domain/text/folding.ts';
import { recordText } from '../../src/mcp/text/text.ts';
import { planOperation } from '../plans/plan-operation.ts';
import type { CarrierRecord, CustomerRecord } from '../records/record-types.ts';

export interface NewContactInput {
  readonly contact?: string | undefined;
  readonly email?: string | undefined;
  readonly phone?: string | undefined;
}

type ContactOwner =
  | { readonly kind: 'customer'; readonly record?: CustomerRecord | undefined; readonly name: string }
  | { readonly kind: 'carrier'; readonly record?: CarrierRecord | undefined; readonly name: string };

/** The first step of the plan makes the party whose contact it is. */
const madeFirst: NonNullable<PlanStep['takes']>[string] = { step: 0, member: 'id' };

/** Plans a contact at a customer or carrier: the contact of that name is changed, or a new one is added. */
export async function planContact(ctx: ToolContext, owner: ContactOwner, input: NewContactInput): Promise<PlanDraft> {
  const { kind, record } = owner;
  const { contact: name = owner.name, email, phone } = input;
  const existing = record?.contacts.find(
    (candidate) => candidate.deletedAt === null && isSameText(candidate.name, name),
  );
  // The first contact that can be reached is the one that mail goes to.
  const isReachable = email !== undefined || phone !== undefined;
  const makesPrimary = kind === 'customer' && isReachable && !record?.contacts.some(canBeReached);
  const contactInfo = {
    ...(existing && withValues(existing.contactInfo)),
    name,
    ...(email !== undefined && { email }),
    ...(phone !== undefined && { phoneNumber: phone }),
  };
  const draft = existing
    ? await planOperation(ctx, {
        operation: `${kind}Contacts.update`,
        input: { id: existing.id, contactInfo, ...(makesPrimary && { isPrimary: true }) },
      })
    : await planOperation(ctx, {
        operation: `${kind}Contacts.create`,
        input: {
          ...(record && { [`${kind}Id`]: record.id }),
          name,
          contactInfo,
          ...(makesPrimary && { isPrimary: true }),
        },
        ...(record && { words: new Map([[record.id, `${record.friendlyId} ${record.name}`]]) }),
        ...(!record && { takes: { [`${kind}Id`]: madeFirst } }),
      });
  const title = `${existing ? 'Change' : 'Add'} contact ${recordText(name, 'list')} of ${recordText(owner.name, 'list')}`;
  return { ...draft, title, steps: draft.steps.map((step) => ({ ...step, label: title })) };
}

interface ReachableContact {
  readonly deletedAt: string | null;
  readonly contactInfo: { readonly email: string | null; readonly phoneNumber: string | null };
}

const canBeReached = ({ deletedAt, contactInfo: { email, phoneNumber } }: ReachableContact): boolean =>
  deletedAt === null && (email !== null || phoneNumber !== null);

const withValues = (info: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(
    ['email', 'phoneNumber', 'title'].flatMap((field) =>
      typeof info[field] === 'string' ? [[field, info[field]]] : [],
    ),
  );
