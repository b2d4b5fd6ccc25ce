import { type AuditEntry, type AuditMemory, readEntry } from '../audit/audit.ts';
import { formatDecider } from './approval-row.ts';
import { toDeciders } from './same-person.ts';
import type { Policy } from '../policy/policy.ts';
import { isSamePrincipal } from '../policy/principal-name.ts';
import type { AuditPage, ToolPrincipal } from '../tool/context.ts';
import type { GateOptions } from '../run/run.ts';

type AuditReaderDesk = Pick<GateOptions, 'memory' | 'policy'>;

const pageSize = 1000;
/** Entries that one question reads at most; older ones count as not read. */
const readMax = 20_000;
const ownPlansMax = 1000;

interface AuditQuestion {
  readonly who?: string | undefined;
  readonly limit: number;
}

/** Reads the newest entries that a principal may see. The only way from a tool to entries of the log as a whole. */
export async function readAuditLog(
  desk: AuditReaderDesk,
  principal: ToolPrincipal,
  { who: author, limit }: AuditQuestion,
): Promise<AuditPage> {
  const scope = getScope(desk.policy, principal);
  const isVisible = scope === 'everything' ? () => true : await createEntryFilter(desk, principal, scope);
  const entries: AuditEntry[] = [];
  let hidden = 0;
  for await (const page of readPages(desk.memory.audit)) {
    for (const entry of page.entries) {
      if (!isVisible(entry)) hidden += 1;
      else if (author === undefined || isAuthor(entry, author)) entries.push(entry);
      if (entries.length === limit) return { entries, hidden, scope, isAll: false };
    }
    if (page.isLast) return { entries, hidden, scope, isAll: true };
  }
  return { entries, hidden, scope, isAll: false };
}

/**
 * Returns whose entries a principal sees: everything without sign-in, in a role that decides for others, and for people
 * whom the policy names as approvers; otherwise those of their roles. A program sees its own.
 */
function getScope({ approvers }: Policy, { name, user, kind, access }: ToolPrincipal): AuditPage['scope'] {
  if (kind === 'program') return 'own';
  const names = toDeciders(name, user ?? null).filter((decider) => decider !== null);
  const isNamed = Object.values(approvers)
    .flat()
    .some((person) => names.some((ownName) => isSamePrincipal(person, ownName)));
  return access === undefined || access.approves || isNamed ? 'everything' : 'role';
}

async function createEntryFilter(
  { memory }: AuditReaderDesk,
  { name, user, access }: ToolPrincipal,
  scope: AuditPage['scope'],
): Promise<(entry: AuditEntry) => boolean> {
  const names = [name, formatDecider(name, user ?? null)];
  const plans = await memory.approvals.list({ requester: name, limit: ownPlansMax });
  const ownPlans = new Set(plans.filter(({ isGenuine }) => isGenuine).map(({ id }) => id));
  const roles = scope === 'role' ? (access?.roles ?? []) : [];
  return ({ who: author, approvalId, roles: authorRoles = [] }) =>
    names.some((ownName) => isSamePrincipal(ownName, author)) ||
    (approvalId !== null && ownPlans.has(approvalId)) ||
    authorRoles.some((role) => roles.includes(role));
}

/** Tests if an entry is by the person of this name; a decision carries their user too. */
const isAuthor = ({ who: author }: AuditEntry, name: string): boolean =>
  isSamePrincipal(author, name) || isSamePrincipal(author.replace(/ \(user [^()]*\)$/, ''), name);

/** Pages of the log, newest first. An attempt that finished has two entries; the first only matters when the second is missing. */
async function* readPages(audit: Pick<AuditMemory, 'latest'>): AsyncGenerator<AuditPart, void, undefined> {
  const finished = new Set<string>();
  let before: number | undefined;
  for (let count = 0; count < readMax; count += pageSize) {
    const stored = await audit.latest({ before, limit: pageSize });
    const entries = stored.map(readEntry);
    for (const { kind, attempt } of entries) if (kind === 'finished') finished.add(attempt);
    yield {
      entries: entries.filter(({ kind, attempt }) => kind !== 'started' || !finished.has(attempt)),
      isLast: stored.length < pageSize,
    };
    before = stored.at(-1)?.seq;
  }
}

interface AuditPart {
  readonly entries: readonly AuditEntry[];
  readonly isLast: boolean;
}
