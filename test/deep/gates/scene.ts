import { isDeepStrictEqual } from 'node:util';
import type { ApiClient } from '../../../src/client/calls/api-client.ts';
import type { OperationName } from '../../../src/contract/operation-names.ts';
import type { CallAnswer } from '../../support/desk/clients.ts';
import type { TestDesk } from '../../support/desk.ts';
import type { Everything } from '../../support/service/one-of-everything.ts';
import { prepareFor } from '../../support/service/prepared-records.ts';

/** Desk with a record of each kind, and a caller, on which a row of the table is played. */
export interface Stage {
  readonly desk: TestDesk;
  readonly api: ApiClient;
  readonly all: Everything;
  /** Different each time, for names and references. */
  readonly mark: string;
  /** A call of the one who asks, by a client without forms. */
  readonly call: (tool: string, input: Record<string, unknown>) => Promise<CallAnswer>;
}

/** Creates a stage on the desk; `mark` is unique to it. */
export function createStage(desk: TestDesk, all: Everything, mark: string): Stage {
  return {
    desk,
    api: desk.api,
    all,
    mark,
    call: (tool, input) => desk.callTool(tool, input, 'none'),
  };
}

/** Call that needs a person's confirmation or approval, on records in the state for it. */
export interface GateScene {
  readonly input: Record<string, unknown>;
  /** Reads the records that the call changes. */
  readonly look: () => Promise<unknown>;
  readonly before: unknown;
  readonly after: unknown;
  /** Changes a record of the plan as a second person, between the question and the yes. */
  readonly meddle: () => Promise<unknown>;
}

export interface GateRow {
  readonly tool: string;
  /** Gate of this call: the person at a client with forms confirms, or an approver approves elsewhere. */
  readonly gate: 'confirm' | 'approve';
  readonly prepare: (stage: Stage) => Promise<GateScene>;
}

/** Reads the state on the API: `before`, `after` or, where it is neither, the records themselves. */
export async function readState({ look, before, after }: GateScene): Promise<unknown> {
  const state = await look();
  if (isDeepStrictEqual(state, before)) return 'before';
  return isDeepStrictEqual(state, after) ? 'after' : state;
}

/** Prepares the records for an operation; those that it needs in a special state are new. */
export const prepareRecords = ({ desk, all }: Stage, operation: OperationName): Promise<Everything> =>
  prepareFor(desk, operation, all);

/** Creates a customer for this scene only. */
export const createSceneCustomer = ({ api, mark }: Stage) =>
  api.customers.create({ name: `Acme ${mark}`, status: 'ACTIVE' });

/** Builds functions that change a record as a second person, so that it is no longer the record that was shown. */
export const buildMeddlers = ({ api, mark }: Stage) => ({
  customer: (id: string) => () => api.customers.update({ id, notes: `meanwhile ${mark}` }),
  carrier: (id: string) => () => api.carriers.update({ id, notes: `meanwhile ${mark}` }),
  quote: (id: string) => () => api.quotes.update({ id, key: `meanwhile ${mark}` }),
  shipment: (id: string) => () => api.shipments.update({ id, key: `meanwhile ${mark}` }),
  bill: (id: string) => () => api.bills.update({ id, key: `meanwhile ${mark}` }),
  billPayment: (id: string) => () => api.billPayments.update({ id, notes: `meanwhile ${mark}` }),
  invoice: (id: string) => () => api.invoices.update({ id, key: `meanwhile ${mark}` }),
  team: (id: string) => () => api.teams.update({ id, name: `Meanwhile ${mark}` }),
});
