import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { ShownStatus, Approval } from '../tool/context.ts';
import { sha256 } from '../../contract/kit/canonical.ts';
import type { ApprovalRow, FoundApproval, MemoryCipher } from '../tool/memory.ts';
import type { ConfirmState, GateOptions } from '../run/run.ts';
import { type Plan, type Planned, type RecordSnapshots, viewMoney, viewPlan } from '../tool/plan.ts';
import type { ShownPlan } from './plan-changes.ts';
import { omitItems } from '../tool/plan-items.ts';
import type { PlanView, ToolResult } from '../results/result.ts';
import { WaybillError } from '../../errors.ts';
import { isFuture } from '../../domain/kit/instants.ts';

/** What is needed to plan again and to resume; never shown. */
export interface SealedPlan {
  readonly plan: Plan;
  readonly askedAt: string;
  /** Names the API whose records it rests on. */
  readonly api?: string | undefined;
  /** Of whoever asked, where an issuer numbers people: their name there may be another one later. */
  readonly user?: string | undefined;
  /** The records as they were read, packed: they are opened only to say what changed. */
  readonly snapshots?: string | undefined;
}

/** Packs the records of a plan, which are a hundred times as long as what is said of them. */
export const packSnapshots = (snapshots: RecordSnapshots): string =>
  deflateRawSync(JSON.stringify(snapshots)).toString('base64');

/** Returns a stored plan as it was shown, with its records. */
export const toShownPlan = ({ plan, snapshots }: Pick<SealedPlan, 'plan' | 'snapshots'>): ShownPlan => ({
  plan,
  snapshots:
    snapshots === undefined
      ? undefined
      : // Authenticated encryption: what opens is what packSnapshots wrote.
        (JSON.parse(inflateRawSync(Buffer.from(snapshots, 'base64')).toString()) as RecordSnapshots),
});

/** The question of a form is kept by the client, so a plan with many records takes only their versions along. */
const formSnapshotsMax = 60_000;

/** Seals a plan for the question of a form, which the client sends back with the answer. */
export function sealForForm(
  { plan, snapshots }: Pick<Planned, 'plan' | 'snapshots'>,
  cipher: MemoryCipher,
  id: string,
) {
  const packed = packSnapshots(snapshots);
  const sealed = { plan, snapshots: packed.length > formSnapshotsMax ? packSnapshots({}) : packed };
  return cipher.encrypt(deflateRawSync(JSON.stringify(sealed)).toString('base64'), formPlace(id));
}

/** Opens what `sealForForm` wrote; undefined where the question is of an earlier version of Waybill. */
export function openFromForm({ sealed, id }: Pick<ConfirmState, 'sealed' | 'id'>, cipher: MemoryCipher) {
  if (sealed === undefined) return undefined;
  const packed = Buffer.from(cipher.decrypt(sealed, formPlace(id)), 'base64');
  // Authenticated encryption: what opens is what sealForForm wrote.
  return toShownPlan(JSON.parse(inflateRawSync(packed).toString()) as Pick<SealedPlan, 'plan' | 'snapshots'>);
}

const formPlace = (id: string) => `confirmation.sealed ${id}`;

/** 40 bits of a fresh id in letters that cannot be misread, short enough to type: `APR-7K3M9QXD`. */
export function approvalIdFrom(newId: string): string {
  const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
  const bytes = Buffer.from(sha256(newId), 'hex').subarray(0, 8);
  return `APR-${[...bytes].map((byte) => alphabet[byte % 32]).join('')}`;
}

/** A plan is bound to its approval: written into another one, it cannot be opened. */
const placeOf = (id: string) => `tool_approval.sealed ${id}`;

export const sealPlan = (sealed: SealedPlan, cipher: MemoryCipher, id: string): string =>
  cipher.encrypt(JSON.stringify(sealed), placeOf(id));

const unreadable = 'A stored plan cannot be read: it was changed or its key is gone.';

export function unsealPlan(row: ApprovalRow, cipher: MemoryCipher): SealedPlan {
  const sealed = openPlan(row, cipher);
  if (sealed === undefined) throw new WaybillError('INTERNAL_ERROR', unreadable);
  return sealed;
}

/** What a yes lets happen: the plan without the lines that were left out with it. */
export function approvedPlan(row: ApprovalRow, cipher: MemoryCipher): SealedPlan {
  const { plan, askedAt, snapshots } = unsealPlan(row, cipher);
  return { plan: omitItems(plan, leftOutOf(row)), askedAt, snapshots };
}

export const leftOutOf = ({ left_out: stored }: Pick<ApprovalRow, 'left_out'>): readonly string[] =>
  // Written by decideApproval.
  stored === null ? [] : (JSON.parse(stored) as readonly string[]);

/** `Left out by R. Vega: BILL-1042.` Undefined where nothing was. */
export function leftOutText(approval: Pick<Approval, 'leftOut' | 'decidedBy'>): string | undefined {
  const { leftOut, decidedBy } = approval;
  return leftOut.length === 0 ? undefined : `Left out by ${decidedBy ?? 'nobody'}: ${leftOut.join(', ')}.`;
}

