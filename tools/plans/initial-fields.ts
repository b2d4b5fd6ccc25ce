import type { JsonObject } from '../../src/domain/kit/plain-record.ts';

/** Fields that new records get here because the API's own defaults differ. */
export const initialFields: Readonly<Record<string, JsonObject>> = { 'carriers.create': { status: 'PENDING' } };

export const describeInitialStatus = (name: string): readonly string[] =>
  name === 'carriers.create'
    ? ['A new carrier starts as pending: vet it first, then change its status to active, which needs an approval.']
    : [];
