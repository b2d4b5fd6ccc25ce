import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';

/** A file that a browser loads. */
interface Asset {
  readonly type: string;
  /** Its place in the source. */
  readonly place: () => URL;
}

export interface AssetContent {
  readonly type: string;
  readonly text: string;
}

/** Files of a page by their names. */
export interface Assets {
  has(name: string): boolean;
  read(name: string): Promise<AssetContent>;
}

export const cssType = 'text/css; charset=utf-8';
export const scriptType = 'text/javascript; charset=utf-8';

/** Declares the files of a page. The published command has copies of them in this folder beside its bundle. */
export function declareAssets(copies: URL, assets: Readonly<Record<string, Asset>>): Assets {
  return {
    has: (name) => Object.hasOwn(assets, name),
    async read(name) {
      const asset = assets[name];
      if (!asset) throw new Error(`there is no asset ${name}`);
      const copy = new URL(name, copies);
      return { type: asset.type, text: await readFile(existsSync(copy) ? copy : asset.place(), 'utf8') };
    },
  };
}

/** Styles that the pages and the cards share. */
export const sharedAssets = declareAssets(new URL('./page/', import.meta.url), {
  'plan.css': { type: cssType, place: () => new URL('./assets/plan.css', import.meta.url) },
  'page.css': { type: cssType, place: () => new URL('./assets/page.css', import.meta.url) },
});
