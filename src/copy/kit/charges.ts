import { cents } from './values.ts';
import type { Charge } from '../../contract/types.ts';

export const chargeRow = ({ id, chargeCode, quantity, rate, total }: Charge) => ({
  id,
  code: chargeCode.code,
  name: chargeCode.name,
  quantity,
  rate,
  total_cents: cents(total),
});
