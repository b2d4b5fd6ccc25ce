import type { Gated } from './policy-entry.ts';
import { isAllowed, type Role, type Roles } from './roles.ts';
import { type Toolset, toolsets } from './toolsets.ts';

/**
 * Lists what roles may do more than the built-in ones: a built-in role than what it may do without a file, and a role of
 * the file's own than each built-in role.
 */
export function listLooserRoles(roles: Roles, usual: Roles, gated: Gated): readonly string[] {
  return Object.entries(roles).flatMap(([name, role]) => {
    const builtIn = usual[name];
    const rivals = builtIn === undefined ? Object.values(usual) : [builtIn];
    const [fewest = []] = rivals
      .map((rival) => listAdditions(name, role, rival, gated))
      .toSorted((additions, other) => additions.length - other.length);
    return fewest;
  });
}

function listAdditions(name: string, role: Role, rival: Role, gated: Gated): readonly string[] {
  const added = listTools(gated).filter((tool) => isAllowed(role, tool) && !isAllowed(rival, tool));
  const toolsetsAdded = role.toolsets.filter((toolset) =>
    added.some((tool) => tool.toolset === toolset && !rival.toolsets.includes(toolset)),
  );
  const writesAdded = role.writes.filter((word) =>
    added.some((tool) => tool.isWrite && (tool.toolset === 'control' || [tool.toolset, tool.name].includes(word))),
  );
  return [
    ...describeAdded(`roles.${name}.toolsets`, toolsetsAdded),
    ...describeAdded(`roles.${name}.writes`, writesAdded),
    ...(role.approves && !rival.approves ? [`roles.${name} decides for others`] : []),
  ];
}

const describeAdded = (member: string, words: readonly string[]): readonly string[] =>
  words.length > 0 ? [`${member} adds ${words.join(', ')}`] : [];

/** Lists the tools as roles see them. */
function listTools({ tools, toolsets: offeredToolsets }: Gated) {
  const homes = new Map(
    toolsets.flatMap((toolset) => (offeredToolsets.get(toolset) ?? []).map((name) => [name, toolset] as const)),
  );
  return [...tools].map(([name, gate]) => {
    const toolset: Toolset = homes.get(name) ?? 'control';
    return { name, toolset, isWrite: gate !== 'none' };
  });
}
