import { recordText } from '../../../src/mcp/text/text.ts';
import type { PlanDraft } from '../../../src/mcp/tool/plan.ts';

/** Makes the mail of a batch a line that a person can leave out. */
export function addMailLine(draft: PlanDraft): PlanDraft {
  const { title, policyHits, emails, steps } = draft;
  const key = steps[0]?.about?.friendlyId ?? title;
  const cells = {
    number: key,
    party: `to ${emails.map((email) => recordText(email, 'list')).join(', ')}`,
    details: title,
  };
  return {
    ...draft,
    items: [{ key, cells, findings: policyHits, money: [], emails }],
    steps: steps.map((step) => ({ ...step, item: key })),
  };
}
