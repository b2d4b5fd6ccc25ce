import { expect, test } from 'vitest';
import { buildCsvResponse } from '../../../src/service/ledger/csv.ts';

test('a long report as CSV is written in pieces, and other work goes on between them', async () => {
  const rows = Array.from({ length: 2000 }, (_, number) => [`Customer ${number}`, number]);
  let turns = 0;
  const countTurn = () => {
    turns += 1;
    counting = setImmediate(countTurn);
  };
  let counting = setImmediate(countTurn);

  const text = await buildCsvResponse(['Customer', 'Open'], rows).text();
  clearImmediate(counting);

  expect(text.split('\r\n')).toEqual(['Customer,Open', ...rows.map((row) => row.join(',')), '']);
  expect(turns).toBeGreaterThanOrEqual(10);
});
