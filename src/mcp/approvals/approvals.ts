import { formatUndo } from '../text/undo-text.ts';
import { computeLeaseEnd } from './lease.ts';
import type { Confirmed, Plan, Planned } from '../tool/plan.ts';
import type { Approval } from '../tool/context.ts';
import { WaybillError } from '../../errors.ts';
import {
  createApprovalId,
  getApprovalUrl,
  formatApproveCommand,
  getDecider,
  formatDecider,
  describeExpiry,
  forgedText,
  isFromFuture,
  parseLeftOut,
  describeLeftOut,
  openPlan,
  packSnapshots,
  getPlanView,
  sealPlan,
  getShownStatus,
  toApproval,
  unsealPlan,
} from './approval-row.ts';
import { appendAudit } from '../audit/audit.ts';
import { type FreshnessDesk, checkFreshness, refuseChanged } from './freshness.ts';
import type { GateOptions, ToolRun } from '../run/run.ts';
import { formatClientName, addMilliseconds } from '../run/call-details.ts';
import type { ApprovalEvent } from '../tool/notification.ts';
import type { ApprovalChange, ApprovalRow, FoundApproval, JudgeSamePlan, MemoryCipher } from '../tool/memory.ts';
import type { ToolResult } from '../results/result.ts';
import type { WriteStatus } from '../results/write-statuses.ts';
import { reserveApprovedMoney } from './approved-money.ts';
import { refuseSamePerson, toDeciders } from './same-person.ts';
import { requireSecretInForce } from './secret-wait.ts';
import { requirePasskey, type SigningPasskey } from './passkeys.ts';
import { formatPlanForModel, shortenPlan } from './plan-text.ts';
import { listPolicyNames } from '../policy/money-kinds.ts';
import { listApprovers } from '../policy/policy.ts';
import { foldName, isSamePrincipal, parsePrincipal } from '../policy/principal-name.ts';
import { requireItems } from '../tool/plan-items.ts';
import { stripInvisible } from '../text/invisible.ts';
import { writeResult } from '../results/write-result.ts';

export const approvalLivesMs = 24 * 60 * 60_000;
const reasonMax = 500;

interface NewApproval {
  readonly id: string;
  readonly status: 'pending' | 'executing';
  readonly decidedBy: string | null;
  /** Warning that the person reads beside the plan. */
  readonly warning?: string | undefined;
  /** Stricter gate that replaces the plan's own, for example above a money limit. */
  readonly gate?: 'approve' | undefined;
  readonly confirmed?: Confirmed | null;
}

/** Stores a plan that waits for a person. */
async function storePlan(run: ToolRun, planned: Planned, approval: Omit<NewApproval, 'status' | 'decidedBy'>) {
  const row = buildApprovalRow(run, planned, { ...approval, status: 'pending', decidedBy: null });
  await run.options.memory.approvals.insert(row);
  return row;
}

/**
 * Stores a plan that a person just confirmed as being carried out. Returns undefined if another yes to the same plan
 * conflicts with it.
 */
export async function beginPlan(
  run: ToolRun,
  planned: Planned,
  approval: Pick<NewApproval, 'id' | 'confirmed'>,
  judge: JudgeSamePlan,
): Promise<ApprovalRow | undefined> {
  const row = buildApprovalRow(run, planned, {
    ...approval,
    status: 'executing',
    decidedBy: run.caller.principal.name,
  });
  return (await run.options.memory.approvals.insert(row, judge)) ? row : undefined;
}

function buildApprovalRow(
  { options, caller }: ToolRun,
  { plan, snapshots, hash, askedAt }: Planned,
  { id, status, decidedBy, warning, gate, confirmed = null }: NewApproval,
): ApprovalRow {
  const now = options.now();
  const isDecided = decidedBy !== null;
  return {
    id,
    status,
    tool: plan.tool,
    gate: gate ?? plan.gate,
    requester: caller.principal.name,
    client: formatClientName(caller),
    plan_hash: hash,
    sealed: sealPlan(
      { plan, askedAt, api: options.apiName, user: caller.principal.user, snapshots: packSnapshots(snapshots) },
      options.memory.cipher,
      id,
    ),
    created_at: now,
    expires_at: addMilliseconds(now, approvalLivesMs),
    decided_by: decidedBy,
    decided_at: isDecided ? now : null,
    reason: null,
    started_at: isDecided ? now : null,
    finished_at: null,
    outcome: null,
    steps_sent: 0,
    steps_done: 0,
    leased_until: isDecided ? computeLeaseEnd(now) : null,
    decided_user: null,
    warning: warning ?? null,
    confirmed: confirmed && JSON.stringify(confirmed),
    left_out: null,
  };
}

