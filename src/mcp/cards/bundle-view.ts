import { fileURLToPath } from 'node:url';
import { build, type Metafile } from 'esbuild';

/**
 * Bundles all that a view needs into one script, and names the files in it. `build.mjs` makes the published ones with
 * this; esbuild is there in a checkout only.
 */
export async function bundleView(name: string): Promise<{ readonly text: string; readonly metafile: Metafile }> {
  const { outputFiles, metafile } = await build({
    entryPoints: [fileURLToPath(new URL(`./views/${name}.ts`, import.meta.url))],
    bundle: true,
    minify: true,
    write: false,
    metafile: true,
    format: 'iife',
    platform: 'browser',
    target: ['chrome120', 'firefox121', 'safari17.5'],
    legalComments: 'none',
  });
  return { text: outputFiles[0]?.text ?? '', metafile };
}
