import { isSamePrincipal } from './principal-name.ts';
import { type Toolset, toolsets } from './toolsets.ts';

/** Rights of a person or program that signs in over HTTP. */
export interface Role {
  /** Toolsets that are offered. The tools that run an approved plan and list pending approvals always are. */
  readonly toolsets: readonly Toolset[];
  /** Toolsets, or names of tools, whose changes are allowed. */
  readonly writes: readonly string[];
  /** True if the role decides about plans of others. Other roles see only their own plans. */
  readonly approves: boolean;
  /** Groups of the issuer whose members have the role, besides people whose token names it. */
  readonly groups: readonly string[];
  /** People and programs that have the role, by their name at this desk, ignoring case. */
  readonly people: readonly string[];
}

export type Roles = Readonly<Record<string, Role>>;

/** Start of a role that only the policy file declares. */
export const noRole: Role = { toolsets: [], writes: [], approves: false, groups: [], people: [] };

const papers = ['upload_document', 'save_document'];
const everyToolset = toolsets.filter((toolset) => toolset !== 'control');

const buildRole = (rights: Pick<Role, 'toolsets' | 'writes'> & { readonly approves?: boolean }): Role => ({
  ...noRole,
  ...rights,
});

export const builtInRoles: Roles = {
  viewer: buildRole({ toolsets: everyToolset, writes: [] }),
  dispatcher: buildRole({ toolsets: ['desk', 'insight'], writes: ['desk'] }),
  sales: buildRole({
    toolsets: ['desk', 'insight'],
    writes: [
      'create_quote',
      'price_quote',
      'close_quote',
      'convert_quote',
      'create_shipment',
      'set_up_customer',
      ...papers,
    ],
  }),
  billing: buildRole({ toolsets: ['desk', 'billing', 'insight'], writes: ['billing', ...papers] }),
  payables: buildRole({ toolsets: ['desk', 'payables', 'insight'], writes: ['payables', ...papers] }),
  manager: buildRole({
    toolsets: everyToolset,
    writes: everyToolset.filter((toolset) => toolset !== 'catalogue'),
    approves: true,
  }),
  // Alone carries out operations of the API that no tool stands for.
  admin: buildRole({ toolsets: everyToolset, writes: everyToolset, approves: true }),
};

/** Formats a role as `waybill policy show` prints it. */
export const formatRole = ({ toolsets: offered, writes, approves, groups, people }: Role): string =>
  [
    `sees ${offered.join(', ') || 'nothing'}`,
    `changes ${writes.length === 0 ? 'nothing' : `with ${writes.join(', ')}`}`,
    approves ? 'decides for others' : 'decides nothing for others',
    ...(groups.length === 0 ? [] : [`also of the groups ${groups.join(', ')}`]),
    ...(people.length === 0 ? [] : [`also of ${people.join(', ')}`]),
  ].join('; ');

/** The fields of a tool that decide who may use it. */
interface UsableTool {
  readonly name: string;
  readonly toolset: Toolset;
  readonly isWrite: boolean;
}

/** Rights of a person: everything that any of their roles allows. */
export interface PersonAccess {
  /** Names of the roles in the policy, in its order. */
  readonly roles: readonly string[];
  readonly approves: boolean;
  readonly allows: (tool: UsableTool) => boolean;
}

interface RoleClaims {
  readonly name: string;
  /** Roles and groups in the issuer's words. */
  readonly claimedNames: readonly string[];
}

/**
 * Returns the rights of a person, or undefined if they have none of the roles. A person's name never counts as a role
 * or group, because people may choose theirs.
 */
export function computeAccess(roles: Roles, { name: person, claimedNames }: RoleClaims): PersonAccess | undefined {
  const ownRoles = Object.entries(roles).filter(
    ([name, { groups, people }]) =>
      claimedNames.includes(name) ||
      groups.some((group) => claimedNames.includes(group)) ||
      people.some((rolePerson) => isSamePrincipal(rolePerson, person)),
  );
  if (ownRoles.length === 0) return undefined;
  return {
    roles: ownRoles.map(([name]) => name),
    approves: ownRoles.some(([, { approves }]) => approves),
    allows: (tool) => ownRoles.some(([, role]) => isAllowed(role, tool)),
  };
}

/** Returns true if a role may use a tool. */
export function isAllowed({ toolsets: offered, writes }: Role, { name, toolset, isWrite }: UsableTool): boolean {
  // A plan that was approved is run, and a write taken back, by whoever can write at all.
  if (toolset === 'control') return !isWrite || writes.length > 0;
  return offered.includes(toolset) && (!isWrite || writes.includes(toolset) || writes.includes(name));
}
