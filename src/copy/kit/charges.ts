import { toCents } from './values.ts';
import type { Charge } from '../../contract/types.ts';

export const toChargeRow = ({ id, chargeCode, quantity, rate, total }: Charge) => ({
  id,
  code: chargeCode.code,
  name: chargeCode.name,
  quantity,
  rate,
  total_cents: toCents(total),
});
