import * as z from 'zod';
import { fieldGates } from '../kit/field-gates.ts';
import { filterOperation } from '../kit/filter.ts';
import { datetimeField, keyField, stringField, uuidField } from '../kit/filter-fields.ts';
import { TeamMember, UserTeam } from './people.ts';
import { createOperation, deleteOperation, getOperation, updateOperation } from '../kit/record.ts';
import { ClientKey, each, NameInput, ReferenceInput, UserReference } from '../kit/shapes.ts';

export const Team = UserTeam.extend({ users: z.array(TeamMember), deletedBy: UserReference.nullable() }).meta({
  id: 'Team',
});

const Members = z.array(ReferenceInput).max(500);

export const TeamInput = z
  .strictObject({ name: NameInput, key: ClientKey.optional(), users: Members.optional() })
  .meta({ id: 'TeamInput' });

/** `users` replaces the whole membership. */
export const TeamPatch = z
  .strictObject({ name: NameInput.optional(), key: ClientKey.nullish(), users: Members.optional() })
  .meta({ id: 'TeamPatch' });

export const teams = {
  filter: filterOperation({
    name: 'Team',
    path: '/teams/filter',
    summary: 'List teams that match a filter, newest first',
    fields: {
      id: uuidField,
      name: stringField,
      key: keyField,
      ...each(datetimeField, 'createdAt', 'updatedAt', 'deletedAt'),
    },
    item: Team,
    page: 'pagination',
  }),
  create: createOperation({
    path: '/teams',
    summary: 'Create a team',
    fieldGates: fieldGates['teams.create'],
    body: TeamInput,
    response: Team,
    moreErrors: ['VALIDATION_ERROR'],
  }),
  get: getOperation({ path: '/teams/{id}', summary: 'Read one team with its members', response: Team }),
  update: updateOperation({
    path: '/teams/{id}',
    summary: 'Change a team',
    fieldGates: fieldGates['teams.update'],
    body: TeamPatch,
    response: Team,
    moreErrors: ['VALIDATION_ERROR'],
  }),
  delete: deleteOperation({ path: '/teams/{id}', summary: 'Delete a team (soft)' }),
};
