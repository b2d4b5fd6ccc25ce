import { expect, test } from 'vitest';
import { chargeCodes } from '../../../src/domain/charges/charge-codes.ts';
import { cities } from '../../../src/domain/places/cities.ts';
import { carrierEquipmentClasses, equipment } from '../../../src/domain/freight/equipment.ts';
import { specialRequirementTypes } from '../../../src/domain/freight/freight-codes.ts';
import { specialRequirements } from '../../../src/domain/freight/special-requirements.ts';

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

test('every catalog entry has its own valid id', () => {
  const levels = equipment.flatMap(({ category, group, subcategory }) => [category, group, subcategory]);
  const ids = [...equipment, ...specialRequirements, ...cities, ...new Set(levels)].map(({ id }) => id);

  expect(ids.filter((id) => !uuid.test(id))).toEqual([]);
  expect(new Set(ids).size).toBe(ids.length);
});

test.each([
  ['equipment', equipment.map(({ name }) => name)],
  ['charge code ids', chargeCodes.map(({ id }) => id)],
  ['charge codes', chargeCodes.map(({ code }) => code)],
  ['special requirements', specialRequirements.map(({ name }) => name)],
  ['cities', cities.map(({ name, state }) => `${name}, ${state}`)],
])('no two %s are the same', (_what, values) => {
  expect(new Set<string | number>(values).size).toBe(values.length);
});

test('ids that others store never change', () => {
  expect(equipment.find(({ name }) => name === "53' Dry Van")?.id).toMatchInlineSnapshot(
    `"9abd3fcb-12d3-50b9-a7d0-39163c41e38c"`,
  );
  expect(specialRequirements.find(({ name }) => name === 'Tarps')?.id).toMatchInlineSnapshot(
    `"0174f98b-9f2e-5b1c-b316-0e300e4ab661"`,
  );
  expect(cities.find(({ name }) => name === 'Chicago')?.id).toMatchInlineSnapshot(
    `"7e537ee3-6a96-5f06-a41e-c675ef496d39"`,
  );
  expect(chargeCodes.find(({ code }) => code === 'LINEHAUL')?.id).toBe(1);
});

test('every class of carrier equipment and every type of requirement is offered', () => {
  const classes = new Set(equipment.map(({ carrierClass }) => carrierClass));
  const types = new Set(specialRequirements.map(({ type }) => type));

  expect([...classes].sort()).toEqual([...carrierEquipmentClasses].sort());
  expect([...types].sort()).toEqual([...specialRequirementTypes].sort());
});

test.each(['LINEHAUL', 'FSC', 'DET', 'LAYOVER', 'LUMPER', 'TONU', 'DRAY', 'CUSTOMS'])('%s is a charge code', (code) => {
  expect(chargeCodes.map((entry) => entry.code)).toContain(code);
});
