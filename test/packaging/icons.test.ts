import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { buildServerIcons, drawing, drawnSizes, getIconFile, serverIconsFile } from '../../packaging/icons.ts';
import { readPngSize } from './png.ts';

test.each(drawnSizes)('the icon of %d pixels is a PNG of that size', (size) => {
  expect(readPngSize(getIconFile(size))).toEqual([size, size]);
});

test('the server describes itself with these icons (npm run icons writes them)', () => {
  expect(JSON.parse(readFileSync(serverIconsFile, 'utf8'))).toEqual(buildServerIcons());
});

test('the drawing runs no script and loads nothing', () => {
  expect(readFileSync(drawing, 'utf8')).not.toMatch(/<script|\bon\w+=|href=|url\(|<image|<foreignObject/i);
});

test('together the icons add less than 4 kB to what a client is told', () => {
  expect(readFileSync(serverIconsFile).length).toBeLessThan(4000);
});
