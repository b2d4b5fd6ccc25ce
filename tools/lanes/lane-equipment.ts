import {
  type CarrierEquipmentClass,
  carrierEquipmentClasses,
  equipment as equipmentCatalog,
} from '../../src/domain/freight/equipment.ts';
import { formatCode } from '../../src/domain/text/code-words.ts';

/** Lists the equipment classes that a carrier must run for a load. The text holds names of the catalog, or classes. */
export function listClasses(names: string | null): readonly CarrierEquipmentClass[] {
  const classes = (names ?? '').split(', ').flatMap((name) => findClass(name) ?? []);
  return [...new Set(classes)];
}

const findClass = (name: string): CarrierEquipmentClass | undefined =>
  equipmentCatalog.find((catalogEntry) => catalogEntry.name === name)?.carrierClass ??
  carrierEquipmentClasses.find((equipmentClass) => equipmentClass === name.toUpperCase());

/** Formats classes as people say them: "reefer or van". */
export const formatClasses = (classes: readonly CarrierEquipmentClass[]): string =>
  classes.map(formatCode).join(' or ');
