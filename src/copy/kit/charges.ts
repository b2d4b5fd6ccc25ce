import type { z } from 'zod';
import type { Charge } from '../../contract/freight/charges.ts';
import { cents } from './values.ts';

export const chargeColumns = {
  id: 'text',
  code: 'text',
  name: 'text',
  quantity: 'real',
  rate: 'real?',
  total_cents: 'cents',
} as const;

export const chargeRow = ({ id, chargeCode, quantity, rate, total }: z.output<typeof Charge>) => ({
  id,
  code: chargeCode.code,
  name: chargeCode.name,
  quantity,
  rate,
  total_cents: cents(total),
});
