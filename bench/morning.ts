import { Client } from '@modelcontextprotocol/client';
import { bundledCommand, readPeakMemory } from './children.ts';
import { createStdioTransport } from './calls.ts';
import type { ReportCell, ReportTable } from './report.ts';
import { roundValue } from './stats.ts';

type MorningInput = Record<string, unknown>;

/** The spine of the demo: each step may take what an earlier answer named. */
const steps: readonly { readonly tool: string; readonly input: (quote: string) => MorningInput }[] = [
  { tool: 'track_shipments', input: () => ({ shipments: ['4500-7781', 'PO-88410'] }) },
  { tool: 'find_carriers', input: () => ({ equipment: 'reefer', originState: 'CA', limit: 5 }) },
  {
    tool: 'create_quote',
    input: () => ({
      customer: 'A100001',
      origin: 'Fresno, CA',
      destination: 'Dallas, TX',
      pickup: 'tomorrow 8am',
      delivery: 'in 4 days',
      equipment: 'reefer',
      weight: 38_000,
    }),
  },
  { tool: 'price_quote', input: (quote) => ({ quote, amount: 5250 }) },
  { tool: 'convert_quote', input: (quote) => ({ quote }) },
  { tool: 'aging_report', input: () => ({ ledger: 'receivables', limit: 5 }) },
];

/** Six tool calls of a first morning over stdio, from an empty data folder: the first one makes the sandbox. */
export async function measureMorning(home: string): Promise<ReportTable> {
  const startedAt = performance.now();
  const client = createAcceptingClient();
  const wire = createStdioTransport(bundledCommand, home);
  const rows: (readonly ReportCell[])[] = [];
  try {
    await client.connect(wire);
    rows.push(['start and connect', roundValue(performance.now() - startedAt), '']);
    let quote = '';
    for (const { tool, input } of steps) {
      const calledAt = performance.now();
      const { structuredContent, isError } = await client.callTool({ name: tool, arguments: input(quote) });
      rows.push([tool, roundValue(performance.now() - calledAt), isError === true ? 'refused' : 'ok']);
      if (tool === 'create_quote') quote = getQuoteNumber(structuredContent);
    }
    rows.push(['all of it', roundValue(performance.now() - startedAt), '']);
    const notes = [`Peak memory of the process: ${readPeakMemory(wire.pid ?? undefined) ?? 'unknown'} MB.`];
    return {
      title: 'Six tool calls of the demo from an empty data folder',
      columns: ['', 'ms', 'answer'],
      rows,
      notes,
    };
  } finally {
    await client.close();
  }
}

function createAcceptingClient(): Client {
  const client = new Client(
    { name: 'bench', version: '1' },
    { capabilities: { elicitation: { form: {} } }, versionNegotiation: { mode: { pin: '2026-07-28' } } },
  );
  client.setRequestHandler('elicitation/create', async () => ({ action: 'accept', content: { confirm: true } }));
  return client;
}

function getQuoteNumber(answer: unknown): string {
  // What create_quote documents; anything else shows as a refusal of the next step.
  const { record } = (answer ?? {}) as { record?: { friendlyId?: string } };
  return record?.friendlyId ?? 'unknown';
}
