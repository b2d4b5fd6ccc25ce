import { isLoading } from '../../src/domain/kit/completeness.ts';
import * as z from 'zod';
import { type BriefRole, briefRoles } from '../../src/domain/kit/brief.ts';
import type { ToolContext } from '../../src/mcp/tool/context.ts';
import { tool } from '../../src/mcp/tool/tool.ts';
import { buildBriefResult } from './brief-result.ts';
import { buildCarrierBrief, carrierOperations } from './carrier.ts';
import { compareWithLastBrief, noChanges } from './changes.ts';
import { buildDispatchBrief, dispatchOperations } from './dispatch.ts';
import { buildManagerBrief } from './manager.ts';
import { buildPayablesBrief, payablesOperations } from './payables.ts';
import { buildReceivablesBrief } from './receivables.ts';
import { buildSalesBrief } from './sales.ts';
import type { RoleBrief } from './section.ts';

const briefs: Readonly<Record<BriefRole, (ctx: ToolContext) => Promise<RoleBrief>>> = {
  dispatch: buildDispatchBrief,
  carrier: buildCarrierBrief,
  sales: buildSalesBrief,
  payables: buildPayablesBrief,
  receivables: buildReceivablesBrief,
  manager: buildManagerBrief,
};

export const morningBrief = tool({
  name: 'morning_brief',
  title: 'Morning brief',
  description: `Work that needs a person today in a role, counted, most urgent first, with the calls that show or settle it, and changes since their last brief. "What should I do first?"`,
  toolset: 'insight',
  gate: 'none',
  operations: [...new Set([...dispatchOperations, ...carrierOperations, ...payablesOperations])],
  input: z.strictObject({ role: z.enum(briefRoles) }),
  output: z.object({
    role: z.string(),
    figures: z.array(z.string()),
    sections: z.array(z.record(z.string(), z.unknown())),
    none: z.array(z.string()),
    since: z.string().nullable(),
    changes: z.array(z.record(z.string(), z.unknown())),
    definitions: z.string(),
  }),
  async read(ctx, { role }) {
    const brief = await briefs[role](ctx);
    const completeness = ctx.completeness();
    // What is still being read would count as settled now, and as new the next time.
    const changes = isLoading(completeness) ? noChanges : await compareWithLastBrief(ctx, role, brief.sections);
    return buildBriefResult({ role, asOf: ctx.now(), timeZone: ctx.timeZone, brief, changes, completeness });
  },
});
