import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { buildCard, type CardResource, renderCardPage } from './card.ts';

/** Views of answers, each drawn from one tool's answer. The complete text of the answer is shown beside it. */
export const views = {
  exceptions: { tool: 'list_shipments', title: 'Shipments and their exceptions' },
  stops: { tool: 'get_shipment', title: 'The stops of a shipment' },
  carrier: { tool: 'get_carrier', title: 'A carrier and what the rules say of it' },
  aging: { tool: 'aging_report', title: 'Open balances by age' },
  billing: { tool: 'billing_queue', title: 'From delivery to invoice' },
  bills: { tool: 'list_bills', title: 'Bills, when they are due and to whom' },
  lane: { tool: 'lane_history', title: 'What a lane cost and sold at' },
  chart: { tool: 'analyze', title: 'Figures as bars, lines, points or shares' },
} as const;

export type ViewName = keyof typeof views;

// The names of the table above, and no others.
export const viewNames = Object.keys(views) as readonly ViewName[];

export const toViewUri = (name: ViewName): string => `ui://waybill/${name}.html`;

/** Returns the address of the view of a tool's answers, if it has one. */
export function findViewUri(tool: string): string | undefined {
  const name = viewNames.find((name) => views[name].tool === tool);
  return name && toViewUri(name);
}

/** Builds the pictures of the tools that are on offer. */
export function buildViews(tools: readonly { readonly name: string }[]): readonly CardResource[] {
  const offered = new Set(tools.map(({ name }) => name));
  return viewNames
    .filter((name) => offered.has(views[name].tool))
    .map((name) =>
      buildCard({
        name,
        uri: toViewUri(name),
        title: views[name].title,
        description: `Draws what ${views[name].tool} answered. It changes nothing.`,
        read: () => readView(name),
      }),
    );
}

export const readView = (name: ViewName): Promise<string> =>
  renderCardPage({ page: 'view.html', style: 'view.css', script: readScript(name) });

const scripts = new Map<ViewName, Promise<string>>();

/**
 * Reads the script of a view. The published command has the scripts beside its bundle; a checkout builds each once per
 * process.
 */
function readScript(name: ViewName): Promise<string> {
  const script = scripts.get(name) ?? makeScript(name);
  scripts.set(name, script);
  return script;
}

async function makeScript(name: ViewName): Promise<string> {
  const copy = new URL(`./cards/${name}.js`, import.meta.url);
  if (existsSync(copy)) return readFile(copy, 'utf8');
  const { bundleView } = await import('./bundle-view.ts');
  return (await bundleView(name)).text;
}
