import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { test } from 'vitest';
import { hasChromium, launchChromium } from '../../packaging/pictures/chromium.ts';

/** The reason for the title of a test that needs a browser; empty where there is one. */
export const withoutBrowser = hasChromium ? '' : ' (skipped: no Chromium installed)';

/** Lends a browser to tests and hooks: each worker starts one for all its files. */
export const testWithBrowser = test.extend('browser', { scope: 'worker' }, async ({}, { onCleanup }) => {
  const browser = await launchChromium();
  onCleanup(() => browser.close());
  return browser;
});

/** A test that needs a browser, and is skipped where there is none. */
export const browserTest = hasChromium ? testWithBrowser : testWithBrowser.skip;

export interface BrowserVisitor extends AsyncDisposable {
  readonly page: Page;
  /** Errors of scripts, and requests that the page's own rules refused. */
  readonly complaints: string[];
  readonly requests: string[];
}

/** Opens a page for a person with a browser profile of their own. */
export async function openVisitor(browser: Browser, settings: BrowserContextOptions = {}): Promise<BrowserVisitor> {
  const context = await browser.newContext(settings);
  // The limit of the test ends a hang: on a busy machine a page may take longer than the browser's own.
  context.setDefaultTimeout(0);
  const page = await context.newPage();
  const complaints: string[] = [];
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
  });
  return { page, complaints, requests, [Symbol.asyncDispose]: () => context.close() };
}

/** Gives a page a device that signs, and that knows its person or does not. */
export async function attachDevice(page: Page) {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    forgetPerson: () => devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false }),
    knowPerson: () => devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: true }),
  };
}
