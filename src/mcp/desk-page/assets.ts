import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';

const types = {
  'desk.css': 'text/css; charset=utf-8',
  'desk.js': 'text/javascript; charset=utf-8',
} as const;

type DeskAsset = keyof typeof types;

export const isDeskAsset = (name: string): name is DeskAsset => Object.hasOwn(types, name);

export async function readDeskAsset(name: DeskAsset): Promise<{ readonly type: string; readonly text: string }> {
  // The published command has copies of the files beside its bundle.
  const copy = new URL(`./desk-page/${name}`, import.meta.url);
  const place = existsSync(copy) ? copy : new URL(`./assets/${name}`, import.meta.url);
  return { type: types[name], text: await readFile(place, 'utf8') };
}
