import { globSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The fonts of all pictures, whatever the machine has: `system-ui` and `monospace` of each page become these. */
const families = [
  {
    generic: ['system-ui', 'sans-serif'],
    family: 'Inter',
    place: import.meta.resolve('@expo-google-fonts/inter/package.json'),
  },
  {
    generic: ['monospace', 'ui-monospace'],
    family: 'JetBrains Mono',
    place: import.meta.resolve('@expo-google-fonts/jetbrains-mono/package.json'),
  },
];

const weights = ['400Regular', '600SemiBold', '700Bold'];

/** Writes a fontconfig file that knows only these fonts; returns the environment with which Chromium reads it. */
export function writeFontSettings(folder: string): Readonly<Record<string, string>> {
  const file = path.join(folder, 'fonts.conf');
  mkdirSync(folder, { recursive: true });
  writeFileSync(
    file,
    `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
${families
  .flatMap(({ place }) => listFolders(place))
  .map((folder) => `  <dir>${folder}</dir>`)
  .join('\n')}
  <dir>/usr/share/fonts</dir>
  <cachedir>${path.join(folder, 'cache')}</cachedir>
${families.flatMap(({ generic, family }) => generic.map((name) => formatAlias(name, family))).join('\n')}
</fontconfig>
`,
  );
  return { FONTCONFIG_FILE: file };
}

/** Formats an alias that puts a font first. The machine's own fonts remain for missing characters. */
const formatAlias = (name: string, family: string) =>
  `  <match target="pattern"><test name="family"><string>${name}</string></test><edit name="family" mode="prepend" binding="strong"><string>${family}</string></edit></match>`;

function listFolders(place: string): readonly string[] {
  const root = path.dirname(fileURLToPath(place));
  return weights.map((weight) => {
    const [font] = globSync(`{${weight},.}/*_${weight}.ttf`, { cwd: root });
    if (font === undefined) throw new Error(`${root} has no font of the weight ${weight}`);
    return path.dirname(path.join(root, font));
  });
}
