import * as z from 'zod';
import { hostSettings, type HostSetting } from './host-settings.ts';
import { largestIcon } from './icons.ts';
import { type Addresses, listAddresses, type Project, title } from './project.ts';

/** The registry's limits on fields that a person writes. */
const Described = z.object({
  name: z
    .string()
    .max(200)
    .regex(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/, {
      error: ({ input }) =>
        `a name in the registry is a reversed domain, one slash and a word, such as io.github.OWNER/waybill; it is ${JSON.stringify(input)}`,
    }),
  description: z.string().max(100, 'the registry takes a description of at most 100 characters'),
});

/** A bundle that can be downloaded, beside the package on npm. */
export interface BundleDownload {
  /** Address of the release. The registry requires "mcp" in it. */
  readonly url: string;
  readonly sha256: string;
}

/**
 * Builds the entry of this version for the registry of MCP servers (schema of 2025-12-11). Throws on fields that the
 * registry refuses.
 */
export function buildServerJson(project: Project & { readonly mcpName: string }, bundle?: BundleDownload) {
  const { version } = project;
  const addresses = listAddresses(project);
  const described = Described.safeParse({ name: project.mcpName, description: project.description });
  if (!described.success) throw new Error(described.error.issues.map(({ message }) => message).join('; '));
  const { name, description } = described.data;
  return {
    $schema: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json',
    name,
    title,
    description,
    version,
    ...(addresses && describePlaces(addresses)),
    packages: [
      {
        registryType: 'npm',
        identifier: project.name,
        version,
        runtimeHint: 'npx',
        transport: { type: 'stdio' },
        environmentVariables: Object.entries(hostSettings).map(([name, setting]) => ({ name, ...buildInput(setting) })),
      },
      // What is filled in here stands in the manifest of the bundle.
      ...(bundle
        ? [{ registryType: 'mcpb', identifier: bundle.url, fileSha256: bundle.sha256, transport: { type: 'stdio' } }]
        : []),
    ],
  };
}

const formats = { text: 'string', switch: 'boolean', folder: 'filepath', file: 'filepath' } as const;

const buildInput = ({ description, kind, isSecret }: HostSetting) => ({
  description,
  format: formats[kind],
  isRequired: false,
  isSecret: isSecret ?? false,
});

/** Lists the public places of the project as the registry shows them. */
const describePlaces = ({ homepage, repository, icon }: Addresses) => ({
  websiteUrl: homepage,
  icons: [{ src: icon, mimeType: 'image/png', sizes: [`${largestIcon}x${largestIcon}`] }],
  repository: { url: repository, source: getSource(repository) },
});

/** Returns the registry's name for the host of a repository: `github` for github.com. */
const getSource = (repository: string) => new URL(repository).hostname.replace(/^www\./, '').split('.')[0];
