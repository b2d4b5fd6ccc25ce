import { existsSync, globSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { execFile } from 'node:child_process';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { hasChromium } from '../../packaging/pictures/chromium.ts';
import { pictures } from '../../packaging/pictures/pictures.ts';
import { bytesMax, formatFileName, scale } from '../../packaging/pictures/take.ts';
import { buildCommandOnce } from '../cli/support/waybill.ts';
import { isDeep } from '../support/depth.ts';

const folder = 'docs/pictures';
/** Drawn by hand. */
const diagrams = ['how-it-works.svg'];

const listedPictures = pictures.flatMap((picture) =>
  picture.themes.map((theme) => ({
    file: formatFileName(picture, theme),
    width: picture.width,
    height: picture.height,
  })),
);

interface PictureReference {
  readonly page: string;
  readonly file: string;
  readonly alternative: string;
}

/** Every picture that a page of the docs shows. */
const references = ['README.md', ...globSync('docs/**/*.md')].flatMap((page): readonly PictureReference[] => {
  const text = readFileSync(page, 'utf8').replaceAll(/^```.*?^```/gms, '');
  const inMarkdown = [...text.matchAll(/!\[([^\]]*)\]\(([^)\s]+)/g)].map(([, alternative = '', file = '']) => ({
    alternative,
    file,
  }));
  const inMarkup = [...text.matchAll(/<(?:img|source)\b[^>]*>/g)].flatMap(([element]) => {
    const [, file] = /\bsrc(?:set)?="([^"\s]+)/.exec(element) ?? [];
    // The image beside it speaks for a source.
    const alternative = element.startsWith('<source') ? 'of its image' : (/\balt="([^"]*)"/.exec(element)?.[1] ?? '');
    return file === undefined ? [] : [{ alternative, file }];
  });
  return [...inMarkdown, ...inMarkup]
    .filter(({ file }) => !/^https?:/.test(file))
    .map(({ alternative, file }) => ({ page, alternative, file: path.posix.join(path.posix.dirname(page), file) }));
});

function readSize(file: string): { readonly isPng: boolean; readonly width: number; readonly height: number } {
  const bytes = readFileSync(file);
  return {
    isPng:
      bytes.subarray(0, 8).toString('latin1') === '\u0089PNG\r\n\u001A\n' &&
      bytes.subarray(12, 16).toString() === 'IHDR',
    width: bytes.readUInt32BE(16),
    height: bytes.readUInt32BE(20),
  };
}

test('every picture in the folder has a row in the list, and every row has its picture', () => {
  const files = readdirSync(folder).filter((file) => !diagrams.includes(file));

  expect(files.toSorted()).toEqual(listedPictures.map(({ file }) => file).toSorted());
});

test.each(listedPictures)(
  '$file is a PNG of the size that its row states, and light enough',
  ({ file, width, height }) => {
    const bytes = readFileSync(path.join(folder, file)).length;

    expect(readSize(path.join(folder, file))).toEqual({ isPng: true, width: width * scale, height: height * scale });
    expect(bytes).toBeLessThanOrEqual(bytesMax);
  },
);

test('every picture that a page shows is there, and is said in words', () => {
  expect(references.filter(({ file }) => !existsSync(file))).toEqual([]);
  expect(references.filter(({ alternative }) => alternative.trim() === '')).toEqual([]);
});

const areDocsThere = existsSync('docs/start.md');

test.skipIf(!areDocsThere)(
  `every picture is shown on a page${areDocsThere ? '' : ' (skipped: docs/start.md, which shows most, is not written yet)'}`,
  () => {
    const files = new Set(references.map(({ file }) => file));

    expect(
      [...listedPictures.map(({ file }) => file), ...diagrams].filter(
        (file) => !files.has(path.posix.join(folder, file)),
      ),
    ).toEqual([]);
  },
);

const reason = hasChromium
  ? isDeep
    ? ''
    : ' (skipped: only in npm run test:deep)'
  : ' (skipped: no Chromium installed)';

test.skipIf(reason !== '')(`every picture is taken again, with what its row promises on it${reason}`, async () => {
  const place = mkdtempSync(path.join(tmpdir(), 'waybill-pictures-'));
  try {
    // Its row says what it has to show: without it the script fails.
    const { stdout } = await promisify(execFile)(process.execPath, [
      'packaging/write-pictures.ts',
      '--command',
      await buildCommandOnce(),
      '--to',
      place,
    ]);

    expect(
      stdout
        .replaceAll(/ \d+ KB$/gm, '')
        .trim()
        .split('\n'),
    ).toEqual(listedPictures.map(({ file }) => file));
    for (const { file, width, height } of listedPictures)
      expect({ file, ...readSize(path.join(place, file)) }).toEqual({
        file,
        isPng: true,
        width: width * scale,
        height: height * scale,
      });
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
});
