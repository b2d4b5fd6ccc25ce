import * as z from 'zod';
import { prompt, typedArgument } from '../src/mcp/prompt/prompt.ts';

export const payRun = prompt({
  name: 'pay_run',
  title: 'Pay run',
  description: 'Plan the payment of approved bills up to a due day, for a person to approve',
  tools: ['list_bills', 'pay_bills', 'list_approvals', 'run_approved', 'send_remittance'],
  args: z.strictObject({
    dueBy: typedArgument('such as Friday; leave out for today').optional(),
    payee: typedArgument('only this carrier, vendor or factor').optional(),
  }),
  completes: { payee: 'carrier' },
  text: ({ dueBy, payee }) => {
    const day = dueBy === undefined ? 'to: "today"' : 'to: dueBy';
    const until = dueBy === undefined ? 'dueBy: "today"' : 'dueBy';
    return {
      task: 'Prepare the payment of approved bills.',
      steps: [
        'Call list_approvals {status: "pending"}: a pay run may be waiting already. If so, say so and do not make a second one.',
        `Call list_bills {status: "APPROVED_TO_PAY", ${day}, groupBy: "payee"}: how much, to whom, in each currency.`,
        `Call list_bills {status: "APPROVED_TO_PAY", ${day}, verdict: "pay_to"}: payees whose bank or factor changed lately.`,
        `Call pay_bills {${payee === undefined ? '' : 'payee, '}${until}}. It plans one payment for each payee of record; nothing is paid by the call.`,
      ],
      show: 'each payment with payee of record, number of bills and amount; the total of each currency as the plan says it; which bills are on hold and why; whose pay-to changed.',
      wait: 'Tell the person how to approve the plan, and that bills can be left out there. Stop. After their approval call run_approved {approvalId}. Then ask whether to send remittances: send_remittance {payments}, all of them in one call, which a person approves.',
      never:
        'name another payee than the plan, split a plan to stay below a limit, or repeat a payment whose outcome is unknown.',
    };
  },
});
