import {
  type CarrierEquipmentClass,
  carrierEquipmentClasses,
  equipment as equipmentCatalog,
} from '../../src/domain/freight/equipment.ts';

/** What a carrier must run for a load whose kinds of truck are written so: names of the catalog, or classes. */
export function classesIn(names: string | null): readonly CarrierEquipmentClass[] {
  const classes = (names ?? '').split(', ').flatMap((name) => classCalled(name) ?? []);
  return [...new Set(classes)];
}

const classCalled = (name: string): CarrierEquipmentClass | undefined =>
  equipmentCatalog.find((one) => one.name === name)?.carrierClass ??
  carrierEquipmentClasses.find((one) => one === name.toUpperCase());

/** Formats classes as people say them: "reefer or van". */
export const formatClasses = (classes: readonly CarrierEquipmentClass[]): string =>
  classes.map((name) => name.toLowerCase().replaceAll('_', ' ')).join(' or ');
