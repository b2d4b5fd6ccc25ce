import { expect, test } from 'vitest';
import { documentLifecycle, documentStatuses, toPublicDocumentType } from '../../../src/domain/freight/document.ts';
import { listActions, parseCases, getOutcome } from '../kit/lifecycle-cases.ts';

const { actions, statuses, cases } = parseCases(
  documentLifecycle,
  `
                  upload
  PENDING_UPLOAD  UPLOADED
  UPLOADED        -
`,
);

test.each(cases)('a document that is %s, on %s, becomes %s', (status, action, next) => {
  expect(getOutcome(documentLifecycle, status, action)).toBe(next);
});

test('the table covers every status and every action', () => {
  expect(statuses).toEqual(documentStatuses);
  expect(actions).toEqual(listActions(documentLifecycle));
});

test.each([
  ['PROOF_OF_DELIVERY', 'PROOF_OF_DELIVERY'],
  ['CARRIER_AGREEMENT', 'OTHER'],
  ['OTHER', 'OTHER'],
] as const)('a document filed as %s is shown as %s', (type, publicType) => {
  expect(toPublicDocumentType(type)).toBe(publicType);
});
