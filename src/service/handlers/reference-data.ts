import type { ChargeCode, City, Equipment, Operations, SpecialRequirement } from '../../contract/types.ts';
import { chargeCodes } from '../../domain/charges/charge-codes.ts';
import { cities, type City as DomainCity } from '../../domain/places/cities.ts';
import { searchCities } from '../../domain/places/place-table.ts';
import { equipment } from '../../domain/freight/equipment.ts';
import { specialRequirements } from '../../domain/freight/special-requirements.ts';
import type { Handlers } from '../shared/handlers.ts';

const shownEquipment: readonly Equipment[] = equipment.map(({ id, name, category, group, subcategory }) => ({
  id,
  name,
  category,
  group,
  subcategory,
}));

const shownChargeCodes: readonly ChargeCode[] = chargeCodes.map(({ id, code, name, description }) => ({
  id,
  code,
  name,
  description,
}));

const shownRequirements: readonly SpecialRequirement[] = specialRequirements.map(({ id, name, type }) => ({
  id,
  name,
  type,
}));

/** Most cities in an answer, which is more than a person reads. A longer query finds the others. */
const citiesMax = 200;

const toShownCity = ({ id, name, state, country, timeZone }: DomainCity): City => ({
  id,
  name,
  stateProvince: state,
  country,
  timeZone,
});

export const referenceDataHandlers: Handlers<Operations['referenceData']> = {
  async equipment(_ctx, { categoryId, groupId, subcategoryId }) {
    const data = shownEquipment.filter(
      ({ category, group, subcategory }) =>
        isLevel(category, categoryId) && isLevel(group, groupId) && isLevel(subcategory, subcategoryId),
    );
    return { data };
  },

  async chargeCodes(_ctx, { code }) {
    return { data: shownChargeCodes.filter((entry) => code === undefined || entry.code === code) };
  },

  async specialRequirements(_ctx, { type }) {
    return { data: shownRequirements.filter((entry) => type === undefined || entry.type === type) };
  },

  async cities(_ctx, { query = '' }) {
    const matches = query.trim() === '' ? cities : searchCities(query, citiesMax);
    return { data: matches.map(toShownCity) };
  },
};

const isLevel = (level: Equipment['category'], id: string | undefined) =>
  id === undefined || level?.id === id.toLowerCase();
