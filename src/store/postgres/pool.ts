import { Client, Pool, type PoolClient, type QueryConfig, type QueryResult, types } from 'pg';
import type { PostgresAddress } from './address.ts';
import { ConnectionGivenUp } from './faults.ts';
import { giveUp, watchSilence } from './silence.ts';
import { listSessionSettings, type PostgresWaits } from './waits.ts';

const poolSize = 10;

const { INT8: int8, NUMERIC: numeric } = types.builtins;

const closing = 'it was closed';

/** Connections of which none is waited for without a limit, and none is used again after it fell silent. */
export interface BoundedPool {
  readonly options: object;
  /** Returns a connection that was used a moment ago, or answers now. */
  connect(): Promise<PoolClient>;
  /** Sends a query, and ends the connection where no answer comes within the limit. */
  readonly ask: (client: Client, query: QueryConfig, limitMs: number) => Promise<QueryResult>;
  /** Sends a query that a server answers at once, with a short limit. */
  askSoon(client: Client, query: QueryConfig): Promise<QueryResult>;
  /** Ends every connection at once, whatever it is waiting for. */
  readonly breakOff: () => void;
  end(): Promise<void>;
}

export function openPool({ connectionString, pooling }: PostgresAddress, waits: PostgresWaits): BoundedPool {
  const clients = new Set<Client>();
  const silence = watchSilence(waits);
  let isBrokenOff = false;

  const prepareSession = async (client: Client) => {
    // The pool listens to idle connections only: one that breaks between two queries would end the process. The next
    // query on it fails and says so.
    client.on('error', () => {});
    silence.noteAnswer(client);
    if (pooling === 'transaction') return;
    const settings = listSessionSettings(waits).map((setting) => `set ${setting}`);
    await silence.ask(client, { text: settings.join('; ') }, waits.connectMs);
  };

  const pool = new Pool({
    connectionString,
    Client: createClientClass(clients, waits),
    max: poolSize,
    connectionTimeoutMillis: waits.connectMs,
    keepAlive: true,
    // A pooler refuses startup parameters that it does not know: the settings follow once the connection is there.
    // The pool hands over a client of the class above, and waits for the promise.
    onConnect: prepareSession as unknown as (client: object) => void,
    types: {
      getTypeParser: (oid, format) => (oid === int8 || oid === numeric ? Number : types.getTypeParser(oid, format)),
    },
  });
  // An idle connection that the server closes must not end the process: the next query opens a new one.
  pool.on('error', () => {});

  return {
    options: pool.options,
    async connect() {
      for (;;) {
        if (isBrokenOff) throw new ConnectionGivenUp(closing);
        const client = await pool.connect();
        if (await silence.isAlive(client)) return client;
        client.connection.stream.destroy();
        client.release(true);
      }
    },
    ask: silence.ask,
    askSoon: (client, query) => silence.ask(client, query, waits.pingMs),
    breakOff() {
      isBrokenOff = true;
      for (const client of clients) giveUp(client, closing);
    },
    end: () => pool.end(),
  };
}

/**
 * Creates the class of the driver's client. Clients are listed while they are open, and don't wait for a server that
 * never closes its half.
 */
function createClientClass(clients: Set<Client>, { goodbyeMs }: PostgresWaits): new (config?: string) => Client {
  return class extends Client {
    constructor(config?: string) {
      super(config);
      clients.add(this);
      this.once('end', () => clients.delete(this));
    }

    override end(): Promise<void>;
    override end(callback: (error: Error) => void): void;
    override end(callback?: (error: Error) => void): Promise<void> | void {
      setTimeout(() => this.connection.stream.destroy(), goodbyeMs).unref();
      return callback ? super.end(callback) : super.end();
    }
  };
}
