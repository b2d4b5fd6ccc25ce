import {
  type BinaryOperationNode,
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  ValueNode,
} from 'kysely';
import type { CopyRows } from './index.ts';

type RunQuery = (query: CompiledQuery) => Promise<readonly unknown[]>;

/** Creates a query builder over the tables of the copy; `run` answers what is built with it. Nothing can be written. */
export function createQueries(run: RunQuery): Kysely<CopyRows> {
  return new Kysely<CopyRows>({
    dialect: {
      createAdapter: () => new Adapter(),
      createDriver: () => new QueryDriver(run),
      createIntrospector: (db) => new SqliteIntrospector(db),
      createQueryCompiler: () => new FlagCompiler(),
    },
  });
}

/** Questions may be answered side by side. */
class Adapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

/**
 * Prints a comparison with 0 or 1 into the text, where other values are parameters: SQLite takes a partial index, such as
 * that of live rows, only if the text alone proves its condition.
 */
class FlagCompiler extends SqliteQueryCompiler {
  protected override visitBinaryOperation(node: BinaryOperationNode): void {
    const { rightOperand } = node;
    const isFlag = ValueNode.is(rightOperand) && (rightOperand.value === 0 || rightOperand.value === 1);
    super.visitBinaryOperation(
      isFlag ? { ...node, rightOperand: ValueNode.createImmediate(rightOperand.value) } : node,
    );
  }
}

class QueryDriver implements Driver {
  readonly #connection: DatabaseConnection;

  constructor(run: RunQuery) {
    this.#connection = {
      // The builder knows the type of the rows that it asks for.
      executeQuery: async <Row>(query: CompiledQuery) => ({ rows: await run(query) }) as QueryResult<Row>,
      streamQuery() {
        throw new Error('answers of the copy are not streamed');
      },
    };
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    return this.#connection;
  }

  async beginTransaction(): Promise<void> {
    throw new Error('nothing is written to the copy: readTogether reads several queries at one moment');
  }

  async commitTransaction(): Promise<void> {}

  async rollbackTransaction(): Promise<void> {}

  async releaseConnection(): Promise<void> {}

  async destroy(): Promise<void> {}
}
