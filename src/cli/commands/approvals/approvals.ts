import type { Approval } from '../../../mcp/tool/context.ts';
import { WaybillError } from '../../../errors.ts';
import { decideApproval, getApproval, listApprovals } from '../../../mcp/approvals/approvals.ts';
import { addDeskFacts } from '../../../mcp/approvals/desk-facts.ts';
import { addOverlaps } from '../../../mcp/approvals/overlaps.ts';
import { type DeciderApi, type Freshness, checkFreshness, refuseChanged } from '../../../mcp/approvals/freshness.ts';
import { formatAsker } from '../../../mcp/approvals/asker.ts';
import { formatDecider, describeLeftOut } from '../../../mcp/approvals/approval-row.ts';
import { makeApproverSecret, renewApproverSecret } from '../../../mcp/approvals/approver.ts';
import { requirePasskey } from '../../../mcp/approvals/passkeys.ts';
import { formatPlanForPerson, summarizeWarnings } from '../../../mcp/approvals/plan-text.ts';
import { quoteForPeople } from '../../../mcp/text/text.ts';
import { formatAmounts } from '../../../mcp/results/unexecuted-plan.ts';
import { v7 } from 'uuid';
import { formatPerson } from '../../../mcp/policy/principal-name.ts';
import { formatCommandName } from '../../command-text.ts';
import { configProblem } from '../../config-problem.ts';
import type { Config } from '../../config.ts';
import type { Session } from '../../session.ts';
import { formatShownTime } from '../../shown-time.ts';
import { openNotifier } from '../../opening/notifications/notifier.ts';
import { openDecider } from '../../opening/desk.ts';
import { describeLookup, withMemory } from '../../opening/desk-api.ts';
import type { Policy } from '../../../mcp/policy/policy.ts';
import type { ToolMemoryStore } from '../../../store/memory/tool-memory.ts';
import { toOneLine } from '../../output.ts';
import { askHidden, requireTerminal } from '../../terminal.ts';
import { readActivePolicy } from '../../opening/policy.ts';
import { requireDeciderSecret, formatSecret } from './approver-secret.ts';

const listMax = 100;

interface DecideFlags {
  readonly as?: string | undefined;
  readonly reason?: string | undefined;
  /** Lines of the plan that are left out of the approval. */
  readonly without?: readonly string[] | undefined;
}

/** Lists the approvals in the channel in which a person decides; no tool can use it. */
export async function runApprovalsList(
  flags: { readonly all?: boolean | undefined },
  { config, now, print }: Session,
): Promise<void> {
  await withMemory(config, async (memory) => {
    const approvals = await listApprovals(
      { memory, now },
      { limit: listMax, status: flags.all ? undefined : 'pending' },
    );
    if (approvals.length === 0)
      print(
        `${flags.all ? 'No approvals.' : 'No pending approvals. (--all includes decided ones.)'} ${describeLookup(config)}`,
      );
    for (const approval of await addOverlaps({ memory, now }, approvals)) print(formatApproval(approval, config));
  });
}

export async function runApprovalsShow(id: string, session: Session): Promise<void> {
  const { config, now } = session;
  await withMemory(config, async (memory) =>
    withRecords(session, memory, async (records, policy) => {
      const desk = { memory, now, records, policy };
      const approval = await addDeskFacts(desk, await getApproval(desk, parseApprovalId(id)));
      show(session, approval, await checkFreshness(desk, approval.id));
    }),
  );
}

/** Opens the records for the work. The API is called only when the records of a plan are compared. */
async function withRecords(
  { config, now, log }: Session,
  memory: ToolMemoryStore,
  work: (records: DeciderApi, policy: Policy) => Promise<void>,
): Promise<void> {
  const policy = await readActivePolicy(config);
  const { records, close } = openDecider(config, { memory, policy, now, log });
  try {
    await work(records, policy);
  } finally {
    await close();
  }
}

export async function runApprovalsDecide(
  decision: 'approve' | 'deny',
  id: string,
  flags: DecideFlags,
  session: Session,
): Promise<void> {
  const { config, log, now, streams, print } = session;
  await withMemory(config, async (memory) =>
    withRecords(session, memory, async (records, policy) => {
      const user = config.userName;
      const approver = formatPerson(flags.as?.trim() || user);
      const notifier = openNotifier(config, { now, log, organization: records.api.organization });
      const { notify } = notifier;
      const desk = { memory, policy, now, newId: () => v7(), log, notify, records, timeZone: config.timeZone };
      const waiting = await addDeskFacts(desk, await getApproval(desk, parseApprovalId(id)));
      if (waiting.status === 'pending') {
        requireTerminal(streams, formatCommandName(`approvals ${decision}`));
        if (decision === 'approve') await requirePasskey(memory, waiting.id, undefined);
        const freshness = await checkFreshness(desk, waiting.id);
        show(session, waiting, freshness);
        if (decision === 'approve') refuseChanged(freshness);
        await requireDeciderSecret(streams, desk, { who: formatDecider(approver, user), approval: waiting });
      }
      const { reason, without: leftOut } = flags;
      const approval = await decideApproval(desk, { id: waiting.id, decision, approver, user, reason, leftOut });
      print(formatDecision(approval, config));
      await notifier.close();
    }),
  );
}

