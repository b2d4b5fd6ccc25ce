import { expect, test } from 'vitest';
import { tools } from '../../tools/index.ts';
import { startDesk } from '../support/desk.ts';

const calls = [
  ['list_shipments', {}],
  ['list_bills', { verdict: 'clean' }],
  ['list_bills', {}],
  ['list_quotes', { expiringWithinHours: 24 }],
  ['track_shipments', { shipments: ['SHP-2300', 'nothing'] }],
  ['find', { query: '1042' }],
  ['get_shipment', { shipment: 'SHP-2300' }],
  ['get_shipment', { shipment: 'nothing at all' }],
] as const;

test('a next step is with a tool that this server offers, in both channels, whatever was chosen', async () => {
  await using whole = await startDesk({ tools, seed: 'small' });
  const all: string[] = [];

  for (const [name, input] of calls) {
    const { text, data } = await whole.callTool(name, { ...input });
    all.push(...(data.nextActions ?? data.error?.nextActions ?? []).map(({ tool }: { tool: string }) => tool));
    await using alone = await startDesk({
      tools: tools.filter((tool) => tool.name === name),
      offersNoOthers: true,
      seed: 'small',
    });
    const answer = await alone.callTool(name, { ...input });
    const offeredTools = [...answer.text.matchAll(/^Next: (\w+)/gm)].map(([, tool]) => tool);
    const steps: { tool: string }[] = answer.data.nextActions ?? answer.data.error?.nextActions ?? [];
    expect([...offeredTools, ...steps.map(({ tool }) => tool)].filter((tool) => tool !== name)).toEqual([]);
    // The same, without advice to use what is not offered.
    expect(text.split('\n')[0]).toContain(answer.text.split('\n')[0]);
    expect(answer.text).not.toContain('\n\n\n');
  }

  expect(new Set(all).size).toBeGreaterThan(2);
});
