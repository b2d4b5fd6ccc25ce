import { fileURLToPath } from 'node:url';
import type { BuildOptions } from 'esbuild';

/** Options that bundle the command into a few files, which start faster than hundreds of small ones. */
export const bundleOptions: BuildOptions = {
  // Workers are started by their files, so they keep their names.
  entryPoints: {
    main: 'src/main.ts',
    'sqlite-thread': 'src/store/sqlite/sqlite-thread.ts',
    'pdf-worker': 'src/service/papers/pdf/pdf-worker.ts',
    'copy-worker': 'src/cli/opening/filling/copy-worker.ts',
    'service-worker': 'src/cli/opening/serving/service-worker.ts',
    'pdf-text-worker': 'tools/documents/pdf-text-worker.ts',
  },
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
  alias: {
    // Its other form loads its parts in a way that no bundle can follow.
    'jsonc-parser': 'jsonc-parser/lib/esm/main.js',
    '@modelcontextprotocol/server/_shims': fileURLToPath(new URL('protocol-shims.ts', import.meta.url)),
  },
};
