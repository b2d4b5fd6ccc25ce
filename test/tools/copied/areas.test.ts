import { expect, test } from 'vitest';
import { parseFreightArea } from '../../../tools/copied/areas.ts';

const at = (name: string, stateProvince: string) => ({ city: { name, stateProvince } });

test.each([
  ['TX', at('Dallas', 'TX'), true],
  ['Texas', at('Dallas', 'TX'), true],
  ['dallas', at('Dallas', 'TX'), true],
  ['Dallas, GA', at('Dallas', 'TX'), false],
  ['Atlanta', at('Dallas', 'TX'), false],
  ['Ontario', at('Toronto', 'ON'), true],
  ['Ontario', at('Ontario', 'CA'), true],
  ['Ontario, CA', at('Toronto', 'ON'), false],
  ['New York', at('Buffalo', 'NY'), true],
] as const)('%s: %o is %s', (text, stop, holds) => {
  expect(parseFreightArea('origin', text).holds(stop)).toBe(holds);
});
