import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';

/** Files that the page loads: its own, and the part of the passkey library that runs in a browser. */
const assets = {
  'plan.css': { type: 'text/css; charset=utf-8', place: new URL('./assets/plan.css', import.meta.url) },
  'page.css': { type: 'text/css; charset=utf-8', place: new URL('./assets/page.css', import.meta.url) },
  'page.js': { type: 'text/javascript; charset=utf-8', place: new URL('./assets/page.js', import.meta.url) },
  'passkeys.js': { type: 'text/javascript; charset=utf-8', place: undefined },
} as const;

type AssetName = keyof typeof assets;

export const isAsset = (name: string): name is AssetName => Object.hasOwn(assets, name);

export async function readAsset(name: AssetName): Promise<{ readonly type: string; readonly text: string }> {
  const { type, place } = assets[name];
  // The published command has copies of the files beside its bundle.
  const copy = new URL(`./approvals-page/${name}`, import.meta.url);
  return { type, text: await readFile(existsSync(copy) ? copy : (place ?? locateLibraryFile()), 'utf8') };
}

const locateLibraryFile = () =>
  new URL('../dist/bundle/index.umd.min.js', import.meta.resolve('@simplewebauthn/browser'));
