import type { Plugin } from 'vitest/config';
import { parseSync, Visitor } from 'oxc-parser';

/** Added to an import, it and all that it imports of the product are loaded a second time, with their awaits marked. */
const mark = 'awaits';
const isMarked = new RegExp(`\\?${mark}$`);
/** Files in which an answer about a write is made. The service and the stores are at the other end of a wire. */
const instrumented = /\/(src\/(mcp|client)|tools)\//;
const ownModule = /\/(src|tools|prompts|test)\/[^?]*\.ts$/;

/**
 * A test that imports a module with `?awaits` gets a copy of it in which each `await x` asks `globalThis.awaitPoint` first, so
 * that it can be made to throw there.
 */
export function awaitPoints(root: string): Plugin {
  return {
    name: 'await-points',
    enforce: 'pre',
    async resolveId(source, importer, options) {
      if (importer === undefined || !(isMarked.test(importer) || isMarked.test(source))) return null;
      const resolved = await this.resolve(source.replace(isMarked, ''), importer.replace(isMarked, ''), {
        ...options,
        skipSelf: true,
      });
      if (resolved === null || !ownModule.test(resolved.id) || !resolved.id.startsWith(root)) return resolved;
      return { ...resolved, id: `${resolved.id}?${mark}` };
    },
    transform(code, id) {
      if (!isMarked.test(id)) return null;
      const file = id.replace(isMarked, '');
      if (!instrumented.test(file)) return null;
      return markAwaits(code, file.slice(root.length + 1));
    },
  };
}

function markAwaits(code: string, file: string): string {
  const { program } = parseSync(file, code, { lang: 'ts' });
  const insertions: { readonly at: number; readonly text: string }[] = [];
  const computeLine = (offset: number) => code.slice(0, offset).split('\n').length;
  new Visitor({
    AwaitExpression({ start, argument }) {
      insertions.push({ at: argument.start, text: 'globalThis.awaitPoint(' });
      insertions.push({ at: argument.end, text: `, ${JSON.stringify(`${file}:${computeLine(start)}`)})` });
    },
  }).visit(program);
  let marked = '';
  let from = 0;
  for (const { at, text } of insertions.toSorted((a, b) => a.at - b.at)) {
    marked += code.slice(from, at) + text;
    from = at;
  }
  return marked + code.slice(from);
}
