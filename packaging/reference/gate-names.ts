import type { Gate } from '../../src/contract/kit/gate.ts';

/** Explanation of each gate for a reader who sees its name for the first time. */
export const gateNames: Readonly<Record<Gate, string>> = {
  none: 'Nobody: the tool only reads.',
  audit: 'Nobody: it runs at once and is recorded in the audit log.',
  confirm: 'You confirm this exact plan, in your client’s form or as an approval.',
  approve:
    'A person approves this exact plan on the approvals page or with `waybill approvals`, where no model can write.',
  off: 'The tool is not offered unless the policy turns it on.',
};
