import { foldText } from '../text/folding.ts';
import { chargeCodes } from './charge-codes.ts';

/** Other names of a charge, in addition to its code and name. */
const words: Readonly<Record<string, readonly string[]>> = {
  LINEHAUL: ['line haul', 'lh', 'freight', 'base rate', 'haul'],
  FSC: ['fuel', 'fuel charge'],
  DET: ['detention time', 'waiting time', 'wait time', 'waiting', 'dock time'],
  LAYOVER: ['lay over', 'overnight'],
  LUMPER: ['lumpers', 'lumper fee', 'unloading', 'unload fee'],
  TONU: ['truck ordered not used', 'truck order not used', 'dry run', 'dryrun', 'cancellation fee'],
  STOPOFF: ['stop off', 'extra stop', 'additional stop', 'stop charge'],
  DRVASSIST: ['driver load', 'driver unload', 'tailgate', 'hand unload'],
  REDELIVERY: ['redeliver', 'second delivery', 're-delivery'],
  RECON: ['reconsign', 'diversion', 'reroute'],
  TARP: ['tarps', 'tarp fee'],
  PALLETEX: ['pallets', 'pallet swap'],
  SCALE: ['scales', 'weigh', 'scale fee'],
  TEAM: ['team drivers'],
  HAZMAT: ['hazardous', 'haz', 'dangerous goods'],
  TEMP: ['reefer', 'temperature'],
  DROPTRLR: ['trailer drop'],
  WASHOUT: ['wash out', 'trailer wash'],
  PERMIT: ['permit'],
  ESCORT: ['escorts', 'pilot car'],
  CUSTOMS: ['customs'],
  BOND: ['in bond'],
  LIFTGATE: ['lift gate'],
  EXPEDITE: ['expedited', 'rush'],
  TOLL: ['toll'],
};

const normalizeWords = (text: string) =>
  foldText(text)
    .replace(/[\s_.,/-]+/g, ' ')
    .trim();

const codes: ReadonlyMap<string, string> = new Map(
  chargeCodes.flatMap(({ code, name }) =>
    [code, name, ...(words[code] ?? [])].map((word) => [normalizeWords(word), code]),
  ),
);

/** Finds the accounting code for a name such as "detention" or "truck ordered not used". */
export const findChargeCode = (text: string): string | undefined => codes.get(normalizeWords(text));
