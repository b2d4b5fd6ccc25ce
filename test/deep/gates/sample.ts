import { asksByForm, type Cell } from './axes.ts';

/**
 * One cell for each way that a call can go, whichever tool makes it; the tools take turns, so that each is in the sample.
 * The same cells in every run.
 */
export function sampleCells(cells: readonly Cell[]): readonly Cell[] {
  const uses = new Map(cells.map(({ row }) => [row, 0]));
  return [...Map.groupBy(cells, describeWay).values()].map((alternatives) => {
    const chosen = alternatives.reduce((best, cell) =>
      (uses.get(cell.row) ?? 0) < (uses.get(best.row) ?? 0) ? cell : best,
    );
    uses.set(chosen.row, (uses.get(chosen.row) ?? 0) + 1);
    return chosen;
  });
}

/** Everything about a cell but its tool. An approver answers elsewhere, so there only having forms matters. */
function describeWay(cell: Cell): string {
  const { answer, era, way, course } = cell;
  const asked = asksByForm(cell) ? answer : `an approver, ${answer === 'no forms' ? 'without' : 'with'} forms`;
  return [asked, era, way, course].join();
}
