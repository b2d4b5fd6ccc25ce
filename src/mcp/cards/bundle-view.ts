import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

/** One script with all that a view needs. `build.mjs` makes the published ones with this; esbuild is there in a checkout only. */
export async function bundleView(name: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL(`./views/${name}.ts`, import.meta.url))],
    bundle: true,
    minify: true,
    write: false,
    format: 'iife',
    platform: 'browser',
    target: ['chrome120', 'firefox121', 'safari17.5'],
    legalComments: 'none',
  });
  return outputFiles[0]?.text ?? '';
}
