import { isDeepStrictEqual } from 'node:util';
import type { ApiClient } from '../../../src/client/calls/api-client.ts';
import type { OperationName } from '../../../src/contract/operation-names.ts';
import type { CallAnswer } from '../../support/desk/clients.ts';
import type { TestDesk } from '../../support/desk.ts';
import type { Everything } from '../../support/service/one-of-everything.ts';
import { prepareFor } from '../../support/service/prepared-records.ts';

/** Where a row of the table is played: a desk with a record of each kind, and somebody who asks. */
export interface Stage {
  readonly desk: TestDesk;
  readonly api: ApiClient;
  readonly all: Everything;
  /** Different each time, for names and references. */
  readonly mark: string;
  /** A call of the one who asks, by a client without forms. */
  readonly call: (tool: string, input: Record<string, unknown>) => Promise<CallAnswer>;
}

/** The desk as a stage; `mark` is another one each time. */
export function stageOn(desk: TestDesk, all: Everything, mark: string): Stage {
  return {
    desk,
    api: desk.api,
    all,
    mark,
    call: (tool, input) => desk.callTool(tool, input, 'none'),
  };
}

/** A call that a person has to be asked about, on records in the state for it. */
export interface Scene {
  readonly input: Record<string, unknown>;
  /** What the API says of that which the call changes. */
  readonly look: () => Promise<unknown>;
  readonly before: unknown;
  readonly after: unknown;
  /** What somebody else does to a record of the plan between the question and the yes. */
  readonly meddle: () => Promise<unknown>;
}

export interface Row {
  readonly tool: string;
  /** Who has to say yes to this very call: the person at a client with forms, or an approver elsewhere. */
  readonly gate: 'confirm' | 'approve';
  readonly prepare: (stage: Stage) => Promise<Scene>;
}

/** What the API says now: as before, as after the call, or whatever else it is. */
export async function stateOf({ look, before, after }: Scene): Promise<unknown> {
  const found = await look();
  if (isDeepStrictEqual(found, before)) return 'before';
  return isDeepStrictEqual(found, after) ? 'after' : found;
}

/** The records for an operation; those that it needs in a state of their own are new. */
export const recordsFor = ({ desk, all }: Stage, operation: OperationName): Promise<Everything> =>
  prepareFor(desk, operation, all);

/** A customer of this scene alone. */
export const newCustomer = ({ api, mark }: Stage) => api.customers.create({ name: `Acme ${mark}`, status: 'ACTIVE' });

/** Somebody else writes into a record: it is not the one any more that was shown. */
export const meddleWith = ({ api, mark }: Stage) => ({
  customer: (id: string) => () => api.customers.update({ id, notes: `meanwhile ${mark}` }),
  carrier: (id: string) => () => api.carriers.update({ id, notes: `meanwhile ${mark}` }),
  quote: (id: string) => () => api.quotes.update({ id, key: `meanwhile ${mark}` }),
  shipment: (id: string) => () => api.shipments.update({ id, key: `meanwhile ${mark}` }),
  bill: (id: string) => () => api.bills.update({ id, key: `meanwhile ${mark}` }),
  billPayment: (id: string) => () => api.billPayments.update({ id, notes: `meanwhile ${mark}` }),
  invoice: (id: string) => () => api.invoices.update({ id, key: `meanwhile ${mark}` }),
  team: (id: string) => () => api.teams.update({ id, name: `Meanwhile ${mark}` }),
});
