import { expect, test } from 'vitest';
import { documentLifecycle, documentStatuses, toPublicDocumentType } from '../../../src/domain/freight/document.ts';
import { actionsOf, casesOf, outcome } from '../kit/lifecycle-cases.ts';

const { actions, statuses, cases } = casesOf(
  documentLifecycle,
  `
                  upload
  PENDING_UPLOAD  UPLOADED
  UPLOADED        -
`,
);

test.each(cases)('a document that is %s, on %s, becomes %s', (status, action, next) => {
  expect(outcome(documentLifecycle, status, action)).toBe(next);
});

test('the table covers every status and every action', () => {
  expect(statuses).toEqual(documentStatuses);
  expect(actions).toEqual(actionsOf(documentLifecycle));
});

test.each([
  ['PROOF_OF_DELIVERY', 'PROOF_OF_DELIVERY'],
  ['CARRIER_AGREEMENT', 'OTHER'],
  ['OTHER', 'OTHER'],
] as const)('a document filed as %s is shown as %s', (type, shown) => {
  expect(toPublicDocumentType(type)).toBe(shown);
});