/** Notifies receivers about an approval whose row was just written. */
export function notifyApproval(
  { memory, now, notify }: Pick<GateOptions, 'memory' | 'now' | 'notify'>,
  event: ApprovalEvent,
  row: ApprovalRow,
  page?: string,
): void {
  const approval = toApproval({ ...row, isGenuine: true }, memory.cipher, now());
  notify?.({ event, at: now(), approval, page });
}

interface ApprovalRequestOptions {
  readonly status?: Extract<WriteStatus, 'approval_required' | 'changed'>;
  readonly warning?: string | undefined;
  readonly gate?: 'approve' | undefined;
}

/** Returns that a person has to approve first; the same plan, requested twice, waits once. */
export async function requestApproval(
  run: ToolRun,
  planned: Planned,
  { status = 'approval_required', warning, gate }: ApprovalRequestOptions = {},
): Promise<{ readonly result: ToolResult; readonly id: string }> {
  const { options, caller } = run;
  const now = options.now();
  const rows = await options.memory.approvals.listByPlan(planned.hash, caller.principal.name);
  for (const row of rows) await voidIfFromFuture(options, row);
  const waiting = rows.find(
    (row) => isWaiting(row, now) && row.warning === (warning ?? null) && hasAllWarnings(options, row, planned.plan),
  );
  const row = waiting ?? (await storePlan(run, planned, { id: createApprovalId(options.newId()), warning, gate }));
  const isApproved = row.status === 'approved';
  const url = isApproved ? undefined : await getApprovalUrl(options, row.id);
  if (waiting === undefined) notifyApproval(options, 'APPROVAL_WAITING', row, url);
  const approval = {
    id: row.id,
    expiresAt: row.expires_at,
    status: isApproved ? ('approved' as const) : ('pending' as const),
    ...(warning !== undefined && { warning }),
    how: { command: formatApproveCommand(options, row.id), ...(url !== undefined && { url }) },
  };
  const how = isApproved ? describeApproved(row) : describeApprovalWays(approval.how);
  const result = writeResult({
    status,
    summary: [warning, `${planned.view.title}.`, how].filter(Boolean).join(' '),
    plan: shortenPlan(planned.view),
    approval,
    lines: formatPlanForModel(planned.view),
    undo: formatUndo(planned.view),
    nextActions: [
      {
        tool: 'run_approved',
        arguments: { approvalId: row.id },
        why: isApproved ? 'executes it' : 'once a person approved',
      },
    ],
  });
  return { result, id: row.id };
}

/** Returns true if the stored plan shows each warning that the same plan has now. */
function hasAllWarnings({ memory }: Pick<GateOptions, 'memory'>, row: ApprovalRow, { contextWarnings = [] }: Plan) {
  const shownKeys = new Set(openPlan(row, memory.cipher)?.plan.contextWarnings?.map(({ key }) => key));
  return contextWarnings.every(({ key }) => shownKeys.has(key));
}

const describeApproved = (row: ApprovalRow): string =>
  ['A person has approved it already.', describeLeftOut({ leftOut: parseLeftOut(row), decidedBy: getDecider(row) })]
    .filter(Boolean)
    .join(' ');

/** Describes in one sentence how a person decides. */
export const describeApprovalWays = ({ command, url }: { readonly command: string; readonly url?: string }): string =>
  url === undefined ? `A person approves it with: ${command}` : `A person decides on ${url}`;

/** Voids an approval that a fast clock dated in the future, so that it does not count again when that time comes. */
export async function voidIfFromFuture(
  { memory, now }: Pick<GateOptions, 'memory' | 'now'>,
  row: FoundApproval,
): Promise<void> {
  const { id, status } = row;
  if (getShownStatus(row, now()) !== 'expired' || !isFromFuture(row, now()) || status === 'executing') return;
  if (await memory.approvals.move(id, status, { status: 'void', finished_at: now() }))
    await memory.movedMoney.settle(id, []);
}

const isWaiting = (row: FoundApproval, now: string) => ['pending', 'approved'].includes(getShownStatus(row, now));

