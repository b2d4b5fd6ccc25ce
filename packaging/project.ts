import { readFileSync } from 'node:fs';
import * as z from 'zod';

/** What package.json says of the project, for whatever is published beside the package. */
const Project = z.object({
  name: z.string(),
  version: z.string(),
  description: z.string(),
  license: z.string(),
  author: z.string(),
  keywords: z.array(z.string()),
  engines: z.object({ node: z.string() }),
  /** The name in the registry of MCP servers, which looks for the same one in the published package. */
  mcpName: z.string().optional(),
  /** Where the source is, without the `git+` and `.git` that npm puts around it. */
  repository: z
    .object({ url: z.string() })
    .transform(({ url }) => url.replace(/^git\+/, '').replace(/\.git$/, ''))
    .optional(),
});

export type Project = z.output<typeof Project>;

export const project: Project = Project.parse(
  JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')),
);

export const title = 'Waybill';
