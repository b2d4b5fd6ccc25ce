// Plain JavaScript on purpose: it has to run on any Node to say which one is needed.
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);

if (major < 22 || (major === 22 && minor < 19)) {
  const folder = fileURLToPath(new URL('..', import.meta.url));
  const isCheckout = existsSync(new URL('../src/main.ts', import.meta.url));
  process.stderr.write(
    `Waybill needs Node 22.19 or newer, and this is Node ${process.versions.node}. ` +
      (isCheckout
        ? `Run \`npm ci\` in ${folder}: it installs Node 24, and \`npm run\` uses that.\n`
        : 'Install the current version from https://nodejs.org, and run the command again.\n'),
  );
  process.exit(2);
}
