// Makes dist/, or the folder that is named: the command in a few files, which start quicker than hundreds of small ones,
// its launcher, and the lists of what is in it.
import { cp, glob, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { build } from 'esbuild';
import { bundleOptions } from './packaging/bundle.ts';
import { listBundledFolders, listImports, readPackages } from './packaging/packed-packages.ts';
import { project } from './packaging/project.ts';
import { formatSbom } from './packaging/sbom.ts';
import { formatNotices } from './packaging/third-party.ts';
import { bundleView } from './src/mcp/cards/bundle-view.ts';
import { viewNames } from './src/mcp/cards/views.ts';

const folder = process.argv[2] ?? 'dist';

await rm(folder, { recursive: true, force: true });
const { outputFiles, metafile } = await build({ ...bundleOptions, write: false, metafile: true, outdir: folder });
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
await cp('src/mcp/page/assets', path.join(folder, 'page'), { recursive: true });
await cp('src/mcp/approvals-page/assets', path.join(folder, 'approvals-page'), { recursive: true });
await cp(
  new URL('../dist/bundle/index.umd.min.js', import.meta.resolve('@simplewebauthn/browser')),
  path.join(folder, 'approvals-page/passkeys.js'),
);
await cp('src/mcp/desk-page/assets', path.join(folder, 'desk-page'), { recursive: true });
// The cards that hosts show are put together from these.
await cp('src/mcp/cards/assets', path.join(folder, 'cards'), { recursive: true });
const views = await Promise.all(viewNames.map(bundleView));
for (const [index, name] of viewNames.entries())
  await writeFile(path.join(folder, 'cards', `${name}.js`), views[index].text);
// Pages that clients read as resources.
for (const page of ['reference/glossary.md', 'reference/metrics.md'])
  await cp(path.join('docs', page), path.join(folder, 'docs', page));
// The reference page loads these; the licence texts belong to them.
const swaggerUi = ['swagger-ui.css', 'swagger-ui-bundle.js', 'swagger-ui-bundle.js.LICENSE.txt', 'LICENSE', 'NOTICE'];
for (const file of swaggerUi)
  await cp(new URL(file, import.meta.resolve('swagger-ui-dist/package.json')), path.join(folder, 'swagger-ui', file));
await cp('src/service/assets', path.join(folder, 'swagger-ui'), { recursive: true });
// The font brings its license itself.
const copied = ['node_modules/@simplewebauthn/browser', 'node_modules/swagger-ui-dist'];
const metafiles = [metafile, ...views.map((view) => view.metafile)];
const packages = await readPackages([...metafiles.flatMap(listBundledFolders), ...copied]);
await writeFile(path.join(folder, 'THIRD-PARTY-NOTICES.txt'), formatNotices(packages));
const fonts = await Array.fromAsync(glob('src/service/papers/pdf/fonts/*.ttf'));
const imports = metafiles.flatMap(listImports);
await writeFile(path.join(folder, 'sbom.cdx.json'), await formatSbom(project, { packages, imports, fonts }));
