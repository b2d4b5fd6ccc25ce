import { buildCard, renderCardPage, readCardFile } from './card.ts';

/** The card that hosts with MCP Apps show in place of a plan's text. It decides nothing. */
export const planCardUri = 'ui://waybill/plan.html';

export const planCard = buildCard({
  name: 'plan',
  uri: planCardUri,
  title: 'Plan',
  description: "Shows a plan that needs a person's approval. It decides nothing.",
  read: () => renderCardPage({ page: 'plan-card.html', style: 'plan-card.css', script: readCardFile('plan-card.js') }),
});
