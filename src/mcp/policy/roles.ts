import { isSamePrincipal } from './principal-name.ts';
import { type Toolset, toolsets } from './toolsets.ts';

/** What somebody may do who signs in over HTTP. */
export interface Role {
  /** Whose tools are on offer. What runs an approved plan, and the list of what waits, always is. */
  readonly toolsets: readonly Toolset[];
  /** Of these tools, those that change something: toolsets, or tools by name. */
  readonly writes: readonly string[];
  /** Whether they decide what others have asked for; somebody else's plans are not shown to the others. */
  readonly approves: boolean;
  /** Who has it beside those whose token names it: groups, as the issuer's tokens call them. */
  readonly groups: readonly string[];
  /** People and programs, by the name that they have here, compared without case. */
  readonly people: readonly string[];
}

export type Roles = Readonly<Record<string, Role>>;

/** What a role of the policy file's own begins with. */
export const noRole: Role = { toolsets: [], writes: [], approves: false, groups: [], people: [] };

const papers = ['upload_document', 'save_document'];
const everyToolset = toolsets.filter((toolset) => toolset !== 'control');

const role = (its: Pick<Role, 'toolsets' | 'writes'> & { readonly approves?: boolean }): Role => ({
  ...noRole,
  ...its,
});

export const builtInRoles: Roles = {
  viewer: role({ toolsets: everyToolset, writes: [] }),
  dispatcher: role({ toolsets: ['desk', 'insight'], writes: ['desk'] }),
  sales: role({
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
  billing: role({ toolsets: ['desk', 'billing', 'insight'], writes: ['billing', ...papers] }),
  payables: role({ toolsets: ['desk', 'payables', 'insight'], writes: ['payables', ...papers] }),
  manager: role({
    toolsets: everyToolset,
    writes: everyToolset.filter((toolset) => toolset !== 'catalogue'),
    approves: true,
  }),
  // Alone carries out operations of the API that no tool stands for.
  admin: role({ toolsets: everyToolset, writes: everyToolset, approves: true }),
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

/** The facts of a tool that decide who may use it. */
interface UsableTool {
  readonly name: string;
  readonly toolset: Toolset;
  readonly isWrite: boolean;
}

/** What one person may do: all that any of their roles allows. */
export interface Access {
  /** By the names of the policy, in its order. */
  readonly roles: readonly string[];
  readonly approves: boolean;
  readonly allows: (tool: UsableTool) => boolean;
}

interface Holder {
  readonly name: string;
  /** Roles and groups in the issuer's words. */
  readonly said: readonly string[];
}

/** Undefined for somebody who has none of the roles. A name is never taken for a role or a group: people may choose theirs. */
export function accessOf(roles: Roles, { name: person, said }: Holder): Access | undefined {
  const own = Object.entries(roles).filter(
    ([name, { groups, people }]) =>
      said.includes(name) ||
      groups.some((group) => said.includes(group)) ||
      people.some((named) => isSamePrincipal(named, person)),
  );
  if (own.length === 0) return undefined;
  return {
    roles: own.map(([name]) => name),
    approves: own.some(([, { approves }]) => approves),
    allows: (tool) => own.some(([, held]) => isAllowed(held, tool)),
  };
}

/** Whether a role may use a tool. */
export function isAllowed({ toolsets: offered, writes }: Role, { name, toolset, isWrite }: UsableTool): boolean {
  // A plan that was approved is run, and a write taken back, by whoever can write at all.
  if (toolset === 'control') return !isWrite || writes.length > 0;
  return offered.includes(toolset) && (!isWrite || writes.includes(toolset) || writes.includes(name));
}
