import type { Row } from '../../store/schema.ts';
import { createFieldMap, readJson } from '../shared/fields.ts';
import { createLoader, showStamps, stampColumns } from '../identifiers/references.ts';
import type { TeamMember, UserTeam } from '../../contract/types.ts';

export const userFields = createFieldMap<Row<'user_account'>>()({
  email: 'plain',
  name: 'plain',
  phone: 'plain',
  phoneExt: 'plain',
  datUsername: 'plain',
  mcpUsername: 'plain',
});

/** Shows a user without its teams. */
export function showTeamMember(row: Row<'user_account'>): TeamMember {
  return {
    object: 'USER',
    ...showStamps(row),
    ...userFields.toWire(row),
    status: row.status,
    roles: readJson<TeamMember['roles']>(row.roles) ?? [],
    avatarId: row.avatar_id,
  };
}

const teamColumns = [...stampColumns, 'name'] as const;

/** Shows a team without its members. */
export function showTeam(row: Pick<Row<'team'>, 'id' | (typeof teamColumns)[number]>): UserTeam {
  return { object: 'TEAM', ...showStamps(row), name: row.name };
}

export const teamReferences = createLoader('team', teamColumns, showTeam);
