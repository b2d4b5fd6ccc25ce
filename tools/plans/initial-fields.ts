import type { JsonObject } from '../../src/domain/kit/plain-record.ts';

/** Fields that new records get here because the API's own defaults differ. */
export const initialFields: Readonly<Record<string, JsonObject>> = { 'carriers.create': { status: 'PENDING' } };

export const describeInitialStatus = (name: string): readonly string[] =>
  name === 'carriers.create'
    ? [
        'A new carrier begins PENDING: it is vetted first, and a change of its status makes it ACTIVE after an approval.',
      ]
    : [];