/** Undefined where it cannot be read any more. */
export function openPlan({ id, sealed }: ApprovalRow, cipher: MemoryCipher): SealedPlan | undefined {
  try {
    // Authenticated encryption: what opens is what sealPlan wrote.
    return JSON.parse(cipher.decrypt(sealed, placeOf(id))) as SealedPlan;
  } catch {
    // The caller says that it cannot be read; why helps nobody.
    return undefined;
  }
}

/** Why nothing is done under an approval that is not genuine. */
export const forgedText =
  'does not bear the mark of this desk: it was changed outside of Waybill, or stored before approvals were marked or under a key that was given up. It is void. Read the records, and ask again if it is still wanted.';

export function shownStatus(row: FoundApproval, now: string): ShownStatus {
  if (!row.isGenuine) return 'void';
  const isWaiting = row.status === 'pending' || row.status === 'approved';
  return isWaiting && (row.expires_at <= now || isOfFuture(row, now)) ? 'expired' : row.status;
}

/** Asked for or decided by a clock that ran ahead: nothing is done under it, however late it is by then. */
export const isOfFuture = ({ created_at: asked, decided_at: decided }: ApprovalRow, now: string): boolean =>
  isFuture(asked, now) || (decided !== null && isFuture(decided, now));

/** Why an approval that has expired lets nothing happen. */
export function expiryText(row: ApprovalRow, now: string): string {
  if (!isOfFuture(row, now)) return `expired at ${row.expires_at}.`;
  const [what, at] = isFuture(row.created_at, now) ? ['asked for', row.created_at] : ['decided', row.decided_at];
  return `was ${what} in the future (${at}): the clock of this machine was set back since. Nothing is done under it; ask again.`;
}

/** What a person decides about and what is carried out are one: both come from the encrypted plan. */
export function planOf(row: ApprovalRow, cipher: MemoryCipher): PlanView {
  const sealed = openPlan(row, cipher);
  return sealed === undefined ? planUnread(row) : viewPlan(sealed.plan);
}

function moneyOf(row: ApprovalRow, cipher: MemoryCipher): PlanView['money'] {
  const sealed = openPlan(row, cipher);
  return sealed === undefined ? [] : viewMoney(omitItems(sealed.plan, leftOutOf(row)).money);
}

const planUnread = ({ plan_hash: hash, tool, gate }: ApprovalRow): PlanView => ({
  hash,
  tool,
  gate,
  title: unreadable,
  steps: [],
  records: [],
  lines: [],
  money: [],
  emails: [],
  sideEffects: [],
  policyHits: [],
  undo: 'Unknown.',
});

export function toApproval(found: FoundApproval, cipher: MemoryCipher, now: string): Approval {
  const row = found.isGenuine ? found : withoutClaims(found);
  return {
    id: row.id,
    status: shownStatus(found, now),
    tool: row.tool,
    gate: row.gate,
    requester: row.requester,
    plan: planOf(row, cipher),
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    decidedBy: deciderOf(row),
    decidedAt: row.decided_at,
    reason: row.reason,
    leftOut: leftOutOf(row),
    money: moneyOf(row, cipher),
    warning: isWaitingInFuture(found, now) ? `${row.id} ${expiryText(row, now)}` : row.warning,
    exceptions: openPlan(row, cipher)?.plan.exceptions ?? [],
    outcome: row.outcome === null ? null : (outcomeOf(row.outcome).text.split('\n\n')[0] ?? null),
  };
}

const isWaitingInFuture = (row: FoundApproval, now: string): boolean =>
  shownStatus(row, now) === 'expired' && isOfFuture(row, now);

/** Who decided, why, and what came of it is not known of a row that anybody may have written. */
const withoutClaims = (row: FoundApproval): FoundApproval => ({
  ...row,
  decided_by: null,
  decided_at: null,
  reason: null,
  left_out: null,
  warning: `${row.id} ${forgedText}`,
  outcome: null,
});

/** A name is a claim; the operating system's user stands beside it. */
export const deciderText = (name: string, user: string | null): string =>
  user === null || user === name ? name : `${name} (user ${user})`;

export const deciderOf = ({ decided_by: name, decided_user: user }: ApprovalRow): string | null =>
  name === null ? null : deciderText(name, user);

/** The first result as it was stored. */
export function outcomeOf(stored: string): ToolResult {
  // Written by storeOutcome.
  return JSON.parse(stored) as ToolResult;
}

export const storeOutcome = (result: ToolResult): string => JSON.stringify(result);

/** Where a person reads and decides about one plan; undefined where this process serves no page. */
export async function approvalUrl(
  { approvalsPage }: Pick<GateOptions, 'approvalsPage'>,
  id: string,
): Promise<string | undefined> {
  const page = await approvalsPage?.();
  return page === undefined ? undefined : `${page}/${id}`;
}

/** How a person approves; the model can pass it on but not do it. */
export const approveCommand = ({ commandText }: Pick<GateOptions, 'commandText'>, id: string): string =>
  commandText(`approvals approve ${id}`);
