import * as z from 'zod';
import { catalogue, type CatalogueEntry } from '../../src/contract/catalogue.ts';
import { getCallGate } from '../../src/mcp/policy/operation-gate.ts';
import type { Policy } from '../../src/mcp/policy/policy.ts';
import { estimateTokens } from '../../src/mcp/results/tokens.ts';
import { recordResult } from '../../src/mcp/results/record-result.ts';
import { tool } from '../../src/mcp/tool/tool.ts';
import { listBeyondApi } from './beyond-api.ts';
import { listShapes, formatSignature } from '../records/signature.ts';

const matchesMax = 8;
const schemaTokensMax = 1200;

export const apiSearch = tool({
  name: 'api_search',
  title: 'Find API operations',
  description: `Finds operations of the brokerage API by words, with purpose, effect, gate and input, and says what the API cannot do.
Use it when no direct tool fits, before api_read or api_write. An exact name such as quotes.filter returns the whole input.
It calls nothing and reads no records.`,
  toolset: 'catalogue',
  gate: 'none',
  operations: [],
  input: z.strictObject({ query: z.string().min(1).max(200).describe('Words or an operation name') }),
  output: z.object({
    operations: z.array(
      z.object({
        operation: z.string(),
        purpose: z.string(),
        effect: z.string(),
        gate: z.string(),
        tool: z.string(),
        input: z.string(),
      }),
    ),
    inputSchema: z.record(z.string(), z.unknown()).optional(),
    shapes: z.record(z.string(), z.string()).optional(),
    cannot: z.array(z.string()).optional(),
  }),
  async read(ctx, { query }) {
    const exact = catalogue().find(({ name }) => name.toLowerCase() === query.trim().toLowerCase());
    const matching = exact ? [exact] : search(query);
    const cannot = exact ? [] : listBeyondApi(query);
    const operations = matching.slice(0, matchesMax).map((entry) => show(entry, ctx.policy));
    const schema = exact ? exact.inputSchema() : undefined;
    const isShort = schema !== undefined && estimateTokens(JSON.stringify(schema)) <= schemaTokensMax;
    // A long schema would not fit; its shapes in short form hold the same members.
    const shapes = schema !== undefined && !isShort ? listShapes(schema) : undefined;
    const shapeLines = Object.entries(shapes ?? {}).map(([name, members]) => `${name}: ${members}`);
    const lines = operations.map(
      ({ operation, purpose, effect, gate, tool: by, input }) =>
        `- ${operation} (${effect}, gate ${gate}, through ${by}): ${purpose}. Input: ${input}`,
    );
    return recordResult({
      summary:
        cannot.length > 0
          ? `The API cannot do all of that. ${formatSummary(matching.length)}`
          : formatSummary(matching.length),
      asOf: ctx.now(),
      lines: [...cannot, ...lines, ...(isShort ? [`Input schema: ${JSON.stringify(schema)}`] : shapeLines)],
      data: {
        operations,
        ...(cannot.length > 0 && { cannot }),
        ...(isShort ? { inputSchema: schema } : shapes && { shapes }),
      },
    });
  },
});

function formatSummary(count: number): string {
  if (count === 0)
    return 'No operation matches; try other words, such as the resource (bills, stops) and a verb (create, approve).';
  if (count === 1) return '1 operation matches.';
  return count > matchesMax
    ? `${count} operations match; the ${matchesMax} closest are shown.`
    : `${count} operations match.`;
}

function show(entry: CatalogueEntry, policy: Policy) {
  const { name, summary, effect, operation } = entry;
  const gate = getCallGate(policy, name, operation, {});
  return {
    operation: name,
    purpose: summary,
    effect,
    gate,
    tool: effect === 'read' ? 'api_read' : 'api_write',
    input: formatSignature(entry.inputSchema()),
  };
}

/** Words that match more of an operation's name come first, then those in its purpose. */
function search(query: string): readonly CatalogueEntry[] {
  const words = query
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word.length > 1)
    .map(toStem);
  return catalogue()
    .filter(({ operation }) => operation.stream === undefined)
    .map((entry) => ({ entry, score: computeScore(entry, words) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .map(({ entry }) => entry);
}

const toStem = (word: string) => (word.length > 4 ? word.replace(/(?:ies|es|s|ing|ed)$/, '') : word);

function computeScore({ name, summary, path }: CatalogueEntry, words: readonly string[]): number {
  const title = name.replace(/([A-Z])/g, ' $1').toLowerCase();
  return words.reduce(
    (score, word) =>
      score +
      (title.includes(word) ? 3 : 0) +
      (summary.toLowerCase().includes(word) ? 1 : 0) +
      (path.includes(word) ? 1 : 0),
    0,
  );
}
