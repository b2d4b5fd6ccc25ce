import * as z from 'zod';
import { WaybillError } from '../../../src/errors.ts';
import type { PlanDraft } from '../../../src/mcp/tool/plan.ts';
import { listResult } from '../../../src/mcp/results/list-result.ts';
import { recordResult } from '../../../src/mcp/results/record-result.ts';
import { AnyWriteResult } from '../../../src/mcp/results/result.ts';
import { tool } from '../../../src/mcp/tool/tool.ts';
import { writeResult } from '../../../src/mcp/results/write-result.ts';
import { quoteText } from '../../../src/mcp/text/text.ts';

const hints = { destructive: false, idempotent: false, openWorld: false };

export const getTerm = tool({
  name: 'get_term',
  title: 'Read a payment term',
  description: 'Reads one payment term by id or client key.',
  toolset: 'desk',
  gate: 'none',
  operations: ['paymentTerms.get'],
  input: z.strictObject({ id: z.string() }),
  output: z.object({ record: z.object({ id: z.string(), name: z.string() }) }),
  async read({ api, now }, { id }) {
    const { name, id: uuid } = await api.paymentTerms.get({ id });
    const summary = `Payment term ${quoteText(name)}.`;
    return recordResult({
      summary,
      asOf: now(),
      lines: [],
      data: { record: { id: uuid, name } },
      untrusted: ['/record/name'],
    });
  },
});

export const listTerms = tool({
  name: 'list_terms',
  title: 'List payment terms',
  description: 'Lists every payment term.',
  toolset: 'desk',
  gate: 'none',
  operations: ['paymentTerms.filter'],
  input: z.strictObject({}),
  output: z.object({
    rows: z.array(z.object({ id: z.string(), name: z.string() })),
    total: z.number(),
    nextCursor: z.null(),
  }),
  async read({ api, now, completeness }) {
    const { data } = await api.paymentTerms.filter({ pageSize: 100 });
    return listResult({
      summary: `${data.length} payment terms.`,
      asOf: now(),
      total: data.length,
      rows: data.map(({ id, name }) => ({ id, name })),
      columns: [{ key: 'name', title: 'Name', untrusted: true }],
      hidden: ['id'],
      isFirst: true,
      getCursorAfter: () => null,
      tokensMax: 2000,
      completeness: completeness(),
    });
  },
});

export const createTerm = tool({
  name: 'create_term',
  title: 'Create a payment term',
  description: 'Creates a payment term.',
  toolset: 'desk',
  gate: 'audit',
  hints,
  creates: true,
  operations: ['paymentTerms.create'],
  input: z.strictObject({ name: z.string(), description: z.string().optional(), again: z.boolean().optional() }),
  output: z.object({}),
  async write({ api }, { name, description }) {
    const record = await api.paymentTerms.create({ name, ...(description !== undefined && { description }) });
    return writeResult({
      status: 'done',
      summary: `Created payment term ${quoteText(record.name)}.`,
      record,
      undo: 'Delete it.',
    });
  },
  async shown(_, { name, description }) {
    const lines = description === undefined ? [] : [`Description: ${quoteText(description)}`];
    return { title: `Create the payment term ${quoteText(name)}`, records: [], lines, undo: 'Delete it.' };
  },
});

export const renameTerm = tool({
  name: 'rename_term',
  title: 'Rename a payment term',
  description: 'Renames a payment term.',
  toolset: 'desk',
  gate: 'confirm',
  hints,
  operations: ['paymentTerms.get', 'paymentTerms.update'],
  // `confirm` is here to show that whatever a model sends counts for nothing.
  input: z.strictObject({ id: z.string(), name: z.string(), confirm: z.boolean().optional() }),
  output: z.object({}),
  async plan({ api }, { id, name }) {
    const term = await api.paymentTerms.get({ id });
    if (term.name === name) return { nothingToDo: `It is called ${name} already.` };
    return {
      gate: 'confirm',
      title: `Rename ${term.name} to ${name}`,
      steps: [{ operation: 'paymentTerms.update', input: { id: term.id, name }, label: `Rename ${term.name}` }],
      records: [toRecord(term)],
      lines: [{ label: 'Name', before: term.name, after: name }],
      ...quiet,
      undo: `Rename it back to ${term.name}.`,
    } satisfies PlanDraft;
  },
  async finish({ api }, plan, [outcome]) {
    const record = await api.paymentTerms.get({ id: String(outcome?.input['id']) });
    return writeResult({ status: 'done', summary: `${plan.title}.`, record, undo: plan.undo });
  },
});

