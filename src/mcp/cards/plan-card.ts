import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { registerAppResource } from '@modelcontextprotocol/ext-apps/server';
import type { McpServer } from '@modelcontextprotocol/server';
import { readAsset } from '../approvals-page/assets.ts';
import { invisiblePattern } from '../text/text.ts';

/** The card that hosts with MCP Apps show in place of a plan's text. It decides nothing. */
export const planCardUri = 'ui://waybill/plan.html';

/** Offers the card. It needs nothing from anywhere, so it names no address that it may reach. */
export function registerPlanCard(server: McpServer): void {
  const about = { title: 'Plan', description: 'Shows a plan that waits for a person. It decides nothing.' };
  const ui = { csp: { connectDomains: [], resourceDomains: [] }, prefersBorder: true };
  registerAppResource(server, 'plan', planCardUri, { ...about, _meta: { ui } }, async (_uri, _extra) => ({
    contents: [{ uri: planCardUri, mimeType: 'text/html;profile=mcp-app', text: await readPlanCard(), _meta: { ui } }],
  }));
}

/** One file with all that it needs: the look is that of the approvals page. */
async function readPlanCard(): Promise<string> {
  const [page, script, style, look] = await Promise.all([
    readCardFile('plan-card.html'),
    readCardFile('plan-card.js'),
    readCardFile('plan-card.css'),
    readAsset('plan.css'),
  ]);
  return page
    .replace('invisible characters', () => invisiblePattern)
    .replace('/* style */', () => `${look.text}\n${style}`)
    .replace('/* script */', () => script);
}

function readCardFile(name: string): Promise<string> {
  // The published command has copies of the files beside its bundle.
  const copy = new URL(`./cards/${name}`, import.meta.url);
  return readFile(existsSync(copy) ? copy : new URL(`./assets/${name}`, import.meta.url), 'utf8');
}
