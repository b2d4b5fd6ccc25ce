import { StatementSync } from 'node:sqlite';
import { Client } from 'pg';

/** A query as the driver of a database received it. */
export interface RecordedStatement {
  readonly text: string;
  readonly values: readonly unknown[];
}

let recorded: RecordedStatement[] = [];

/** The reads since the last call. */
export function takeStatements(): readonly RecordedStatement[] {
  const statements = recorded;
  recorded = [];
  return statements;
}

/** From now on the drivers of this process record what they read with. */
export function recordStatements(): void {
  observeCalls(StatementSync.prototype, 'all', (statement, values) => {
    if (statement instanceof StatementSync) record({ text: statement.sourceSQL, values });
  });
  observeCalls(Client.prototype, 'query', (_, queryArguments) => {
    // The store calls it with a text and values only.
    const [{ text = '', values = [] }] = queryArguments as [Partial<RecordedStatement>];
    record({ text, values });
  });
}

function observeCalls(owner: object, method: string, onCall: (self: unknown, given: unknown[]) => void): void {
  const observed = new Proxy(Reflect.get(owner, method), {
    apply(target, self, callArguments: unknown[]) {
      onCall(self, callArguments);
      return Reflect.apply(target, self, callArguments);
    },
  });
  Reflect.set(owner, method, observed);
}

/** Writes are left out: they count requests and are no part of a read. */
function record(statement: RecordedStatement): void {
  if (/^\s*(select|with)\b/i.test(statement.text)) recorded.push(statement);
}