export interface Decision {
  readonly id: string;
  readonly decision: 'approve' | 'deny';
  /** The name that the person gives. */
  readonly approver: string;
  /** The user of the operating system, which a name cannot hide. */
  readonly user: string;
  readonly reason?: string | undefined;
  /** Keys of the plan's lines that the yes is not for; where none is left, it is a no. */
  readonly leftOut?: readonly string[] | undefined;
  /** The plan that the person was shown; a decision about another one counts for nothing. */
  readonly planHash?: string | undefined;
  /** The passkey that signed exactly this yes. Only code that has verified the signature sets it. */
  readonly passkey?: SigningPasskey | undefined;
  /** True if an issuer vouches for the person, so that the decision doesn't rest on the approver's secret. */
  readonly hasSignedIn?: boolean | undefined;
}

type DecisionDesk = Pick<GateOptions, 'memory' | 'policy' | 'now' | 'newId' | 'log' | 'notify' | 'timeZone'> &
  FreshnessDesk;

type DecisionAuditDesk = Omit<DecisionDesk, 'policy' | 'records'>;

/**
 * Decides an approval for a person. The command line and the approvals page call it; nothing that a model reaches does.
 */
export async function decideApproval(desk: DecisionDesk, decision: Decision): Promise<Approval> {
  const { id, approver, user, passkey } = decision;
  const { memory, now } = desk;
  // The passkey's owner decides too: a session in another name must not hide the requester.
  const deciders = toDeciders(approver, user, passkey?.subject);
  const row = await memory.approvals.get(id);
  if (row === undefined) throw new WaybillError('APPROVAL_UNKNOWN', `There is no approval ${id}.`);
  if (!row.isGenuine) throw await refuseForged(desk, row, formatDecider(approver, user));
  const pendingApproval = toApproval(row, memory.cipher, now());
  if (pendingApproval.status === 'expired') {
    await voidIfFromFuture(desk, row);
    throw new WaybillError('APPROVAL_EXPIRED', `${id} ${describeExpiry(row, now())}`);
  }
  if (pendingApproval.status !== 'pending') throw buildDecidedError(pendingApproval);
  if (foldName(approver) === '') throw new WaybillError('REFUSED', `${id} is decided by a person with a name.`);
  if (parsePrincipal(approver).kind === 'program')
    throw new WaybillError('REFUSED', `${id} is decided by a person: ${approver} is a program.`);
  refuseUnseen(pendingApproval, decision);
  await requireSecretInForce(desk, { hasSignedIn: decision.hasSignedIn, passkeyAddedAt: passkey?.addedAt });
  if (decision.decision === 'approve') {
    refuseSamePerson(desk, row, deciders);
    refuseOthers(desk, row, [approver, user]);
    refuseUnreasoned(decision, unsealPlan(row, memory.cipher).plan);
    await requirePasskey(memory, id, passkey);
    refuseChanged(await checkFreshness(desk, id));
  }

  const decided = {
    ...toDecisionColumns(decision, row, memory.cipher),
    decided_by: approver,
    decided_user: user,
    decided_at: now(),
  } satisfies ApprovalChange;
  await reserveApprovedMoney(desk, row, decided, deciders);
  const isFirst = await memory.approvals.move(id, 'pending', decided);
  if (!isFirst) throw await settleLateDecision(desk, row);
  const approval = toApproval({ ...row, ...decided }, memory.cipher, now());
  const signed = passkey === undefined ? undefined : `Signed with passkey ${passkey.label}`;
  const { exceptions } = pendingApproval;
  const why =
    exceptions.length > 0 ? `Exception ${exceptions.join(', ')}. Reason: ${approval.reason ?? 'none'}` : undefined;
  const summary = [approval.plan.title, why, signed, describeLeftOut(approval)].filter(Boolean).join('. ');
  await auditDecision(desk, row, { status: decided.status, who: formatDecider(approver, user), summary });
  desk.notify?.({ event: 'APPROVAL_DECIDED', at: now(), approval });
  return approval;
}

/**
 * Returns the error for a late decision. If a no or a withdrawal came first, releases the money that this yes has
 * counted.
 */
async function settleLateDecision(desk: DecisionDesk, { id }: ApprovalRow): Promise<WaybillError> {
  const decided = await getApproval(desk, id);
  if (decided.status === 'denied' || decided.status === 'void') await desk.memory.movedMoney.settle(id, []);
  return buildDecidedError(decided);
}

/** Builds the error that tells a late decider who decided first. */
const buildDecidedError = ({ id, status, decidedBy }: Approval): WaybillError =>
  new WaybillError('CONFLICT', `${id} is ${status} already${decidedBy === null ? '' : `, by ${decidedBy}`}.`);

/** Refuses a decision about another plan than the one that the person has read. */
function refuseUnseen({ id, plan }: Approval, { planHash = plan.hash }: Decision): void {
  if (planHash === plan.hash) return;
  throw new WaybillError('CONFLICT', `${id} is about another plan than the one that was shown. Read it again.`);
}

