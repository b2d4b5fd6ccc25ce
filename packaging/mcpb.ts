import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { packExtension } from '@anthropic-ai/mcpb/cli';
import { Settings } from '../src/cli/settings.ts';
import { toolList } from '../tools/list.ts';
import { hostSettings, type HostSetting } from './host-settings.ts';
import { drawnSizes, getIconFile, largestIcon } from './icons.ts';
import { copyProgram } from './program-folder.ts';
import { listAddresses, type Project, title } from './project.ts';
import { writePapers } from './papers.ts';

const entryPoint = 'server/waybill.mjs';

/** Describes the bundle to a host: how to start it, what to ask its user for, and what it can do. */
export function buildMcpbManifest(project: Project) {
  const { name, version, description, license, author, keywords, engines } = project;
  const addresses = listAddresses(project);
  return {
    manifest_version: '0.3',
    name,
    display_name: title,
    version,
    description,
    author: { name: author },
    ...(addresses && {
      repository: { type: 'git', url: addresses.repository },
      homepage: addresses.homepage,
      documentation: addresses.documentation,
      support: addresses.support,
      privacy_policies: [addresses.privacy],
    }),
    icon: getPackedIcon(largestIcon),
    icons: drawnSizes.map((size) => ({ src: getPackedIcon(size), size: `${size}x${size}` })),
    license,
    keywords,
    server: {
      type: 'node',
      entry_point: entryPoint,
      mcp_config: {
        command: 'node',
        args: [`\${__dirname}/${entryPoint}`],
        env: Object.fromEntries(
          Object.keys(hostSettings).map((name) => [name, `\${user_config.${toSettingKey(name)}}`]),
        ),
      },
    },
    tools: toolList.map(({ name, title }) => ({ name, description: title })),
    // Which of them are offered depends on the settings; prompts have their texts on request only.
    tools_generated: true,
    prompts_generated: true,
    compatibility: { platforms: ['darwin', 'win32', 'linux'], runtimes: { node: engines.node } },
    user_config: Object.fromEntries(
      Object.entries(hostSettings).map(([name, setting]) => [toSettingKey(name), buildFormField(name, setting)]),
    ),
  };
}

/** Returns the place of an icon in the bundle, below its root. */
const getPackedIcon = (size: (typeof drawnSizes)[number]): string => `icons/${path.basename(getIconFile(size))}`;

/** Converts `WAYBILL_API_URL` to `api_url`. */
const toSettingKey = (name: string) => name.replace('WAYBILL_', '').toLowerCase();

const types = { text: 'string', switch: 'boolean', folder: 'directory', file: 'file' } as const;

const buildFormField = (name: string, { title, description, kind, isSecret }: HostSetting) => ({
  type: types[kind],
  title,
  description,
  required: false,
  sensitive: isSecret ?? false,
  // Without one the switch would stand between on and off.
  ...(kind === 'switch' && { default: Settings.parse({})[name as 'WAYBILL_READ_ONLY'] }),
});

/** Packs the built command, of `folder` where one is named, as a bundle that desktop hosts install with a double click. */
export async function writeMcpb(project: Project, target: string, folder?: string): Promise<void> {
  const stage = await mkdtemp(path.join(tmpdir(), 'waybill-mcpb-'));
  try {
    await copyProgram(path.join(stage, 'server'), folder);
    for (const size of drawnSizes) await cp(getIconFile(size), path.join(stage, getPackedIcon(size)));
    await writePapers(project, stage);
    await writeFile(path.join(stage, 'manifest.json'), `${JSON.stringify(buildMcpbManifest(project), null, 2)}\n`);
    await mkdir(path.dirname(target), { recursive: true });
    const isPacked = await packExtension({ extensionPath: stage, outputPath: target, silent: true });
    if (!isPacked) throw new Error(`${target} could not be packed; see above what is wrong with its manifest.`);
  } finally {
    await rm(stage, { recursive: true, force: true });
  }
}
