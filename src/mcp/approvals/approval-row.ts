import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { ShownStatus, Approval } from '../tool/context.ts';
import { sha256 } from '../../contract/kit/canonical.ts';
import type { ApprovalRow, FoundApproval, MemoryCipher } from '../tool/memory.ts';
import { chooseDeskZone } from '../run/desk-zone.ts';
import type { ConfirmState, GateOptions } from '../run/run.ts';
import { type Plan, type Planned, type RecordSnapshots, toMoneyView, toPlanView } from '../tool/plan.ts';
import type { ShownPlan } from './plan-changes.ts';
import { omitItems } from '../tool/plan-items.ts';
import type { PlanView, ToolResult } from '../results/result.ts';
import { WaybillError } from '../../errors.ts';
import { isFuture } from '../../domain/kit/instants.ts';
import { formatDateTime } from '../../domain/places/local-time.ts';

/** Encrypted part of an approval, with which it is planned again and resumed; never shown. */
export interface SealedPlan {
  readonly plan: Plan;
  readonly askedAt: string;
  /** Name of the API whose records the plan uses. */
  readonly api?: string | undefined;
  /** Requester's id at their issuer, because a name there can change later. */
  readonly user?: string | undefined;
  /** The records as they were read, packed: they are opened only to say what changed. */
  readonly snapshots?: string | undefined;
}

/** Packs the records of a plan, which are a hundred times as long as the plan's texts. */
export const packSnapshots = (snapshots: RecordSnapshots): string =>
  deflateRawSync(JSON.stringify(snapshots)).toString('base64');

