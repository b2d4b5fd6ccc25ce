import { maskAccounts } from '../text/mask-accounts.ts';
import type { PlanDraft } from '../tool/plan.ts';
import type { Tool, WriteTool, PerformingTool } from '../tool/tool.ts';
import { quoted } from '../text/text.ts';

/** The planned form of a tool that can be gated: a direct write that the policy gates is asked about by its arguments. */
export function asPlanTool(tool: Tool): PerformingTool | null {
  if (tool.kind === 'plan') return tool;
  if (tool.kind !== 'write') return null;
  const { write, ...facts } = tool;
  return {
    ...facts,
    kind: 'plan',
    // The policy raises this to what it asks for.
    plan: async (_ctx, input) => draftOf(tool, input),
    finish: async () => {
      throw new Error('a performed plan is not finished');
    },
    perform: write,
  };
}

function draftOf(tool: WriteTool, input: Readonly<Record<string, unknown>>): PlanDraft {
  const lines = Object.entries(input).map(([name, value]) => `${name}: ${quoted(JSON.stringify(maskAccounts(value)))}`);
  return {
    gate: 'audit',
    title: tool.title,
    steps: [],
    records: [],
    lines,
    money: [],
    emails: [],
    sideEffects: [],
    undo: 'The result says how.',
    policyHits: [`The policy asks for a person before ${tool.name}.`],
  };
}
