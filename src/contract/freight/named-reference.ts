import * as z from 'zod';
import { equipment } from '../../domain/freight/equipment.ts';
import { specialRequirements } from '../../domain/freight/special-requirements.ts';
import { asNameFill, asReference, findDisplayName, ifAbsent } from '../kit/absent.ts';
import { Uuid } from '../kit/shapes.ts';

const catalogNames: ReadonlyMap<unknown, string> = new Map(
  [...equipment, ...specialRequirements].map(({ id, name }) => [id, name]),
);

/** Returns the name of an entry of a catalog that is the same everywhere, else what stands in for it. */
const findCatalogName = asNameFill((record) => catalogNames.get(record['id']) ?? findDisplayName(record));

/** Catalog entry or record named by id and key, with a readable name. */
export const NamedReference = asReference(
  z
    .object({ id: Uuid, key: z.string().nullable(), name: ifAbsent(z.string(), findCatalogName) })
    .meta({ id: 'NamedReference' }),
);
