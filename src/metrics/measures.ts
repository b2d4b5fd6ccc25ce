import type { Measure } from './kit/measure.ts';
import { carrierMeasures } from './measures/carriers.ts';
import { creditMeasures } from './measures/credit.ts';
import { freightMeasures } from './measures/freight.ts';
import { payablesMeasures } from './measures/payables.ts';
import { receivablesMeasures } from './measures/receivables.ts';
import { salesMeasures } from './measures/sales.ts';
import { serviceMeasures } from './measures/service.ts';

/** Every figure that can be asked for, each defined once. */
export const measures: readonly Measure[] = [
  ...freightMeasures,
  ...serviceMeasures,
  ...salesMeasures,
  ...receivablesMeasures,
  ...payablesMeasures,
  ...carrierMeasures,
  ...creditMeasures,
];
