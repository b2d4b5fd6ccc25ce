import { type AuditEntry, readEntry } from '../audit/audit.ts';
import { formatApproveCommand } from '../approvals/approval-row.ts';
import { listApprovals } from '../approvals/approvals.ts';
import type { Control, ToolPrincipal } from '../tool/context.ts';
import { readAuditLog } from '../approvals/audit-reader.ts';
import { listUndos } from '../execution/undos.ts';
import type { GateOptions } from '../run/run.ts';
import { addMilliseconds } from '../run/call-details.ts';

const dayMs = 86_400_000;

/** Creates the reads of the control tools, limited to the requester's own approvals. */
export function createControl(
  options: Pick<GateOptions, 'memory' | 'policy' | 'now' | 'commandText'>,
  principal: ToolPrincipal,
): Control {
  return {
    formatApproveCommand: (id) => formatApproveCommand(options, id),
    listApprovals: (query) => listApprovals(options, { ...query, requester: principal.name }),
    listUndos: () => listUndos(options, principal.name),
    async readHistory({ ids, since }) {
      const stored = await options.memory.audit.listContaining({ texts: ids, since });
      return stored.map(readEntry).filter((entry) => entry.kind === 'finished' && isAbout(entry, ids));
    },
    readAudit: (question) => readAuditLog(options, principal, question),
    async listChanges(days, asOf = options.now()) {
      const stored = await options.memory.audit.listChanging({ since: addMilliseconds(asOf, -days * dayMs) });
      // The last entry of an attempt says what became of it.
      const last = new Map(
        stored
          .toReversed()
          .map(readEntry)
          .map((entry) => [entry.attempt, entry]),
      );
      const made = [...last.values()].toReversed();
      return made.flatMap(({ who: author, at, changes = [] }) =>
        changes.map((change) => ({ ...change, who: author, at })),
      );
    },
  };
}

/**
 * Returns true if an entry is about these records, by the ids of its calls. An entry of an earlier version names its
 * records in its texts only.
 */
const isAbout = ({ calls, summary, undo }: AuditEntry, ids: readonly string[]): boolean =>
  ids.some(
    (id) =>
      calls.some(({ records = [] }) => records.includes(id)) ||
      (calls.every(({ records }) => records === undefined) && (summary.includes(id) || undo?.includes(id) === true)),
  );
