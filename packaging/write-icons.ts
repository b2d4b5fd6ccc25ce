// Draws packaging/icons/waybill.svg in every size, and src/mcp/server/icons.json: `npm run icons`, which needs Chromium.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { chromium } from 'playwright-core';
import { buildServerIcons, drawing, drawnSizes, getIconFile, serverIconsFile } from './icons.ts';

const executablePath = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(existsSync);

const svg = readFileSync(drawing, 'utf8');
const browser = await chromium.launch(executablePath === undefined ? {} : { executablePath });
try {
  for (const size of drawnSizes) {
    const page = await browser.newPage({ viewport: { width: size, height: size } });
    await page.setContent(`<style>body { margin: 0 } svg { display: block; width: ${size}px }</style>${svg}`);
    await page.screenshot({ path: getIconFile(size), omitBackground: true });
    await page.close();
    process.stdout.write(`${getIconFile(size)}\n`);
  }
} finally {
  await browser.close();
}
writeFileSync(serverIconsFile, `${JSON.stringify(buildServerIcons(), null, 2)}\n`);
process.stdout.write(`${serverIconsFile}\n`);
