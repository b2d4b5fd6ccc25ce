import { existsSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { readSourceFiles } from '../architecture/source-files.ts';
import { type Page, pages, parsePage } from './support/pages.ts';

/** Lists the links of a page that lead to no file, or to no heading of it. */
function listDeadLinks({ file, links, anchors }: Page): readonly string[] {
  const isDead = (link: string): boolean => {
    if (/^(?:https?|mailto):/.test(link)) return !URL.canParse(link);
    const [target = '', anchor] = decodeURIComponent(link).split('#');
    if (target === '') return anchor === undefined || !anchors.has(anchor);
    const targetFile = path.posix.join(path.posix.dirname(file), target);
    if (target.startsWith('/') || targetFile.startsWith('..') || !existsSync(targetFile)) return true;
    if (anchor === undefined) return false;
    return pages.find((page) => page.file === targetFile)?.anchors.has(anchor) !== true;
  };
  return links.filter(isDead);
}

test.each(pages)('every link of $file leads somewhere', (page) => {
  expect(listDeadLinks(page)).toEqual([]);
});

test('a link to a file, heading or picture that is not there is found', () => {
  const text = [
    '# Title',
    '[a](missing.md) [b](../README.md#missing) [c](#missing) ![d](pictures/missing.png) <img src="missing.png">',
    '[e](#title) [f](../README.md) [g](https://example.com/)',
  ].join('\n\n');

  expect(listDeadLinks(parsePage('docs/page.md', text))).toEqual([
    'missing.md',
    '../README.md#missing',
    '#missing',
    'pictures/missing.png',
    'missing.png',
  ]);
});

const mentioned = /\b(?:docs\/[\w/-]+\.md|README\.md|SECURITY\.md|CHANGELOG\.md|AGENTS\.md)\b/g;

test('every page that the source, its comments and the other files of the project name is there', () => {
  const mentions = readSourceFiles(
    '{src,tools,prompts,packaging,demo,bench}/**/*.ts',
    '{bin/,}*.{ts,mjs}',
    'Containerfile',
  ).flatMap(({ file, text }) => [...text.matchAll(mentioned)].map(([page]) => ({ file, page })));

  expect(mentions.length).toBeGreaterThan(3);
  expect(mentions.filter(({ page }) => !existsSync(page))).toEqual([]);
});

/** Methods of the protocol that read like files. */
const methods: ReadonlySet<string> = new Set(['tools/call', 'tools/list', 'prompts/get', 'prompts/list']);

/** Files and folders of the project in inline code; one with a placeholder or a pattern stands for many. */
const listMissingFiles = ({ spans }: Pick<Page, 'spans'>): readonly string[] =>
  spans
    .filter((text) => /^(?:\.\/)?(?:bench|bin|demo|docs|packaging|prompts|src|test|tools)\/[\w./-]+$/.test(text))
    .filter((file) => !existsSync(file) && !methods.has(file));

test.each(pages)('every file of the project that $file names is there', (page) => {
  expect(listMissingFiles(page)).toEqual([]);
});

test('a file of the project that is not there is found', () => {
  const page = parsePage('page.md', '`src/errors.ts`, `src/mcp/cards`, `src/fault.ts`, `tools/<room>/<name>.ts`');

  expect(listMissingFiles(page)).toEqual(['src/fault.ts']);
});
