import { AxeBuilder } from '@axe-core/playwright';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { isDeep } from './depth.ts';

export interface Look extends BrowserContextOptions {
  readonly name: string;
}

const desktop = { width: 1280, height: 800 };
const phone = { width: 390, height: 844 };

const allLooks: readonly Look[] = [
  { name: 'desktop, light', viewport: desktop, colorScheme: 'light' },
  { name: 'phone, dark', viewport: phone, colorScheme: 'dark' },
  { name: 'desktop, dark', viewport: desktop, colorScheme: 'dark' },
  { name: 'phone, light', viewport: phone, colorScheme: 'light' },
];

/** Screen sizes and color schemes that people use: each once, or in a deep run each size in each scheme. */
export const looks = isDeep ? allLooks : allLooks.slice(0, 2);

/**
 * Returns what keeps people from reading or using a page, frames included, or the part of it that a selector names: each
 * rule of axe that it breaks with the elements, and whether the page scrolls sideways.
 */
export async function findBarriers(page: Page, part?: string): Promise<readonly string[]> {
  const axe = new AxeBuilder({ page });
  const { violations } = await (part === undefined ? axe : axe.include(part)).analyze();
  const over = await page.evaluate<number>(
    'document.documentElement.scrollWidth - document.documentElement.clientWidth',
  );
  return [
    ...violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary = '' }) => `${id} at ${target.flat().join(' ')}: ${failureSummary}`),
    ),
    ...(over > 0 ? [`scrolls sideways by ${over} px`] : []),
  ];
}
