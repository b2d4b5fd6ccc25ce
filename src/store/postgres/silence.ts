import type { Client, QueryConfig, QueryResult } from 'pg';
import { ConnectionGivenUp } from './faults.ts';
import type { PostgresWaits } from './waits.ts';

/** Notices which connections have fallen silent. */
export interface SilenceWatch {
  /** Sends a query, and ends the connection where no answer comes within the limit. */
  readonly ask: (client: Client, query: QueryConfig, limitMs: number) => Promise<QueryResult>;
  /** Returns true if a connection was used a moment ago, or answers now. */
  isAlive(client: Client): Promise<boolean>;
  /** Notes that the server has just been heard. */
  noteAnswer(client: Client): void;
}

/** Ends a connection, and whatever waits for it, without a goodbye. */
export function giveUp(client: Client, reason: string): void {
  client.connection.stream.destroy(new ConnectionGivenUp(reason));
}

export function watchSilence({ idleMs, pingMs }: Pick<PostgresWaits, 'idleMs' | 'pingMs'>): SilenceWatch {
  const lastAnswers = new WeakMap<Client, number>();
  const readLastAnswer = (client: Client) => lastAnswers.get(client) ?? 0;
  const noteAnswer = (client: Client) => void lastAnswers.set(client, performance.now());
  /** Time of the latest query that got no answer. Older answers of other connections prove nothing. */
  let silentSince = Number.NEGATIVE_INFINITY;

  function watchAnswer(client: Client, limitMs: number): { readonly end: () => void } {
    const sentAt = performance.now();
    let timer: NodeJS.Timeout;
    const wait = (ms: number) => {
      timer = setTimeout(() => {
        // Statements of a transaction are sent behind one another: each has its time once the one before is answered.
        const silentMs = performance.now() - Math.max(sentAt, readLastAnswer(client));
        if (silentMs < limitMs) return wait(limitMs - silentMs);
        silentSince = Math.max(silentSince, sentAt);
        giveUp(client, `no answer within ${limitMs / 1000} s`);
      }, ms);
    };
    wait(limitMs);
    return { end: () => clearTimeout(timer) };
  }

  // By callback: what the driver's own promise returns outlives many collections of young garbage, and pages of records
  // then cost half as much again.
  const ask = (client: Client, query: QueryConfig, limitMs: number) =>
    new Promise<QueryResult>((resolve, reject) => {
      const limit = watchAnswer(client, limitMs);
      client.query(query, (error: Error | null, result: QueryResult) => {
        limit.end();
        noteAnswer(client);
        if (error) reject(error);
        else resolve(result);
      });
    });

  return {
    ask,
    noteAnswer,
    async isAlive(client) {
      const lastAnswer = readLastAnswer(client);
      if (lastAnswer <= silentSince) return false;
      if (performance.now() - lastAnswer < idleMs) return true;
      return ask(client, { text: 'select 1' }, pingMs).then(
        () => true,
        () => false,
      );
    },
  };
}
