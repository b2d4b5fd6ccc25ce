import { lanes } from '../../domain/places/lanes.ts';
import type { RowBatch } from '../fill/batch.ts';
import { formatDate } from '../kit/clock.ts';
import { drawCarrierName } from '../kit/names.ts';
import type { Foundation } from './world.ts';

const carriersTotal = 2_000;
/** Away from the numbers of the onboarded carriers, and as free as theirs. */
const firstNumber = 9_500_001;
const nameOffset = 900;

/** Creates the carriers of the public registry that the brokerage has not worked with. */
export function createRegistryBatch({ random: root, newId, foundedAt, today }: Foundation): RowBatch {
  const random = root.fork('registry');
  const rows = Array.from({ length: carriersTotal }, (_, index) => {
    const { origin } = random.pick(lanes);
    const trucks = random.drawChance(0.91) ? random.drawInt(1, 10) : random.drawInt(11, 240);
    const draw = random.drawUnit();
    return {
      id: newId(foundedAt + index),
      name: drawCarrierName(random, nameOffset + index),
      mc_number: `MC-${firstNumber + index}`,
      dot_number: String(firstNumber + index),
      city: origin.name,
      state: origin.state,
      operating_ability: random.drawChance(0.94) ? 'AUTHORIZED' : 'NOT_AUTHORIZED',
      rating: draw < 0.03 ? 'CONDITIONAL' : draw < 0.25 ? 'SATISFACTORY' : null,
      equipments: JSON.stringify(random.pick([['VAN'], ['VAN', 'REEFER'], ['REEFER'], ['FLATBED'], ['POWER_ONLY']])),
      power_units: trucks,
      trucks,
      authority_date: formatDate(today - random.drawInt(30, 6_000)),
    };
  });
  return { table: 'registry_carrier', rows };
}
