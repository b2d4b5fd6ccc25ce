import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

const executablePath = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(existsSync);

/** True if this machine has a Chromium. */
export const hasChromium = executablePath !== undefined;

/**
 * Starts Chromium. Names of the internet lead nowhere, so that every page has to do without them; `foreign.test` is this
 * machine. Frames of other sites share a process: the browser still keeps them apart, and no picture waits for a process of
 * its own.
 */
export const launchChromium = (environment: Readonly<Record<string, string>> = {}): Promise<Browser> =>
  chromium.launch({
    ...(executablePath !== undefined && { executablePath }),
    // Playwright starts it with nothing else once an environment is named.
    env: { ...process.env, ...environment },
    args: [
      '--host-resolver-rules=MAP foreign.test 127.0.0.1, MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1',
      '--disable-site-isolation-trials',
    ],
  });
