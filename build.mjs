// Makes dist/, or the folder that is named: the command in a few files, which start quicker than hundreds of small ones,
// and its launcher.
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { build } from 'esbuild';
import { bundleView } from './src/mcp/cards/bundle-view.ts';
import { viewNames } from './src/mcp/cards/views.ts';

const folder = process.argv[2] ?? 'dist';

await rm(folder, { recursive: true, force: true });
const { outputFiles } = await build({
  write: false,
  // Workers are started by their files, so they keep their names.
  entryPoints: {
    main: 'src/main.ts',
    'pdf-worker': 'src/service/papers/pdf/pdf-worker.ts',
    'pdf-text-worker': 'tools/documents/pdf-text-worker.ts',
  },
  outdir: folder,
  outExtension: { '.js': '.mjs' },
  bundle: true,
  // What a command loads only when it needs it stays in files of its own: most of them never reach for S3 or a collector.
  splitting: true,
  format: 'esm',
  // Without the platform the protocol library picks its browser build, in which stdio does not exist.
  platform: 'node',
  target: 'node22',
  // Names stay readable in stack traces, which costs nothing when they are not made short in the first place.
  minifyWhitespace: true,
  minifySyntax: true,
  legalComments: 'linked',
  // A checkout makes the scripts of cards with esbuild; here they lie beside the bundle.
  external: ['pg-native', 'esbuild'],
  // Its other form loads its parts in a way that no bundle can follow.
  alias: { 'jsonc-parser': 'jsonc-parser/lib/esm/main.js' },
});
// Packages in CommonJS that are inside the bundle ask for Node's own modules through require, all of them in one file.
const banner = "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);\n";
await mkdir(folder, { recursive: true });
for (const { path: file, text } of outputFiles) {
  await writeFile(file, /\btypeof require\b/.test(text) ? `${banner}${text}` : text);
}
const launcher = await readFile('bin/waybill.mjs', 'utf8');
await writeFile(path.join(folder, 'waybill.mjs'), launcher.replace('../src/main.ts', './main.mjs'), { mode: 0o755 });
for (const file of ['require-node.mjs', 'compile-cache.mjs']) await cp(path.join('bin', file), path.join(folder, file));
// What papers are printed with lies beside the bundle, as it does beside its module in the source.
await cp('src/service/papers/pdf/fonts', path.join(folder, 'fonts'), { recursive: true });
// The approvals page loads these.
await cp('src/mcp/approvals-page/assets', path.join(folder, 'approvals-page'), { recursive: true });
await cp(
  new URL('../dist/bundle/index.umd.min.js', import.meta.resolve('@simplewebauthn/browser')),
  path.join(folder, 'approvals-page/passkeys.js'),
);
await cp('src/mcp/desk-page/assets', path.join(folder, 'desk-page'), { recursive: true });
// The cards that hosts show are put together from these.
await cp('src/mcp/cards/assets', path.join(folder, 'cards'), { recursive: true });
for (const name of viewNames) await writeFile(path.join(folder, 'cards', `${name}.js`), await bundleView(name));
// Pages that clients read as resources.
for (const page of ['glossary.md', 'metrics.md']) await cp(path.join('docs', page), path.join(folder, 'docs', page));
// The reference page loads these; the licence texts belong to them.
const swaggerUi = ['swagger-ui.css', 'swagger-ui-bundle.js', 'swagger-ui-bundle.js.LICENSE.txt', 'LICENSE', 'NOTICE'];
for (const file of swaggerUi)
  await cp(new URL(file, import.meta.resolve('swagger-ui-dist/package.json')), path.join(folder, 'swagger-ui', file));
