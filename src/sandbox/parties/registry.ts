import { lanes } from '../../domain/places/lanes.ts';
import type { RowBatch } from '../fill/batch.ts';
import { dateOf } from '../kit/clock.ts';
import { carrierName } from '../kit/names.ts';
import type { Foundation } from './world.ts';

const carriersTotal = 2_000;
/** Away from the numbers of the onboarded carriers, and as free as theirs. */
const firstNumber = 9_500_001;
const nameOffset = 900;

/** Carriers of the public registry that the brokerage has not worked with. */
export function registryBatch({ random: root, newId, foundedAt, today }: Foundation): RowBatch {
  const random = root.fork('registry');
  const rows = Array.from({ length: carriersTotal }, (_, index) => {
    const { origin } = random.pick(lanes);
    const trucks = random.chance(0.91) ? random.int(1, 10) : random.int(11, 240);
    const draw = random.unit();
    return {
      id: newId(foundedAt + index),
      name: carrierName(random, nameOffset + index),
      mc_number: `MC-${firstNumber + index}`,
      dot_number: String(firstNumber + index),
      city: origin.name,
      state: origin.state,
      operating_ability: random.chance(0.94) ? 'AUTHORIZED' : 'NOT_AUTHORIZED',
      rating: draw < 0.03 ? 'CONDITIONAL' : draw < 0.25 ? 'SATISFACTORY' : null,
      equipments: JSON.stringify(random.pick([['VAN'], ['VAN', 'REEFER'], ['REEFER'], ['FLATBED'], ['POWER_ONLY']])),
      power_units: trucks,
      trucks,
      authority_date: dateOf(today - random.int(30, 6_000)),
    };
  });
  return { table: 'registry_carrier', rows };
}