function formatDecision(approval: Approval, config: Config): string {
  const { id, status, plan, decidedBy, expiresAt } = approval;
  const decision = `by ${formatOneLine(decidedBy ?? '')}: ${formatOneLine(plan.title)}.`;
  const leftOut = describeLeftOut(approval);
  if (status === 'denied') return [`Denied ${decision}`, leftOut, 'Nothing was changed.'].filter(Boolean).join(' ');
  const next = `Ask your assistant to continue with ${id} before ${formatShownTime(expiresAt, config)}.`;
  return [`Approved ${decision}`, leftOut, next].filter(Boolean).join(' ');
}

interface SecretFlags {
  readonly reset?: boolean | undefined;
  readonly yes?: boolean | undefined;
  readonly json?: boolean | undefined;
}

/** Makes the approver's secret, or another one for the person who types the present one, or has lost it. */
export async function runApprovalsSecret(flags: SecretFlags, session: Session): Promise<void> {
  const { config, log, now, streams, print } = session;
  if (flags.reset === true) return (await import('./reset-secret.ts')).runSecretReset(flags, session);
  if (flags.json === true || flags.yes === true)
    throw configProblem(formatCommandName('approvals secret'), 'takes --json and --yes with --reset only.');
  requireTerminal(streams, formatCommandName('approvals secret'));
  await withMemory(config, async (memory) => {
    const desk = { memory, now, newId: () => v7(), log };
    const made = await makeApproverSecret(desk, config.userName);
    const renew = async () =>
      renewApproverSecret(desk, await askHidden(streams, "The present approver's secret"), config.userName);
    print(formatSecret(made ?? (await renew())));
  });
}

function parseApprovalId(id: string): string {
  const typed = id.trim().toUpperCase();
  if (/^APR-[0-9A-Z]+$/.test(typed)) return typed;
  // Confirmations given in a form keep the uuid they were asked under.
  if (/^[0-9A-F-]{36}$/.test(typed)) return typed.toLowerCase();
  throw new WaybillError(
    'APPROVAL_UNKNOWN',
    `${JSON.stringify(id)} is not an approval id; they look like APR-7K3M9QXD.`,
  );
}

function show({ config, print }: Session, approval: Approval, freshness: Freshness | undefined): void {
  print(
    formatOneLine(
      `${approval.id}: ${approval.status}, asked by ${formatAsker(approval)} on ${formatShownTime(approval.createdAt, config)}, expires ${formatShownTime(approval.expiresAt, config)}`,
    ),
  );
  if (approval.decidedBy !== null) {
    const at = approval.decidedAt === null ? '' : ` on ${formatShownTime(approval.decidedAt, config)}`;
    print(
      `Decided by ${formatOneLine(approval.decidedBy)}${at}${approval.reason ? `: ${formatOneLine(approval.reason)}` : ''}`,
    );
  }
  const leftOut = describeLeftOut(approval);
  if (leftOut !== undefined) print(formatOneLine(leftOut));
  if (freshness !== undefined)
    print(formatOneLine(freshness.state === 'changed' ? `OUT OF DATE: ${freshness.text}` : freshness.text));
  if (approval.warning !== null) print(`\nWARNING: ${formatOneLine(approval.warning)}`);
  print(`\n${formatPlanForPerson(approval.plan)}`);
  if (approval.outcome !== null) print(`\nOutcome: ${formatOneLine(approval.outcome)}`);
  const ways = listDecisions(approval).map((words) => config.commandText(words));
  if (approval.status === 'pending') print(`\n${ways.join('\nor\n')}`);
}

/** Lists the commands that decide an approval; for a plan with lines, one of them names a line. */
function listDecisions({ id, plan: { lines = [] } }: Approval): readonly string[] {
  const part = lines.slice(0, 1).map(({ key }) => `approvals approve ${id} --without ${key}`);
  return [`approvals approve ${id}`, ...part, `approvals deny ${id} --reason "..."`];
}

function formatApproval(approval: Approval, config: Config): string {
  const { id, status, plan } = approval;
  const [askedAt, expiresAt] = [approval.createdAt, approval.expiresAt].map((at) => formatShownTime(at, config));
  const money = formatAmounts(approval.money).filter((amount) => !plan.title.includes(amount));
  return [
    formatOneLine([id, status, plan.title, ...money].join('  ')),
    formatOneLine(`  (${formatAsker(approval)}, asked ${askedAt}, expires ${expiresAt})`),
    ...summarizeWarnings(approval).map((warning) => `\n    WARNING: ${formatOneLine(warning)}`),
  ].join('');
}

/** Formats a text on one line, with record text in quotation marks. */
const formatOneLine = (text: string): string => quoteForPeople(toOneLine(text));
