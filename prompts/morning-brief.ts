import * as z from 'zod';
import { briefRoles } from '../src/domain/kit/brief.ts';
import { prompt } from '../src/mcp/prompt/prompt.ts';

export const morningBrief = prompt({
  name: 'morning_brief',
  title: 'Morning brief',
  description: 'What needs a person today in a role, and what is new since their last brief',
  tools: ['morning_brief'],
  args: z.strictObject({ role: z.enum(briefRoles).optional() }),
  text: ({ role }) => ({
    task: 'Begin the day at the brokerage desk.',
    steps: [
      role === undefined
        ? 'Ask which role the person has today: dispatch, carrier, sales, payables, receivables or manager. Then call morning_brief {role}.'
        : 'Call morning_brief {role}.',
      'For the section that is most pressing make the call that the brief offers to show it.',
      'Look also at what waits for a person: list_approvals {status: "pending"}.',
    ],
    show: 'what is pressing first, in the order of the brief, at most ten lines, each with number, name, amount or minutes; then what is new since the last brief.',
    wait: 'Offer the calls that settle each point and ask which to make. Make none that changes something before the person chose it.',
    never: 'write to a carrier or a customer in this task.',
  }),
});
