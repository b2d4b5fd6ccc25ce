import * as z from 'zod';
import { briefRoles } from '../src/domain/kit/brief.ts';
import { prompt } from '../src/mcp/prompt/prompt.ts';

export const morningBrief = prompt({
  name: 'morning_brief',
  title: 'Morning brief',
  description: "Today's work for a role, and what is new since the last brief",
  tools: ['morning_brief'],
  args: z.strictObject({ role: z.enum(briefRoles).optional() }),
  text: ({ role }) => ({
    task: 'Begin the day at the brokerage desk.',
    steps: [
      role === undefined
        ? 'Ask which role the person has today: dispatch, carrier, sales, payables, receivables or manager. Then call morning_brief {role}.'
        : 'Call morning_brief {role}.',
      'For the most pressing section, make the call that the brief offers.',
      'Also look at the pending approvals: list_approvals {status: "pending"}.',
    ],
    show: 'what is pressing first, in the order of the brief, at most ten lines, each with number, name, amount or minutes; then what is new since the last brief.',
    wait: 'Offer the calls that settle each point and ask which to make. Make no call that changes anything until the person chooses it.',
    never: 'write to a carrier or a customer in this task.',
  }),
});
