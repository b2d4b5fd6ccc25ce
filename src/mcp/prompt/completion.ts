import type { ApiClient } from '../../client/calls/api-client.ts';
import type { OperationName } from '../../contract/operation-names.ts';
import { createRecorder } from '../tool/allowed-calls.ts';
import type { Completion, CompletionAsked } from '../run/runner.ts';
import type { GateOptions } from '../run/run.ts';
import { cleanText } from '../text/text.ts';

/** As many as the protocol takes. */
export const completionsMax = 100;
/** Somebody is typing: what comes later helps nobody. */
const waitMaxMs = 2000;

interface Lookup {
  readonly operations: readonly OperationName[];
  readonly read: (api: ApiClient, typed: string) => Promise<readonly string[]>;
}

const lookups: Readonly<Record<Completion, Lookup>> = {
  customer: {
    operations: ['globalSearch.run', 'customers.filter'],
    read: async (api, typed) => {
      if (typed !== '') return titlesOf(api, 'CUSTOMER', typed);
      const { data } = await api.customers.filter({ pageSize: completionsMax });
      return data.map(({ name }) => name);
    },
  },
  carrier: {
    operations: ['globalSearch.run', 'carriers.filter'],
    read: async (api, typed) => {
      if (typed !== '') return titlesOf(api, 'CARRIER', typed);
      const { data } = await api.carriers.filter({ pageSize: completionsMax });
      return data.map(({ name }) => name);
    },
  },
  vendor: {
    operations: ['globalSearch.run', 'vendors.filter'],
    read: async (api, typed) => {
      if (typed !== '') return titlesOf(api, 'VENDOR', typed);
      const { data } = await api.vendors.filter({ pageSize: completionsMax });
      return data.map(({ name }) => name);
    },
  },
  shipment: {
    operations: ['globalSearch.run', 'shipments.filter'],
    read: async (api, typed) => {
      if (typed !== '') return titlesOf(api, 'SHIPMENT', typed);
      const { data } = await api.shipments.filter({ pageSize: completionsMax });
      return data.map(({ friendlyId }) => friendlyId);
    },
  },
  load: numbersOf('loads.filter', (api, asked) => api.loads.filter(asked)),
  quote: numbersOf('quotes.filter', (api, asked) => api.quotes.filter(asked)),
  bill: numbersOf('bills.filter', (api, asked) => api.bills.filter(asked)),
  invoice: numbersOf('invoices.filter', (api, asked) => api.invoices.filter(asked)),
  payment: numbersOf('payments.filter', (api, asked) => api.payments.filter(asked)),
  bill_payment: numbersOf('billPayments.filter', (api, asked) => api.billPayments.filter(asked)),
  credit_memo: numbersOf('creditMemos.filter', (api, asked) => api.creditMemos.filter(asked)),
  city: {
    operations: ['referenceData.cities'],
    read: async (api, typed) => {
      const { data } = await api.referenceData.cities(typed === '' ? {} : { query: typed });
      return data.map(({ name, stateProvince }) => `${name}, ${stateProvince}`);
    },
  },
};

/** Names and numbers that begin or hold what was typed; none where the API does not answer in time. */
export async function completeText(
  { apiOf, policy }: Pick<GateOptions, 'apiOf' | 'policy'>,
  { kind, typed, principal, signal }: CompletionAsked,
): Promise<readonly string[]> {
  const { operations, read } = lookups[kind];
  const inTime = AbortSignal.any([signal, AbortSignal.timeout(waitMaxMs)]);
  const { api } = createRecorder({ api: apiOf(principal), allowed: operations, policy, signal: inTime });
  const found = await read(api, typed.trim()).catch(() => []);
  return [...new Set(found.map((text) => cleanText(text, 'list').text))].slice(0, completionsMax);
}

interface NumbersAsked {
  readonly filter?: { readonly friendlyId: { readonly startsWith: string } };
  readonly pageSize: number;
}

/** Numbers that begin with what was typed, as the API writes them. */
function numbersOf(
  operation: OperationName,
  filter: (
    api: ApiClient,
    asked: NumbersAsked,
  ) => Promise<{ readonly data: readonly { readonly friendlyId: string }[] }>,
): Lookup {
  return {
    operations: [operation],
    async read(api, typed) {
      const begun = typed !== '' && { filter: { friendlyId: { startsWith: typed.toUpperCase() } } };
      const { data } = await filter(api, { ...begun, pageSize: completionsMax });
      return data.map(({ friendlyId }) => friendlyId);
    },
  };
}

/** Friendly ids of shipments, names of parties. */
async function titlesOf(api: ApiClient, object: 'CUSTOMER' | 'CARRIER' | 'VENDOR' | 'SHIPMENT', query: string) {
  const { data } = await api.globalSearch.run({
    query,
    objects: [object],
    pagination: { pageSize: completionsMax },
  });
  return data.map(({ title }) => title);
}
