import type { DatabaseName } from '../../support/stores/databases.ts';
import { type TestDesk, startDesk } from '../../support/desk.ts';
import type { ToolServerSettings } from '../../support/tool-server.ts';
import { termTools } from './term-tools.ts';

export interface TermDesk extends TestDesk {
  /** Returns the id of a new payment term. */
  addTerm(name: string): Promise<string>;
  listTermNames(): Promise<string[]>;
}

/** A desk with small tools for payment terms, one for each gate, and no others. */
export async function startTermDesk(
  changes: Partial<ToolServerSettings> = {},
  database: DatabaseName = 'SQLite',
): Promise<TermDesk> {
  const server: Partial<ToolServerSettings> = { toolsets: ['desk', 'insight', 'control'], ...changes };
  const desk = await startDesk({ tools: termTools, offersNoOthers: true, database, server });
  return {
    ...desk,
    async addTerm(name) {
      return (await desk.api.paymentTerms.create({ name })).id;
    },
    async listTermNames() {
      const { data } = await desk.api.paymentTerms.filter({ pageSize: 100 });
      return data.map(({ name }) => name).sort();
    },
  };
}
