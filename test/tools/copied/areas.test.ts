import { expect, test } from 'vitest';
import { parseFreightArea } from '../../../tools/copied/areas.ts';

const buildPlace = (name: string, stateProvince: string) => ({ city: { name, stateProvince } });

test.each([
  ['TX', buildPlace('Dallas', 'TX'), true],
  ['Texas', buildPlace('Dallas', 'TX'), true],
  ['dallas', buildPlace('Dallas', 'TX'), true],
  ['Dallas, GA', buildPlace('Dallas', 'TX'), false],
  ['Atlanta', buildPlace('Dallas', 'TX'), false],
  ['Ontario', buildPlace('Toronto', 'ON'), true],
  ['Ontario', buildPlace('Ontario', 'CA'), true],
  ['Ontario, CA', buildPlace('Toronto', 'ON'), false],
  ['New York', buildPlace('Buffalo', 'NY'), true],
] as const)('%s: %o is %s', (text, stop, holds) => {
  expect(parseFreightArea('origin', text).holds(stop)).toBe(holds);
});