export const deleteTerms = tool({
  name: 'delete_terms',
  title: 'Delete payment terms',
  description: 'Deletes several payment terms.',
  toolset: 'desk',
  gate: 'approve',
  hints: { ...hints, destructive: true },
  operations: ['paymentTerms.get', 'paymentTerms.delete'],
  // `byLine` makes each term a line that can be left out, known by its name.
  input: z.strictObject({ ids: z.array(z.string()), byLine: z.boolean().optional() }),
  output: z.object({}),
  async plan({ api }, { ids, byLine = false }) {
    const termsOrNull = await Promise.all(ids.map((id) => findUnlessGone(api.paymentTerms.get({ id }))));
    const terms = termsOrNull.filter((term) => term !== null);
    if (terms.length === 0) return { nothingToDo: 'They are deleted already.' };
    return {
      gate: 'approve',
      title: `Delete ${terms.length} payment terms`,
      steps: terms.map(({ id, name }) => ({
        operation: 'paymentTerms.delete',
        input: { id },
        label: `Delete ${name}`,
        about: { id, friendlyId: null },
        ...(byLine && { item: name }),
      })),
      records: terms.map((term) => ({ ...toRecord(term), ...(byLine && { friendlyId: term.name }) })),
      lines: byLine ? [] : terms.map(({ name }) => `Deletes ${name}`),
      ...(byLine && {
        items: terms.map(({ name }) => ({
          key: name,
          cells: { number: name, party: 'deleted' },
          findings: [],
          money: [],
        })),
      }),
      ...quiet,
      undo: 'Cannot be undone.',
    };
  },
  async finish(_ctx, plan, outcomes) {
    return writeResult({
      status: 'done',
      summary: `${plan.title}.`,
      results: outcomes.map(({ about: record }) => ({ id: record?.id ?? null, friendlyId: null, outcome: 'deleted' })),
      undo: plan.undo,
    });
  },
});

export const runApproved = tool({
  name: 'run_approved',
  title: 'Execute an approved plan',
  description: 'Executes a plan that a person approved, exactly once.',
  toolset: 'control',
  gate: 'audit',
  hints: { ...hints, idempotent: true },
  operations: [],
  input: z.strictObject({ approvalId: z.string() }),
  output: AnyWriteResult,
  approval: ({ approvalId }) => approvalId,
});

export const failingTool = tool({
  name: 'read_nothing',
  title: 'A tool with a fault',
  description: 'Fails in a way nobody foresaw.',
  toolset: 'insight',
  gate: 'none',
  operations: [],
  input: z.strictObject({}),
  output: z.object({}),
  read: async () => {
    throw new Error('the database password is hunter2');
  },
});

export const termTools = [getTerm, listTerms, createTerm, renameTerm, deleteTerms, runApproved, failingTool];

const quiet = { money: [], emails: [], sideEffects: [], policyHits: [] };

/** Returns null for a deleted term, so that planning again leaves out what was done. */
async function findUnlessGone<Term>(reading: Promise<Term>): Promise<Term | null> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof WaybillError && error.code === 'NOT_FOUND') return null;
    throw error;
  }
}

interface PlannedTerm {
  readonly id: string;
  readonly name: string;
}

const toRecord = ({ id, name }: PlannedTerm) => ({
  kind: 'payment term',
  id,
  friendlyId: null,
  name,
});
