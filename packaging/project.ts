import { readFileSync } from 'node:fs';
import * as z from 'zod';
import { getIconFile, largestIcon } from './icons.ts';

/** The members of package.json that describe the project, for whatever is published. */
const Project = z
  .object({
    name: z.string(),
    version: z.string(),
    description: z.string(),
    license: z.string(),
    author: z.string(),
    keywords: z.array(z.string()),
    engines: z.object({ node: z.string() }),
    /** The name in the registry of MCP servers, which looks for the same one in the published package. */
    mcpName: z.string().optional(),
    homepage: z.url({ protocol: /^https$/ }).optional(),
    /** The address of the source, without the `git+` and `.git` that npm puts around it. */
    repository: z
      .object({ url: z.string() })
      .transform(({ url }) => url.replace(/^git\+/, '').replace(/\.git$/, ''))
      .pipe(z.url({ protocol: /^https$/ }))
      .optional(),
  })
  .refine(({ homepage, repository }) => (homepage === undefined) === (repository === undefined), {
    error: 'name "homepage" and "repository" together, because one is no use without the other',
  });

export type Project = z.output<typeof Project>;

/** Parses the members of a package.json that describe the project; throws a sentence where they contradict each other. */
export function parseProject(packageJson: unknown): Project {
  const parsed = Project.safeParse(packageJson);
  if (parsed.success) return parsed.data;
  throw new Error(`package.json cannot be published: ${z.prettifyError(parsed.error)}`);
}

export const project: Project = parseProject(
  JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')),
);

export const title = 'Waybill';

/** The public places of a version of the project. */
export interface Addresses {
  readonly homepage: string;
  readonly repository: string;
  readonly documentation: string;
  readonly support: string;
  readonly privacy: string;
  readonly icon: string;
}

/** Lists the public places of this version; undefined until package.json names them, so that no address is made up. */
export function listAddresses({ homepage, repository, version }: Project): Addresses | undefined {
  if (homepage === undefined || repository === undefined) return undefined;
  const tag = `v${version}`;
  return {
    homepage,
    repository,
    documentation: `${repository}/blob/${tag}/docs/README.md`,
    support: `${repository}/issues`,
    privacy: `${repository}/blob/${tag}/docs/privacy.md`,
    icon: `${repository}/raw/${tag}/${getIconFile(largestIcon)}`,
  };
}
