import type { ApiClient } from '../../client/calls/api-client.ts';
import type { OperationName } from '../../contract/operation-names.ts';
import { createRecorder } from '../tool/allowed-calls.ts';
import type { Completion, CompletionRequest } from '../run/runner.ts';
import type { GateOptions } from '../run/run.ts';
import { cleanText } from '../text/text.ts';

/** Largest number of completions that the protocol allows. */
export const completionsMax = 100;
/** Longest wait for completions, which are useless once the person has typed on. */
const waitMaxMs = 2000;

interface CompletionLookup {
  readonly operations: readonly OperationName[];
  readonly read: (api: ApiClient, typed: string) => Promise<readonly string[]>;
}

const lookups: Readonly<Record<Completion, CompletionLookup>> = {
  customer: {
    operations: ['globalSearch.run', 'customers.filter'],
    read: async (api, typed) => {
      if (typed !== '') return searchTitles(api, 'CUSTOMER', typed);
      const { data } = await api.customers.filter({ pageSize: completionsMax });
      return data.map(({ name }) => name);
    },
  },
  carrier: {
    operations: ['globalSearch.run', 'carriers.filter'],
    read: async (api, typed) => {
      if (typed !== '') return searchTitles(api, 'CARRIER', typed);
      const { data } = await api.carriers.filter({ pageSize: completionsMax });
      return data.map(({ name }) => name);
    },
  },
  vendor: {
    operations: ['globalSearch.run', 'vendors.filter'],
    read: async (api, typed) => {
      if (typed !== '') return searchTitles(api, 'VENDOR', typed);
      const { data } = await api.vendors.filter({ pageSize: completionsMax });
      return data.map(({ name }) => name);
    },
  },
  shipment: {
    operations: ['globalSearch.run', 'shipments.filter'],
    read: async (api, typed) => {
      if (typed !== '') return searchTitles(api, 'SHIPMENT', typed);
      const { data } = await api.shipments.filter({ pageSize: completionsMax });
      return data.map(({ friendlyId }) => friendlyId);
    },
  },
  load: createNumberLookup('loads.filter', (api, request) => api.loads.filter(request)),
  quote: createNumberLookup('quotes.filter', (api, request) => api.quotes.filter(request)),
  bill: createNumberLookup('bills.filter', (api, request) => api.bills.filter(request)),
  invoice: createNumberLookup('invoices.filter', (api, request) => api.invoices.filter(request)),
  payment: createNumberLookup('payments.filter', (api, request) => api.payments.filter(request)),
  bill_payment: createNumberLookup('billPayments.filter', (api, request) => api.billPayments.filter(request)),
  credit_memo: createNumberLookup('creditMemos.filter', (api, request) => api.creditMemos.filter(request)),
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
  { kind, typed, principal, signal }: CompletionRequest,
): Promise<readonly string[]> {
  const { operations, read } = lookups[kind];
  const inTime = AbortSignal.any([signal, AbortSignal.timeout(waitMaxMs)]);
  const { api } = createRecorder({ api: apiOf(principal), allowed: operations, policy, signal: inTime });
  const matches = await read(api, typed.trim()).catch(() => []);
  return [...new Set(matches.map((text) => cleanText(text, 'list').text))].slice(0, completionsMax);
}

interface NumbersRequest {
  readonly filter?: { readonly friendlyId: { readonly startsWith: string } };
  readonly pageSize: number;
}

/** Creates the lookup of numbers that start with the typed text, in the API's spelling. */
function createNumberLookup(
  operation: OperationName,
  filter: (
    api: ApiClient,
    asked: NumbersRequest,
  ) => Promise<{ readonly data: readonly { readonly friendlyId: string }[] }>,
): CompletionLookup {
  return {
    operations: [operation],
    async read(api, typed) {
      const begun = typed !== '' && { filter: { friendlyId: { startsWith: typed.toUpperCase() } } };
      const { data } = await filter(api, { ...begun, pageSize: completionsMax });
      return data.map(({ friendlyId }) => friendlyId);
    },
  };
}

/** Searches for titles: friendly ids of shipments, names of parties. */
async function searchTitles(api: ApiClient, object: 'CUSTOMER' | 'CARRIER' | 'VENDOR' | 'SHIPMENT', query: string) {
  const { data } = await api.globalSearch.run({
    query,
    objects: [object],
    pagination: { pageSize: completionsMax },
  });
  return data.map(({ title }) => title);
}
