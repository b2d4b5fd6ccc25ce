import { expect, test } from 'vitest';
import { apiWrite } from '../../../../tools/raw/api_write.ts';
import { runApproved } from '../../../../tools/control/run_approved.ts';
import { type LoadDesk, startLoadDesk } from '../../../mcp/support/load-desk.ts';
import { listPlanTexts, listWarningTexts } from '../../../support/desk/plan-texts.ts';

const start = () => startLoadDesk({ tools: [apiWrite, runApproved] });
const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-/;
const update = (desk: LoadDesk, input: object) => desk.callTool('api_write', { operation: 'stops.update', input });

async function createStops(desk: LoadDesk) {
  const load = await desk.createLoad();
  const [pick, drop] = load.orders[0].stops;
  return { pick, drop, order: load.orders[0].friendlyId, load: load.loads[0].friendlyId };
}

test('a plan calls a stop by its number and place, and says its window before and after in its own time', async () => {
  await using desk = await start();
  const { pick, order } = await createStops(desk);

  const { data } = await update(desk, { id: pick.id, requestedStartDate: '2026-11-21', airportCode: 'ORD' });

  const { title } = data.plan;
  const lines = listPlanTexts(data.plan);
  expect(title).toBe(`Change stop 1 of ${order}: pickup Chicago, IL`);
  expect(lines).toEqual(
    expect.arrayContaining([
      'Window: Fri, Nov 20, 8:00 AM-10:00 AM CST -> Nov 21, 2026, 8:00 AM to 10:00 AM, zone unknown',
      'Place: Chicago, IL -> airport «ORD»',
    ]),
  );
  expect([title, ...lines].join('\n')).not.toMatch(uuid);
});

test('a change that runs at once names the stop as well', async () => {
  await using desk = await start();
  const { drop, order } = await createStops(desk);

  const { data } = await update(desk, { id: drop.id, requestedStartDate: '2026-11-24' });

  expect(data).toMatchObject({ status: 'done', summary: `Change stop 2 of ${order}: delivery Phoenix, AZ.` });
});

test('taking out a stop says where it is, and that the API keeps what a load covers', async () => {
  await using desk = await start();
  const { drop, order, load } = await createStops(desk);

  const { data } = await desk.callTool('api_write', { operation: 'stops.delete', input: { id: drop.id } });

  expect(data.plan.title).toBe(
    `Take stop 2 of ${order} out of the route: delivery Phoenix, AZ, Mon, Nov 23, 9:00 AM MST`,
  );
  expect(listWarningTexts(data.plan)).toContain(`The API refuses to take out a stop that a load covers: ${load}.`);
});

test('a window that would end before it begins is refused before anybody is asked', async () => {
  await using desk = await start();
  const load = await desk.createLoad({
    road: { status: 'LOADING', pickedUp: ['2026-11-20T14:00:00Z', '2026-11-20T15:00:00Z'] },
  });
  const [pick] = load.orders[0].stops;
  await desk.api.stops.update({ id: pick.id, requestedEndDate: '2026-11-20' });

  const { isError, text } = await update(desk, { id: pick.id, requestedStartDate: '2026-11-30' });

  expect([isError, text]).toEqual([
    true,
    expect.stringContaining('requestedEndDate: is before requestedStartDate (2026-11-30)'),
  ]);
  expect(desk.shownForms).toEqual([]);
});

test('another place is taken back by undo', async () => {
  await using desk = await start();
  const { pick } = await createStops(desk);
  await desk.api.stops.update({ id: pick.id, postalCode: '60608' });
  const former = await desk.api.stops.get({ id: pick.id });

  const { data } = await update(desk, { id: pick.id, airportCode: 'ORD', requestedStartDate: '2026-11-21' });
  await desk.approve(data.approval.id);
  const done = await desk.callTool('run_approved', { approvalId: data.approval.id });
  const planned = await desk.callTool('undo', {});
  await desk.approve(planned.data.approval.id);
  await desk.callTool('run_approved', { approvalId: planned.data.approval.id });

  expect(done.data.status).toBe('done');
  expect(done.data.undo).toContain('What was there can be put back');
  expect(await desk.api.stops.get({ id: pick.id })).toMatchObject({
    postalCode: former.postalCode,
    airportCode: null,
    requestedStartDate: former.requestedStartDate,
  });
});