/** Returns a stored plan as it was shown, with its records. */
export const toShownPlan = (
  { plan, snapshots }: Pick<SealedPlan, 'plan' | 'snapshots'>,
  row?: Pick<ApprovalRow, 'gate'>,
): ShownPlan => ({
  plan,
  // A stored gate is that of a plan, or `approve` where a limit or a rule raised it.
  ...(row && { gate: row.gate === 'approve' ? 'approve' : plan.gate }),
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
  return cipher.encrypt(deflateRawSync(JSON.stringify(sealed)).toString('base64'), toFormPlace(id));
}

/** Opens what `sealForForm` wrote; undefined where the question is of an earlier version of Waybill. */
export function openFromForm({ sealed, id }: Pick<ConfirmState, 'sealed' | 'id'>, cipher: MemoryCipher) {
  if (sealed === undefined) return undefined;
  const packed = Buffer.from(cipher.decrypt(sealed, toFormPlace(id)), 'base64');
  // Authenticated encryption: what opens is what sealForForm wrote.
  return toShownPlan(JSON.parse(inflateRawSync(packed).toString()) as Pick<SealedPlan, 'plan' | 'snapshots'>);
}

const toFormPlace = (id: string) => `confirmation.sealed ${id}`;

/**
 * Creates the id of an approval from 40 bits of a fresh id, in letters that cannot be misread and short enough to type:
 * `APR-7K3M9QXD`.
 */
export function createApprovalId(newId: string): string {
  const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
  const bytes = Buffer.from(sha256(newId), 'hex').subarray(0, 8);
  return `APR-${[...bytes].map((byte) => alphabet[byte % 32]).join('')}`;
}

/** Returns the context that binds a sealed plan to its approval: copied into another approval, it cannot be opened. */
const toPlanPlace = (id: string) => `tool_approval.sealed ${id}`;

export const sealPlan = (sealed: SealedPlan, cipher: MemoryCipher, id: string): string =>
  cipher.encrypt(JSON.stringify(sealed), toPlanPlace(id));

const unreadable = 'A stored plan cannot be read: it was changed or its key is gone.';

export function unsealPlan(row: ApprovalRow, cipher: MemoryCipher): SealedPlan {
  const sealed = openPlan(row, cipher);
  if (sealed === undefined) throw new WaybillError('INTERNAL_ERROR', unreadable);
  return sealed;
}

/** Opens the plan that was approved, without the lines that the approver left out. */
export function openApprovedPlan(row: ApprovalRow, cipher: MemoryCipher): SealedPlan {
  const { plan, askedAt, snapshots } = unsealPlan(row, cipher);
  return { plan: omitItems(plan, parseLeftOut(row)), askedAt, snapshots };
}

export const parseLeftOut = ({ left_out: stored }: Pick<ApprovalRow, 'left_out'>): readonly string[] =>
  // Written by decideApproval.
  stored === null ? [] : (JSON.parse(stored) as readonly string[]);

/** Returns `Left out by R. Vega: BILL-1042.`, or undefined if nothing was left out. */
export function describeLeftOut(approval: Pick<Approval, 'leftOut' | 'decidedBy'>): string | undefined {
  const { leftOut, decidedBy } = approval;
  if (leftOut.length === 0) return undefined;
  return `Left out${decidedBy === null ? '' : ` by ${decidedBy}`}: ${leftOut.join(', ')}.`;
}

/** Opens a sealed plan, or returns undefined if it can no longer be read. */
export function openPlan({ id, sealed }: ApprovalRow, cipher: MemoryCipher): SealedPlan | undefined {
  try {
    // Authenticated encryption: what opens is what sealPlan wrote.
    return JSON.parse(cipher.decrypt(sealed, toPlanPlace(id))) as SealedPlan;
  } catch {
    // The caller says that it cannot be read; why helps nobody.
    return undefined;
  }
}

/** Reason why an approval that is not genuine is void. */
export const forgedText =
  'does not bear the mark of this desk: it was changed outside of Waybill, or stored before approvals were marked or under a key that was given up. It is void. Read the records, and ask again if it is still wanted.';

export function getShownStatus(row: FoundApproval, now: string): ShownStatus {
  if (!row.isGenuine) return 'void';
  const isWaiting = row.status === 'pending' || row.status === 'approved';
  return isWaiting && (row.expires_at <= now || isFromFuture(row, now)) ? 'expired' : row.status;
}

/**
 * Returns true if an approval is dated in the future, because a clock ran ahead. Nothing is done under it, even once
 * that time has come.
 */
export const isFromFuture = ({ created_at: createdAt, decided_at: decidedAt }: ApprovalRow, now: string): boolean =>
  isFuture(createdAt, now) || (decidedAt !== null && isFuture(decidedAt, now));

/** Describes why an expired approval is void; without a zone, in the time of this machine. */
export function describeExpiry(row: ApprovalRow, now: string, zone = chooseDeskZone(undefined, undefined)): string {
  if (!isFromFuture(row, now)) return `expired on ${formatDateTime(row.expires_at, zone)}.`;
  const isRequest = isFuture(row.created_at, now);
  const at = formatDateTime(isRequest ? row.created_at : (row.decided_at ?? ''), zone);
  return `was ${isRequest ? 'requested' : 'decided'} in the future (${at}): the clock of this machine was set back since. Nothing is done under it; ask again.`;
}

/** Returns the plan that a person decides about. It comes from the encrypted plan, as does what is carried out. */
export function getPlanView(row: ApprovalRow, cipher: MemoryCipher): PlanView {
  const sealed = openPlan(row, cipher);
  return sealed === undefined ? buildUnreadableView(row) : toPlanView(sealed.plan);
}

function getMoneyView(row: ApprovalRow, cipher: MemoryCipher): PlanView['money'] {
  const sealed = openPlan(row, cipher);
  return sealed === undefined ? [] : toMoneyView(omitItems(sealed.plan, parseLeftOut(row)).money);
}

const buildUnreadableView = ({ plan_hash: hash, tool, gate }: ApprovalRow): PlanView => ({
  hash,
  tool,
  gate,
  title: unreadable,
  steps: [],
  records: [],
  changes: [],
  details: [],
  money: [],
  recipients: [],
  sideEffects: [],
  warnings: [],
  undo: 'Unknown.',
});

export function toApproval(storedRow: FoundApproval, cipher: MemoryCipher, now: string): Approval {
  const row = storedRow.isGenuine ? storedRow : removeClaims(storedRow);
  return {
    id: row.id,
    status: getShownStatus(storedRow, now),
    tool: row.tool,
    gate: row.gate,
    requester: row.requester,
    client: row.client,
    plan: getPlanView(row, cipher),
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    decidedBy: getDecider(row),
    decidedAt: row.decided_at,
    reason: row.reason,
    leftOut: parseLeftOut(row),
    money: getMoneyView(row, cipher),
    warning: isWaitingInFuture(storedRow, now) ? `${row.id} ${describeExpiry(row, now)}` : row.warning,
    exceptions: openPlan(row, cipher)?.plan.exceptions ?? [],
    outcome: row.outcome === null ? null : (parseOutcome(row.outcome).text.split('\n\n')[0] ?? null),
  };
}

const isWaitingInFuture = (row: FoundApproval, now: string): boolean =>
  getShownStatus(row, now) === 'expired' && isFromFuture(row, now);

/**
 * Removes the decider, the reason and the outcome from a row that is not genuine, because anyone may have written them.
 */
const removeClaims = (row: FoundApproval): FoundApproval => ({
  ...row,
  decided_by: null,
  decided_at: null,
  reason: null,
  left_out: null,
  warning: `${row.id} ${forgedText}`,
  outcome: null,
});

/** Formats a decider's name, which is a claim, with the operating system's user. */
export const formatDecider = (name: string, user: string | null): string =>
  user === null || user === name ? name : `${name} (user ${user})`;

export const getDecider = ({ decided_by: name, decided_user: user }: ApprovalRow): string | null =>
  name === null ? null : formatDecider(name, user);

/** Parses the result of the first run as `serializeOutcome` wrote it. */
export function parseOutcome(stored: string): ToolResult {
  // Written by serializeOutcome.
  return JSON.parse(stored) as ToolResult;
}

export const serializeOutcome = (result: ToolResult): string => JSON.stringify(result);

/** Returns the page on which a person decides about a plan, or undefined if this process serves no page. */
export async function getApprovalUrl(
  { approvalsPage }: Pick<GateOptions, 'approvalsPage'>,
  id: string,
): Promise<string | undefined> {
  const page = await approvalsPage?.();
  return page === undefined ? undefined : `${page}/${id}`;
}

/** Formats the command with which a person approves. The model can pass it on but not run it. */
export const formatApproveCommand = ({ commandText }: Pick<GateOptions, 'commandText'>, id: string): string =>
  commandText(`approvals approve ${id}`);
