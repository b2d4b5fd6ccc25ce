import { cssType, declareAssets, scriptType } from '../page/assets.ts';

/** Files that only the desk page loads. */
export const deskAssets = declareAssets(new URL('./desk-page/', import.meta.url), {
  'desk.css': { type: cssType, place: () => new URL('./assets/desk.css', import.meta.url) },
  'desk.js': { type: scriptType, place: () => new URL('./assets/desk.js', import.meta.url) },
});
