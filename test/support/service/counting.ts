import type { BrokerageDatabase } from '../../../src/store/connection.ts';
import type { KyselyPlugin } from 'kysely';

/** Counts the queries that a service sends to its store. */
export function createQueryCounter() {
  const counter = { queries: 0 };
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    // A query is built once and sent many times: results tell how often.
    async transformResult({ result }) {
      counter.queries += 1;
      return result;
    },
  };
  // Only reading: leases of the rate limit are transactions and come now and then.
  const countQueries = (store: BrokerageDatabase): BrokerageDatabase => ({
    ...store,
    reader: store.reader.withPlugin(plugin),
  });
  return { counter, counted: countQueries };
}
