import {
  type BinaryOperationNode,
  type Dialect,
  OperatorNode,
  PostgresDialect,
  type PostgresPoolClient,
  PostgresQueryCompiler,
  PrimitiveValueListNode,
} from 'kysely';
import { Pool, type PoolClient, type QueryResult, types } from 'pg';
import type { FailureNames } from './store-error.ts';

const poolSize = 10;
const connectTimeoutMs = 5000;
const statementTimeoutMs = 30_000;
/** Statements get a server-side name while their number stays bounded. */
const namedStatementsMax = 400;
/** One of more values writes many rows and has a text for each number of them: it would seldom come again. */
const namedParametersMax = 100;

const int8 = 20;
const numeric = 1700;

export function openPool(connectionString: string): Pool {
  const pool = new Pool({
    connectionString,
    max: poolSize,
    connectionTimeoutMillis: connectTimeoutMs,
    statement_timeout: statementTimeoutMs,
    idle_in_transaction_session_timeout: statementTimeoutMs,
    // Compiling what is estimated to be costly takes 80 ms, and hardly any query here takes as long as that. And pages
    // are in memory or on disks without a head to move: an index finds fifty records before a small table is read.
    // Helpers take longer to begin than they save, and the processors have other callers to serve.
    options: '-c jit=off -c random_page_cost=1.1 -c max_parallel_workers_per_gather=0',
    types: {
      getTypeParser: (oid: number, format?: 'text' | 'binary') =>
        oid === int8 || oid === numeric ? Number : types.getTypeParser(oid, format),
    },
  });
  // An idle connection that the server closes must not end the process: the next query opens a new one.
  pool.on('error', () => {});
  return pool;
}

export function postgresDialect(pool: Pool, failures: FailureNames): Dialect {
  const names = new Map<string, string>();
  // One for each connection, as Kysely keeps one of its own for each.
  const wrapped = new WeakMap<PoolClient, PostgresPoolClient>();
  return new ListDialect({
    pool: {
      options: pool.options,
      connect: async () => {
        const client = await pool.connect().catch((error: unknown) => {
          throw failures.name(error);
        });
        const known = wrapped.get(client) ?? nameStatement(client, names, failures);
        wrapped.set(client, known);
        return known;
      },
      end: () => pool.end(),
    },
  });
}

class ListDialect extends PostgresDialect {
  override createQueryCompiler(): PostgresQueryCompiler {
    return new ListCompiler();
  }
}

/** A list of values is one parameter, so that one text, planned once, serves every length. */
class ListCompiler extends PostgresQueryCompiler {
  protected override visitBinaryOperation(node: BinaryOperationNode): void {
    const { operator, leftOperand, rightOperand } = node;
    const isIn = OperatorNode.is(operator) && operator.operator === 'in';
    if (!isIn || !PrimitiveValueListNode.is(rightOperand)) {
      super.visitBinaryOperation(node);
      return;
    }
    this.visitNode(leftOperand);
    this.append(' = any(');
    this.appendValue([...rightOperand.values]);
    this.append(')');
  }
}

/** Sends repeated statements as named prepared ones: parsed and planned once per connection. */
function nameStatement(client: PoolClient, names: Map<string, string>, failures: FailureNames): PostgresPoolClient {
  const nameOf = (text: string, values: readonly unknown[]): string | undefined => {
    const known = names.get(text);
    if (known !== undefined) return known;
    if (names.size >= namedStatementsMax || values.length > namedParametersMax || values.length === 0) return undefined;
    const name = `w${names.size}`;
    names.set(text, name);
    return name;
  };
  // By callback: what the driver's own promise returns outlives many collections of young garbage, and pages of records
  // then cost half as much again.
  const query = (text: string, values: readonly unknown[]) =>
    new Promise<QueryResult>((resolve, reject) => {
      const name = nameOf(text, values);
      client.query(
        { text, values: [...values], ...(name === undefined ? {} : { name }) },
        (error: Error | null, result: QueryResult) => (error ? reject(failures.name(error)) : resolve(result)),
      );
    });
  // The pool listens to idle connections only: one that breaks between two queries would end the process. The next
  // query on it fails and says so.
  client.on('error', () => {});
  // The pool makes a release for each use. Kysely only calls these two forms of query; the cursor form is not used here.
  return { query, release: (isBroken?: boolean) => client.release(isBroken) } as unknown as PostgresPoolClient;
}
