import { type AuditEntry, readEntry } from '../audit/audit.ts';
import { formatApproveCommand } from '../approvals/approval-row.ts';
import { listApprovals } from '../approvals/approvals.ts';
import type { Control, Principal } from '../tool/context.ts';
import { readAuditLog } from '../approvals/audit-reader.ts';
import { waysBackOf } from './ways-back.ts';
import type { GateOptions } from '../run/run.ts';
import { addMilliseconds } from '../run/call-facts.ts';

const dayMs = 86_400_000;

/** What the control tools may read, limited to the requester's own approvals. */
export function controlFor(
  options: Pick<GateOptions, 'memory' | 'policy' | 'now' | 'commandText'>,
  principal: Principal,
): Control {
  return {
    approveCommand: (id) => formatApproveCommand(options, id),
    approvals: (query) => listApprovals(options, { ...query, requester: principal.name }),
    waysBack: () => waysBackOf(options, principal.name),
    async auditOf({ ids, since }) {
      const stored = await options.memory.audit.holding({ texts: ids, since });
      return stored.map(readEntry).filter((entry) => entry.kind === 'finished' && isAbout(entry, ids));
    },
    audit: (question) => readAuditLog(options, principal, question),
    async changes(days, asOf = options.now()) {
      const stored = await options.memory.audit.changing({ since: addMilliseconds(asOf, -days * dayMs) });
      // The last entry of an attempt says what became of it.
      const last = new Map(
        stored
          .toReversed()
          .map(readEntry)
          .map((entry) => [entry.attempt, entry]),
      );
      const made = [...last.values()].toReversed();
      return made.flatMap(({ who, at, changes = [] }) => changes.map((change) => ({ ...change, who, at })));
    },
  };
}

/** By the ids of its calls; an entry of an earlier version names its records in its texts only. */
const isAbout = ({ calls, summary, undo }: AuditEntry, ids: readonly string[]): boolean =>
  ids.some(
    (id) =>
      calls.some(({ records = [] }) => records.includes(id)) ||
      (calls.every(({ records }) => records === undefined) && (summary.includes(id) || undo?.includes(id) === true)),
  );
