import * as z from 'zod';
import { suggestName } from '../../domain/text/nearest-names.ts';
import { WaybillError } from '../../errors.ts';
import { createPrincipalSchema } from './principal-word.ts';
import { builtInRoles, noRole, type Roles } from './roles.ts';
import { toolsets } from './toolsets.ts';

const offered = toolsets.filter((toolset) => toolset !== 'control');

/** The names of the tools that exist. */
type ToolNames = Pick<ReadonlyMap<string, unknown>, 'has' | 'keys'>;

const Word = z.string().trim().min(1).max(200);

const RoleFile = z.strictObject({
  toolsets: z.array(z.enum(offered)).max(offered.length).optional(),
  writes: z.array(Word).max(200).optional(),
  approves: z.boolean().optional(),
  groups: z.array(Word).max(1000).optional(),
  people: z.array(createPrincipalSchema(200)).max(1000).optional(),
});

/** Roles as the policy file changes them, and those that it adds. */
export const RolesFile = z.record(z.string().trim().min(1).max(60), RoleFile);

/**
 * Builds the roles from the file. Members that the file omits stay as built in; a new role starts with nothing. `tools`
 * are the existing ones.
 */
export function buildRoles(file: z.output<typeof RolesFile> = {}, tools: ToolNames): Roles {
  for (const [name, { toolsets: sees = [], writes = [], approves }] of Object.entries(file)) {
    refuseUnknown(name, writes, tools);
    const isOwn = !Object.hasOwn(builtInRoles, name);
    if (isOwn && sees.length === 0 && approves !== true) throw buildEmptyRoleError(name);
  }
  const changed = Object.entries(file).map(([name, { toolsets: sees, writes, approves, groups, people }]) => {
    const usual = builtInRoles[name] ?? noRole;
    return [
      name,
      {
        toolsets: sees ?? usual.toolsets,
        writes: writes ?? usual.writes,
        approves: approves ?? usual.approves,
        groups: groups ?? usual.groups,
        people: people ?? usual.people,
      },
    ] as const;
  });
  return { ...builtInRoles, ...Object.fromEntries(changed) };
}

/**
 * Builds the error for a new role without toolsets. It is mostly a misspelled built-in role, whose holders could do
 * nothing without knowing why.
 */
const buildEmptyRoleError = (role: string) =>
  new WaybillError(
    'CONFIGURATION',
    `WAYBILL_POLICY: "roles.${role}" has no "toolsets" and is none of the built-in roles (${Object.keys(builtInRoles).join(', ')}), so its people could do nothing with it.`,
  );

function refuseUnknown(role: string, writes: readonly string[], tools: ToolNames): void {
  const unknown = writes.find((name) => !offered.some((toolset) => toolset === name) && !tools.has(name));
  if (unknown === undefined) return;
  throw new WaybillError(
    'CONFIGURATION',
    `WAYBILL_POLICY: "roles.${role}.writes" has "${unknown}", which is neither a toolset (${offered.join(', ')}) nor a tool${suggestName(unknown, [...offered, ...tools.keys()])}.`,
  );
}
