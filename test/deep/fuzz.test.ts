import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { catalogue } from '../../src/contract/catalogue.ts';
import { generateRequest } from '../support/service/arbitrary-request.ts';
import { onOneDatabase } from '../support/stores/databases.ts';
import { countCases } from '../support/depth.ts';
import { startSeededService } from '../support/service/seeded-service.ts';

const perOperation = countCases({ usual: 3, deep: 50 });
const guardMs = 3_600_000;

onOneDatabase('whatever an operation is sent', (database) => {
  test(
    'it answers with a success or an error that says what is wrong, and never fails or hangs',
    { timeout: guardMs },
    async () => {
      await using api = await startSeededService(database);
      const failures: string[] = [];

      for (const entry of catalogue()) {
        const answersSoundly = fc.asyncProperty(generateRequest(entry, api.ids), async ({ path, body, headers }) => {
          const answer = await api.request(entry.method, path, body, headers);
          const text = `${answer.status} ${JSON.stringify(answer.body)}`;
          if (!isSound(text)) throw new Error(text);
        });
        const { failed, counterexample, errorInstance } = await fc.check(answersSoundly, { numRuns: perOperation });
        const [request] = counterexample ?? [];
        if (failed)
          failures.push(
            `${entry.name} ${request?.path} ${request?.body} ${JSON.stringify(request?.headers)}: ${String(errorInstance)}`,
          );
      }

      expect(failures).toEqual([]);
    },
  );
});

/** A success, or a refusal with a sentence; never a failure and never a line of the program. */
function isSound(answer: string): boolean {
  if (answer.startsWith('5') || /\bat .+\.ts:\d/.test(answer)) return false;
  return answer.startsWith('2') || /"message":".{10,}"/.test(answer);
}
