import type { JsonObject } from '../../src/domain/kit/plain-record.ts';

/** What a record made here begins as, where the API by itself would begin otherwise. */
export const beginnings: Readonly<Record<string, JsonObject>> = { 'carriers.create': { status: 'PENDING' } };

export const beginning = (name: string): readonly string[] =>
  name === 'carriers.create'
    ? [
        'A new carrier begins PENDING: it is vetted first, and a change of its status makes it ACTIVE after an approval.',
      ]
    : [];
