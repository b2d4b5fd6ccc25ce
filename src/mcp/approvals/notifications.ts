import { formatAmounts } from '../results/unexecuted-plan.ts';
import type { ApprovalNotification } from '../tool/notification.ts';
import type { GateOptions } from '../run/run.ts';
import { addMilliseconds } from '../run/call-details.ts';
import { quoteForPeople } from '../text/text.ts';
import { getShownStatus, toApproval } from './approval-row.ts';
import { formatAsker } from './asker.ts';
import { formatInstant } from './freshness.ts';

type Teller = Pick<GateOptions, 'memory' | 'now' | 'notify'>;

const readMax = 200;
const dayMs = 24 * 60 * 60_000;
/** Age at which an expired approval is no longer news, so that a new receiver is not notified about old ones. */
const newsForMs = 7 * dayMs;
const toldForMs = 30 * dayMs;

/** Notifies receivers about approvals that have expired. Of several processes that check, only one notifies. */
export async function notifyExpired({ memory, now, notify }: Teller): Promise<void> {
  const at = now();
  for (const status of ['pending', 'approved'] as const) {
    for (const row of await memory.approvals.list({ status, limit: readMax })) {
      const isNews = getShownStatus(row, at) === 'expired' && addMilliseconds(row.expires_at, newsForMs) > at;
      if (!isNews) continue;
      const isFirst = await memory.ledger.consume(`told-expired:${row.id}`, {
        at,
        expiresAt: addMilliseconds(at, toldForMs),
      });
      if (isFirst) notify?.({ event: 'APPROVAL_EXPIRED', at, approval: toApproval(row, memory.cipher, at) });
    }
  }
}

/** The desk that a plan belongs to, for people who approve at several. */
export interface NotifiedOrganization {
  /** The id at the API, or the name in the sign-in file; null where neither names one. */
  readonly id: string | null;
  /** Its name, or the host of an API that does not tell one. */
  readonly name: string;
  readonly isSandbox: boolean;
}

/** Returns `Juniper Freight Brokerage (sandbox)`. */
export const formatOrganization = ({ name, isSandbox }: NotifiedOrganization): string =>
  isSandbox ? `${name} (sandbox)` : name;

/** Returns `Juniper Freight Brokerage · sandbox`, for a page or a form that says whose desk it is. */
export const formatDeskName = ({ name, isSandbox }: NotifiedOrganization): string =>
  isSandbox ? `${name} · sandbox` : name;

const headingMax = 80;
const textMax = 200;

/** Builds the notification on a desktop: whose plan waits, what it is, how much it moves, and where to decide. */
export function formatDesktopNotification(
  { approval, page }: ApprovalNotification,
  organization: NotifiedOrganization,
) {
  const { id, plan, money } = approval;
  const amounts = formatAmounts(money).filter((amount) => !plan.title.includes(amount));
  // The title gives way: without the amount and the address nobody could act.
  const rest = [amounts.join(' and '), page].filter(Boolean).map((part) => ` · ${part}`);
  const title = cutText(`${id}: ${quoteForPeople(plan.title)}`, textMax - rest.join('').length);
  return {
    heading: cutText(`Approval needed: ${formatOrganization(organization)}`, headingMax),
    text: [title, ...rest].join(''),
  };
}

export interface MailWords {
  readonly subject: string;
  readonly text: string;
}

/** Time zone of a mail, and the way in which the desk's commands are typed. */
interface MailSetting {
  readonly timeZone: string;
  readonly commandText: GateOptions['commandText'];
}

/** Writes the mail about a plan that waits: whose plan it is, what it does, how much it moves, and where to decide. */
export function formatMailNotification(
  { approval, page }: ApprovalNotification,
  organization: NotifiedOrganization,
  { timeZone, commandText }: MailSetting,
): MailWords {
  const { id, plan, money, expiresAt } = approval;
  const title = quoteForPeople(plan.title);
  const amounts = formatAmounts(money);
  const facts = [
    `Desk: ${formatOrganization(organization)}`,
    ...(amounts.length > 0 ? [`Amount: ${amounts.join(' and ')}`] : []),
    `Asked by: ${quoteForPeople(formatAsker(approval))}`,
    `Decide before: ${formatInstant(expiresAt, timeZone)}`,
  ];
  const way =
    page === undefined
      ? `Read the plan and decide on the machine of the desk:\n${commandText('approvals open')}`
      : `Read the plan and decide: ${page}`;
  return {
    subject: `Approval needed: ${cutText(title, textMax)}`,
    text: `${[title, facts.join('\n'), way, `Nothing happens until a person approves ${id}.`].join('\n\n')}\n`,
  };
}

/** Writes the mail about a secret that was reset. */
export const formatResetMail = (
  { by, until, voided }: ResetNotification,
  organization: NotifiedOrganization,
  { timeZone, commandText }: MailSetting,
): MailWords => ({
  subject: `Approver's secret reset: ${formatOrganization(organization)}`,
  text: [
    `The approver's secret of ${formatOrganization(organization)} was reset by ${by}.`,
    `The new secret decides nothing before ${formatInstant(until, timeZone)}.`,
    voided.length === 0 ? 'No approval was waiting.' : `These approvals are void: ${voided.join(', ')}.`,
    `If it was not you, stop all writes now, on the machine of the desk:\n${commandText('policy stop')}\n`,
  ].join('\n\n'),
});

/** A reset of the approver's secret, for people outside of the desk's terminal. */
export interface ResetNotification {
  readonly at: string;
  readonly by: string;
  /** Time before which the new secret decides nothing. */
  readonly until: string;
  /** Approvals that are void by it. */
  readonly voided: readonly string[];
}

/** Builds the notification on a desktop about a secret that was reset. */
export const formatResetNotification = (
  { by, until, voided }: ResetNotification,
  organization: NotifiedOrganization,
  timeZone: string,
) => ({
  heading: cutText(`Approver's secret reset: ${formatOrganization(organization)}`, headingMax),
  text: cutText(
    `By ${by}. It decides nothing before ${formatInstant(until, timeZone)}. Void approvals: ${voided.length}. If it wasn't you, stop all writes.`,
    textMax,
  ),
});

/** Builds the data about a reset for an external receiver. */
export const buildResetData = ({ by, until, voided }: ResetNotification, organization: NotifiedOrganization) => ({
  organization,
  resetBy: by,
  decidesFrom: until,
  voided,
});

const cutText = (text: string, max: number): string =>
  text.length <= max ? text : `${text.slice(0, Math.max(0, max - 1))}…`;

/** Builds the data for an external receiver: the requester and the plan in one line, and no records. */
export const buildNotificationData = (
  { approval, page }: ApprovalNotification,
  organization: NotifiedOrganization,
) => ({
  id: approval.id,
  organization,
  status: approval.status,
  title: approval.plan.title,
  tool: approval.tool,
  gate: approval.gate,
  money: approval.money,
  requester: approval.requester,
  client: approval.client,
  askedAt: approval.createdAt,
  expiresAt: approval.expiresAt,
  decidedBy: approval.decidedBy,
  leftOut: approval.leftOut,
  /** Status and summary of what came of it, once it ran. */
  outcome: approval.outcome,
  page: page ?? null,
});
