import { declareAssets, scriptType } from '../page/assets.ts';

/** Files that only the approvals page loads: its script, and the part of the passkey library that runs in a browser. */
export const approvalsAssets = declareAssets(new URL('./approvals-page/', import.meta.url), {
  'page.js': { type: scriptType, place: () => new URL('./assets/page.js', import.meta.url) },
  'passkeys.js': {
    type: scriptType,
    place: () => new URL('../dist/bundle/index.umd.min.js', import.meta.resolve('@simplewebauthn/browser')),
  },
});
