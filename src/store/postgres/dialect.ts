import { createHash } from 'node:crypto';
import {
  type BinaryOperationNode,
  type Dialect,
  OperatorNode,
  PostgresDialect,
  type PostgresPoolClient,
  PostgresQueryCompiler,
  PrimitiveValueListNode,
} from 'kysely';
import type { PoolClient, QueryResult } from 'pg';
import type { PostgresAddress } from './address.ts';
import type { BoundedPool } from './pool.ts';
import { listSessionSettings, longStatements, type PostgresWaits } from './waits.ts';

/** Statements get a server-side name while their number stays bounded. */
const namedStatementsMax = 400;
const nameLength = 32;
/** One of more values writes many rows and has a text for each number of them: it would seldom come again. */
const namedParametersMax = 100;

interface Connecting {
  readonly pool: BoundedPool;
  readonly address: PostgresAddress;
  readonly waits: PostgresWaits;
  /** Puts the remedy into an error of the driver. */
  readonly nameFault: (error: unknown) => unknown;
}

export function createPostgresDialect(connecting: Connecting): Dialect {
  const { pool } = connecting;
  const names = new Map<string, string>();
  // One for each connection, as Kysely keeps one of its own for each.
  const wrapped = new WeakMap<PoolClient, PostgresPoolClient>();
  return new ListDialect({
    pool: {
      options: pool.options,
      connect: async () => {
        try {
          const client = await pool.connect();
          const connection = wrapped.get(client) ?? wrapClient(client, names, connecting);
          wrapped.set(client, connection);
          return connection;
        } catch (error) {
          throw connecting.nameFault(error);
        }
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

/** Sends repeated statements as named prepared ones, parsed and planned once per connection, and limits every wait. */
function wrapClient(client: PoolClient, names: Map<string, string>, connecting: Connecting): PostgresPoolClient {
  const { pool, address, waits, nameFault } = connecting;
  const begin = listBeginnings(connecting);
  let isInTransaction = false;
  let statementMs = waits.statementMs;

  const getStatementName = (text: string, values: readonly unknown[]): string | undefined => {
    if (!address.usesNamedStatements) return undefined;
    const existingName = names.get(text);
    if (existingName !== undefined) return existingName;
    if (names.size >= namedStatementsMax || values.length > namedParametersMax || values.length === 0) return undefined;
    // The name follows from the text: behind a pooler, another process may have given a name to this connection's server.
    const name = `w${createHash('sha256').update(text).digest('hex').slice(0, nameLength)}`;
    names.set(text, name);
    return name;
  };
  const send = (text: string, values: readonly unknown[]): Promise<QueryResult> => {
    const name = getStatementName(text, values);
    const statement = { text, values: [...values], ...(name === undefined ? {} : { name }) };
    return pool.ask(client, statement, statementMs + waits.marginMs);
  };
  /** Sends a statement in its own transaction, because a pooler's session settings hold only in a transaction. */
  const sendAlone = async (text: string, values: readonly unknown[]): Promise<QueryResult> => {
    await send(begin, []);
    try {
      const result = await send(text, values);
      await send('commit', []);
      return result;
    } catch (error) {
      await send('rollback', []).catch(() => {});
      throw error;
    }
  };
  const runQuery = async (text: string, values: readonly unknown[]): Promise<QueryResult> => {
    try {
      if (text === 'begin') {
        isInTransaction = true;
        return await send(begin, []);
      }
      if (text === 'commit' || text === 'rollback') {
        isInTransaction = false;
        statementMs = waits.statementMs;
        return await send(text, values);
      }
      if (text === longStatements) statementMs = waits.longStatementMs;
      const isBare = address.pooling === 'transaction' && !isInTransaction;
      return await (isBare ? sendAlone(text, values) : send(text, values));
    } catch (error) {
      throw nameFault(error);
    }
  };
  // The pool makes a release for each use. Kysely only calls these two forms of query; the cursor form is not used here.
  return {
    query: runQuery,
    release: (isBroken?: boolean) => client.release(isBroken),
  } as unknown as PostgresPoolClient;
}

/**
 * Formats the statement that begins a transaction. With a pooler in transaction mode it also includes the session
 * settings.
 */
function listBeginnings({ address, waits }: Connecting): string {
  if (address.pooling === 'session') return 'begin';
  return ['begin', ...listSessionSettings(waits).map((setting) => `set local ${setting}`)].join('; ');
}
