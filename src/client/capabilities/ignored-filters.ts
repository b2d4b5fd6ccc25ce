import { type FilterTree, listFilterFields, matchFilter, type TestedRecord } from '../responses/filter-test.ts';

/** Fields whose filters every version of the API publishes for every list. */
const alwaysApplied: ReadonlySet<string> = new Set(['id', 'createdAt', 'deletedAt']);

/** Fields that the API seems to have ignored. */
interface Blame {
  readonly fields: readonly string[];
  /** The record was requested by its id, and only if the other conditions hold: it shows for certain that they were ignored. */
  readonly isCertain: boolean;
}

/**
 * Returns the filter fields that the API has ignored in silence, as these records show: those of most records of a page,
 * since a single one may just have changed, or those of a record that its id alone explains.
 */
export function findIgnoredFields(tree: FilterTree, records: readonly TestedRecord[]): readonly string[] {
  const ignored = findContradicted(tree, records);
  if (ignored.length > 0) return ignored;
  // Where no record says whether it is deleted, most of a page are not: an alternative for deleted ones explains nothing.
  return findContradicted(settleDeletion(tree), records).filter((field) => !alwaysApplied.has(field));
}

/** Returns the filter with conditions on the time of deletion that records without one do not meet. */
function settleDeletion(tree: FilterTree): FilterTree {
  switch (tree.kind) {
    case 'field':
      return tree.field === 'deletedAt' ? { ...tree, test: (read) => tree.test(read) ?? false } : tree;
    case 'not':
      return { kind: 'not', part: settleDeletion(tree.part) };
    default:
      return { kind: tree.kind, parts: tree.parts.map(settleDeletion) };
  }
}

function findContradicted(tree: FilterTree, records: readonly TestedRecord[]): readonly string[] {
  const contradicting = records.filter((read) => matchFilter(tree, read) === false);
  if (contradicting.length === 0) return [];
  const blames = contradicting.map((read) => findBlame(tree, read));
  const isCertain = blames.some((blame) => blame.isCertain);
  if (!isCertain && contradicting.length * 2 < records.length) return [];
  const fields = new Set(blames.flatMap((blame) => (isCertain && !blame.isCertain ? [] : blame.fields)));
  const suspected = [...fields].filter((field) => !alwaysApplied.has(field));
  return suspected.length > 0 ? suspected : [...fields];
}

const noBlame: Blame = { fields: [], isCertain: false };

/** Returns the conditions that a record does not meet; of alternatives, those of the one that it comes closest to. */
function findBlame(tree: FilterTree, read: TestedRecord): Blame {
  if (matchFilter(tree, read) !== false) return noBlame;
  switch (tree.kind) {
    case 'field':
      return { fields: [tree.field], isCertain: false };
    case 'not':
      return { fields: listFilterFields(tree.part), isCertain: false };
    case 'all': {
      const blames = tree.parts.map((part) => findBlame(part, read));
      return { fields: blames.flatMap(({ fields }) => fields), isCertain: blames.some(({ isCertain }) => isCertain) };
    }
    default:
      return findNearestBlame(tree.parts, read);
  }
}

function findNearestBlame(parts: readonly FilterTree[], read: TestedRecord): Blame {
  const blames = parts.map((part) => ({ ...findBlame(part, read), isRequestedById: isRequestedById(part, read) }));
  const certain = blames.find(({ isRequestedById: isById }) => isById);
  if (certain) return { fields: certain.fields, isCertain: true };
  const fewest = Math.min(...blames.map(({ fields }) => fields.length));
  const nearest = blames.filter(({ fields }) => fields.length === fewest);
  return { fields: nearest.flatMap(({ fields }) => fields), isCertain: nearest.some(({ isCertain }) => isCertain) };
}

const isRequestedById = (tree: FilterTree, read: TestedRecord): boolean =>
  tree.kind === 'all' &&
  tree.parts.some((part) => part.kind === 'field' && part.field === 'id' && part.test(read) === true);
