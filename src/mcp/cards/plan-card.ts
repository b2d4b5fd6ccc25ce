import type { McpServer } from '@modelcontextprotocol/server';
import { cardPage, readCardFile, registerCard } from './card.ts';

/** The card that hosts with MCP Apps show in place of a plan's text. It decides nothing. */
export const planCardUri = 'ui://waybill/plan.html';

export function registerPlanCard(server: McpServer): void {
  registerCard(server, {
    name: 'plan',
    uri: planCardUri,
    title: 'Plan',
    description: 'Shows a plan that waits for a person. It decides nothing.',
    read: () => cardPage({ page: 'plan-card.html', style: 'plan-card.css', script: readCardFile('plan-card.js') }),
  });
}
