import { isAskedByForm, type Cell, getExpected } from './axes.ts';
import type { GateRow } from './scene.ts';

/**
 * Selects cells in which each answer meets each way and each course, and each way each course, at whichever tool: a deep run
 * plays all combinations of the three. Each tool has a cell in which nothing may happen. The same cells in every run.
 */
export function selectSample(cells: readonly Cell[]): readonly Cell[] {
  const uses = new Map(cells.map(({ row }) => [row, 0]));
  const take = (alternatives: readonly Cell[]): Cell => {
    const chosen = alternatives.reduce((best, cell) => (countUses(uses, cell) < countUses(uses, best) ? cell : best));
    uses.set(chosen.row, countUses(uses, chosen) + 1);
    return chosen;
  };
  const sample = selectCover([...Map.groupBy(cells, (cell) => listPairs(cell).join()).values()]).map(take);
  const refused = new Set(sample.filter(isRefused).map(({ row }) => row));
  // Each tool is refused in another way than the tool before it.
  const unrefusedRows = [...uses.keys()].filter((row) => !refused.has(row));
  return [...sample, ...unrefusedRows.flatMap((row, place) => findRefusal(cells, row, place))];
}

const countUses = (uses: ReadonlyMap<GateRow, number>, { row }: Cell): number => uses.get(row) ?? 0;

const isRefused = (cell: Cell): boolean => getExpected(cell).state === 'before';

function findRefusal(cells: readonly Cell[], row: GateRow, place: number): readonly Cell[] {
  const refusals = cells.filter((cell) => cell.row === row && isRefused(cell));
  return refusals.slice(place % refusals.length).slice(0, 1);
}

/** Selects groups of cells until each pair is in one of them: always the group with most of the missing pairs. */
function selectCover(groups: readonly (readonly Cell[])[]): readonly (readonly Cell[])[] {
  const withPairs = groups.map((group) => ({ group, pairs: group.slice(0, 1).flatMap(listPairs) }));
  const missing = new Set(withPairs.flatMap(({ pairs }) => pairs));
  const selected: (readonly Cell[])[] = [];
  const countMissing = (pairs: readonly string[]) => pairs.filter((pair) => missing.has(pair)).length;
  while (missing.size > 0) {
    const best = withPairs.reduce((first, second) =>
      countMissing(second.pairs) > countMissing(first.pairs) ? second : first,
    );
    selected.push(best.group);
    for (const pair of best.pairs) missing.delete(pair);
  }
  return selected;
}

/** Lists each two things that meet in a cell. An approver answers elsewhere, so there only having forms matters. */
function listPairs(cell: Cell): readonly string[] {
  const { answer, era, way, course } = cell;
  const isForm = isAskedByForm(cell);
  const question = isForm ? answer : `an approver, ${answer === 'no forms' ? 'without' : 'with'} forms`;
  return [
    `${question}, ${era} ${way}`,
    `${question}, ${course}`,
    `${isForm ? 'form' : 'approver'}, ${era} ${way}, ${course}`,
  ];
}
