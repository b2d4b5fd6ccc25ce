import { StatementSync } from 'node:sqlite';
import { Client } from 'pg';

/** A query as the driver of a database received it. */
export interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
}

let recorded: Statement[] = [];

/** The reads since the last call. */
export function takeStatements(): readonly Statement[] {
  const taken = recorded;
  recorded = [];
  return taken;
}

/** From now on the drivers of this process record what they read with. */
export function recordStatements(): void {
  observeCalls(StatementSync.prototype, 'all', (statement, values) => {
    if (statement instanceof StatementSync) record({ text: statement.sourceSQL, values });
  });
  observeCalls(Client.prototype, 'query', (_, given) => {
    // The store calls it with a text and values only.
    const [{ text = '', values = [] }] = given as [Partial<Statement>];
    record({ text, values });
  });
}

function observeCalls(owner: object, method: string, onCall: (self: unknown, given: unknown[]) => void): void {
  const observed = new Proxy(Reflect.get(owner, method), {
    apply(target, self, given: unknown[]) {
      onCall(self, given);
      return Reflect.apply(target, self, given);
    },
  });
  Reflect.set(owner, method, observed);
}

/** Writes are left out: they count requests and are no part of a read. */
function record(statement: Statement): void {
  if (/^\s*(select|with)\b/i.test(statement.text)) recorded.push(statement);
}