/** Refuses to approve an exception to the policy without a reason, which the audit log keeps. */
function refuseUnreasoned({ id, reason }: Decision, { exceptions = [] }: Pick<Plan, 'exceptions'>): void {
  if (exceptions.length === 0 || stripInvisible(reason ?? '').text.trim() !== '') return;
  throw new WaybillError(
    'REFUSED',
    `${id} is an exception (${exceptions.join(', ')}): it is approved with a reason, such as --reason "who allowed it, and why". Nothing was decided.`,
    { details: [{ field: 'reason', message: 'is needed' }] },
  );
}

/** Returns the columns of a decision. A yes that leaves out every line is a no. */
function toDecisionColumns({ decision, leftOut = [], reason }: Decision, row: ApprovalRow, cipher: MemoryCipher) {
  const isPart = decision === 'approve' && leftOut.length > 0;
  const { items = [] } = isPart ? unsealPlan(row, cipher).plan : {};
  const keys = isPart ? requireItems(items, leftOut) : [];
  const isNo = decision === 'deny' || (isPart && keys.length === items.length);
  return {
    status: isNo ? 'denied' : 'approved',
    reason: reason === undefined ? null : stripInvisible(reason).text.slice(0, reasonMax),
    left_out: keys.length === 0 ? null : JSON.stringify(keys),
  } as const;
}

/** Refuses everyone else if the policy names the approvers of a tool or an operation of the plan. */
export function refuseOthers(
  { policy, memory }: Pick<GateOptions, 'policy' | 'memory'>,
  row: ApprovalRow,
  deciders: readonly (string | null)[],
): void {
  const plan = openPlan(row, memory.cipher)?.plan ?? getPlanView(row, memory.cipher);
  for (const { name, people } of listApprovers(policy, listPolicyNames(plan))) {
    const isNamed = deciders.some(
      (decider) => decider !== null && people.some((person) => isSamePrincipal(person, decider)),
    );
    if (!isNamed)
      throw new WaybillError('REFUSED', `${row.id}: the policy names who approves ${name}: ${people.join(' or ')}.`);
  }
}

/**
 * Records in the audit log that someone with the database but without the key wrote an approval, and returns the
 * refusal.
 */
export async function refuseForged(
  desk: DecisionAuditDesk,
  row: FoundApproval,
  decider: string,
): Promise<WaybillError> {
  await auditDecision(desk, row, { status: 'void', who: decider, summary: `${row.id} ${forgedText}` });
  return new WaybillError('REFUSED', `${row.id} ${forgedText}`);
}

async function auditDecision(
  desk: DecisionAuditDesk,
  row: ApprovalRow,
  { status, who: decider, summary }: { readonly status: string; readonly who: string; readonly summary?: string },
): Promise<void> {
  const plan = getPlanView(row, desk.memory.cipher);
  await appendAudit(desk, {
    kind: 'decided',
    attempt: desk.newId(),
    at: desk.now(),
    who: decider,
    client: null,
    tool: plan.tool,
    planHash: plan.hash,
    approvalId: row.id,
    calls: [],
    status,
    summary: summary ?? plan.title,
    undo: null,
  });
}

/** Lists approvals, newest first, for the command line, the page and `list_approvals`. */
export async function listApprovals(
  { memory, now }: Pick<GateOptions, 'memory' | 'now'>,
  query: {
    readonly requester?: string | undefined;
    readonly status?: Approval['status'] | undefined;
    readonly limit: number;
  },
): Promise<readonly Approval[]> {
  const { status, ...rest } = query;
  // `expired` follows from the clock, so rows that may be expired are fetched and looked at.
  const isStored = status !== undefined && status !== 'expired';
  const rows = await memory.approvals.list({ ...rest, status: isStored ? status : undefined, limit: query.limit });
  // Whose a row is that is not genuine, nobody knows: no requester is shown it.
  const visibleRows = rows.filter((row) => row.isGenuine || query.requester === undefined);
  const approvals = visibleRows.map((row) => toApproval(row, memory.cipher, now()));
  return status === undefined ? approvals : approvals.filter((approval) => approval.status === status);
}

export async function getApproval({ memory, now }: Pick<GateOptions, 'memory' | 'now'>, id: string): Promise<Approval> {
  const row = await memory.approvals.get(id);
  if (row === undefined) throw new WaybillError('APPROVAL_UNKNOWN', `There is no approval ${id}.`);
  return toApproval(row, memory.cipher, now());
}
