import type { ChargeCode, City, Equipment, Operations, SpecialRequirement } from '../../contract/types.ts';
import { chargeCodes } from '../../domain/charges/charge-codes.ts';
import { foldText } from '../../domain/kit/folding.ts';
import { cities } from '../../domain/places/cities.ts';
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

/** With the text that a query is looked up in: `montreal, qc`. */
const findableCities: readonly { readonly text: string; readonly city: City }[] = cities.map(
  ({ id, name, state, country, timeZone }) => ({
    text: foldText(`${name}, ${state}`),
    city: { id, name, stateProvince: state, country, timeZone },
  }),
);

export const referenceDataHandlers: Handlers<Operations['referenceData']> = {
  async equipment(_ctx, { categoryId, groupId, subcategoryId }) {
    const data = shownEquipment.filter(
      ({ category, group, subcategory }) =>
        fits(category, categoryId) && fits(group, groupId) && fits(subcategory, subcategoryId),
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
    const beginning = foldText(query.trim());
    return { data: findableCities.filter(({ text }) => text.startsWith(beginning)).map(({ city }) => city) };
  },
};

const fits = (level: Equipment['category'], id: string | undefined) =>
  id === undefined || level?.id === id.toLowerCase();
