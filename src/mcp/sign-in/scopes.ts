/** What a token is good for; the roles of its holder decide the rest. */
export const scopes = { read: 'waybill:read', write: 'waybill:write' } as const;
