import type { PerformingTool, Tool } from '../tool/tool.ts';

/** The planned form of a tool that can be gated: a direct write that the policy gates shows what it is about. */
export function asPlanTool(tool: Tool): PerformingTool | null {
  if (tool.kind === 'plan') return tool;
  if (tool.kind !== 'write') return null;
  const { write, shown, ...facts } = tool;
  return {
    ...facts,
    kind: 'plan',
    plan: async (ctx, input) => ({
      ...(await shown(ctx, input)),
      // The policy raises this to what it asks for.
      gate: 'audit',
      steps: [],
      money: [],
      emails: [],
      sideEffects: [],
      policyHits: [`The policy asks for a person before ${tool.name}.`],
    }),
    finish: async () => {
      throw new Error('a performed plan is not finished');
    },
    perform: write,
  };
}
