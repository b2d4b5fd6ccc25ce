import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { launchChromium } from './chromium.ts';
import { writeFontSettings } from './fonts.ts';
import { type Picture, pictures, type Theme } from './pictures.ts';
import { shrinkPng } from './png.ts';
import { type RunningProduct, startProduct } from './product.ts';
import { timeZone } from './fixed-run-settings.ts';
import { startStory, type Story } from './story.ts';

interface Taking {
  /** File of the built command. */
  readonly command: string;
  /** Folder for the pictures. */
  readonly folder: string;
  /** Names of pictures. Empty means all. */
  readonly names: readonly string[];
  /** Keeps the settings of fonts while the pictures are taken. */
  readonly draftFolder: string;
  readonly onTaken: (file: string, bytes: number) => void;
}

/** Pixels of the file for each pixel of the page. */
export const scale = 2;

/** No picture is heavier: a page with five of them has to open quickly. */
export const bytesMax = 150 * 1024;

export const formatFileName = ({ name }: Pick<Picture, 'name'>, theme: Theme): string =>
  `${name}${theme === 'dark' ? '-dark' : ''}.png`;

/** Takes pictures of the running product, in the order of the list. */
export async function takePictures({ command, folder, names, draftFolder, onTaken }: Taking): Promise<void> {
  const chosen = choosePictures(names);
  await using open = new AsyncDisposableStack();
  const browser = await launchChromium(writeFontSettings(draftFolder));
  open.defer(() => browser.close());
  const product: RunningProduct = open.use(await startProduct(command));
  const story = startStory(product);
  const failures: unknown[] = [];
  for (const picture of chosen)
    for (const theme of picture.themes)
      try {
        const image = await shrinkPng(await takePicture(browser, story, picture, theme));
        const file = formatFileName(picture, theme);
        if (image.length > bytesMax) throw new Error(`It has ${image.length} bytes; the most is ${bytesMax}.`);
        writeFileSync(path.join(folder, file), image);
        onTaken(file, image.length);
      } catch (error) {
        failures.push(new Error(`The picture ${picture.name} was not taken.`, { cause: error }));
      }
  if (failures.length > 0) throw new AggregateError(failures, 'Some pictures were not taken.');
}

function choosePictures(names: readonly string[]): readonly Picture[] {
  const unknown = names.filter((name) => !pictures.some((picture) => picture.name === name));
  if (unknown.length > 0)
    throw new Error(
      `No picture is named ${unknown.join(', ')}; there are ${pictures.map(({ name }) => name).join(', ')}`,
    );
  return names.length === 0 ? pictures : pictures.filter(({ name }) => names.includes(name));
}

async function takePicture(browser: Browser, story: Story, picture: Picture, theme: Theme): Promise<Buffer> {
  const { width, height, open } = picture;
  const context = await browser.newContext({
    viewport: { width, height },
    deviceScaleFactor: scale,
    colorScheme: theme,
    reducedMotion: 'reduce',
    timezoneId: timeZone,
    locale: 'en-US',
  });
  const page = await context.newPage();
  try {
    await open(story, page, theme);
    await waitUntilSteady(page);
    await requirePromises(page, picture);
    if (picture.isBeginning !== true) await requireFit(page, picture);
    // What the pointer is on looks different.
    await page.mouse.move(0, 0);
    return await page.screenshot({ animations: 'disabled', caret: 'hide' });
  } finally {
    await context.close();
  }
}

/** Frames grow once their card is drawn: waits until nothing has moved for a moment. */
async function waitUntilSteady(page: Page): Promise<void> {
  await page.evaluate('document.fonts.ready');
  const measure = () => page.evaluate<number>('document.documentElement.scrollHeight');
  for (let [before, now] = [-1, await measure()]; before !== now; [before, now] = [now, await measure()])
    await page.waitForTimeout(steadyMs);
}

const steadyMs = 300;

async function requireFit(page: Page, { height }: Picture): Promise<void> {
  const needed = await page.evaluate<number>('document.documentElement.scrollHeight');
  if (needed > height) throw new Error(`It needs a height of ${needed}, and its row says ${height}.`);
}

async function requirePromises(page: Page, { promises }: Picture): Promise<void> {
  const texts = await Promise.all(page.frames().map((frame) => frame.locator('body').innerText()));
  const text = texts.join('\n');
  const missing = promises.filter((promise) =>
    typeof promise === 'string' ? !text.includes(promise) : !promise.test(text),
  );
  if (missing.length > 0) throw new Error(`It lacks ${missing.join(', ')}; it shows:\n${text}`);
}
