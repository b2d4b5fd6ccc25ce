import { expect, test } from 'vitest';
import { defaultScopes, listScopes } from '../../../src/mcp/sign-in/scopes.ts';

const entra = { read: 'api://waybill/waybill:read', write: 'api://waybill/waybill:write' };

test.each([
  ['as they are published', { scope: 'waybill:read openid' }, defaultScopes, ['waybill:read', 'openid']],
  ['by their last segment', { scp: 'waybill:read waybill:write' }, entra, [entra.read, entra.write]],
  ['by their whole published name', { scp: [entra.read] }, entra, [entra.read]],
  ['with another prefix', { scope: 'https://desk.example/waybill:read' }, defaultScopes, ['waybill:read']],
  ['as what an administrator granted a program', { idtyp: 'app', roles: ['waybill:read'] }, entra, [entra.read]],
])('scopes of a token match %s', (_how, claims, names, expected) => {
  expect(listScopes(claims, names)).toEqual(expected);
});

test.each([
  ['a longer word', { scope: 'waybill:reader my-waybill:read' }],
  ['a path behind it', { scope: 'waybill:read/all' }],
  ['the roles of a person', { roles: ['waybill:read'] }],
])('%s is no scope of this server', (_what, claims) => {
  expect(listScopes(claims, defaultScopes)).not.toContain('waybill:read');
});
