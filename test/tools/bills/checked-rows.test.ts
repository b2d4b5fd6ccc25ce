import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { copyNow } from '../../../src/mcp/tool/copy-now.ts';
import { scan } from '../../../src/mcp/tool/scan.ts';
import { tool } from '../../../src/mcp/tool/tool.ts';
import { billCheckOperations, type CheckedBill, checkBills } from '../../../tools/bills/bill-facts.ts';
import { type BillRow, billRows, checkable } from '../../../tools/bills/bill-row.ts';
import { checkRows, checkTables } from '../../../tools/bills/checked-rows.ts';
import { ordinaryShipments } from '../../../tools/bills/ordinary-bills.ts';
import { recordsById } from '../../../tools/records/records-by-id.ts';
import type { BillRecord } from '../../../tools/records/record-types.ts';
import { type Desk, startDesk } from '../../support/desk.ts';
import { fillCopy } from '../../support/fill-copy.ts';

interface Judged {
  readonly byCopy: readonly CheckedBill<BillRow>[];
  readonly byApi: readonly CheckedBill[];
  /** Bills that the copy judges by few of their facts. */
  readonly ordinary: number;
}

let judged: Judged | undefined;

/** The verdicts by the copy beside those by the records of the API, which are each judged by everything. */
const bothWays = tool({
  name: 'judge_both_ways',
  title: 'Judge both ways',
  description: 'Verdicts on every bill that waits, by the copy and by the API.',
  toolset: 'payables',
  gate: 'none',
  operations: billCheckOperations,
  input: z.strictObject({}),
  output: z.looseObject({}),
  async read(ctx) {
    const copy = await copyNow(ctx, checkTables);
    const rows = await billRows(copy.read, checkable);
    const ordinary = await ordinaryShipments(copy.read, rows, ctx.askedAt.slice(0, 10));
    const records = await recordsById<BillRecord>(
      rows.map(({ id }) => id),
      (question) => scan(ctx, ctx.api.bills.filter, question),
    );
    const [byCopy, byApi] = [await checkRows(ctx, copy, rows), await checkBills(ctx, [...records.values()])];
    judged = { byCopy: byCopy.checked, byApi: byApi.checked, ordinary: ordinary.size };
    return { data: {}, text: 'judged' };
  },
});

type Seed = 'small' | 'another';

describe.each<Seed>(['small', 'another'])('in the %s world', (seed) => {
  let desk: Desk;
  beforeAll(async () => {
    desk = await startDesk({ seed, tools: [bothWays] });
    await fillCopy(desk, 'list_bills', { check: true });
  });
  afterAll(() => desk.close());

  async function judgeBothWays(): Promise<Judged> {
    const { isError, text } = await desk.callTool('judge_both_ways');
    if (isError === true || judged === undefined) throw new Error(text);
    return judged;
  }

  test('bills get the same verdicts by the copy as by all that the API shows of them', async () => {
    const { byCopy, byApi, ordinary } = await judgeBothWays();

    expect(verdictsOf(byCopy)).toEqual(verdictsOf(byApi));
    expect(ordinary).toBeGreaterThan(byCopy.length / 2);
    expect(ordinary).toBeLessThan(byCopy.length);
  });

  test('they do after changes of whatever speaks against a bill', async () => {
    const before = verdictsOf((await judgeBothWays()).byCopy);

    await changeAtRandom(desk, seed);
    const { byCopy, byApi } = await judgeBothWays();

    const after = verdictsOf(byCopy);
    expect(after).toEqual(verdictsOf(byApi));
    const changed = [...after].filter(([id, verdict]) => JSON.stringify(verdict) !== JSON.stringify(before.get(id)));
    expect(changed.length).toBeGreaterThan(changes.length);
  });
});

const verdictsOf = (checked: readonly CheckedBill<BillRow>[]) =>
  new Map(
    checked
      .map(({ bill, check, agreedCents, payTo, reasons }) => [bill.id, { check, agreedCents, payTo, reasons }] as const)
      .toSorted(([one], [other]) => (one < other ? -1 : 1)),
  );

/** By bill `b`: what may make it doubtful, or seem so. */
const changes = [
  `update bill set amount_cents = amount_cents + 2600, owed_cents = owed_cents + 2600 where id = $bill`,
  `update bill set reference = (select reference from bill where id = $other) where id = $bill`,
  `update bill set (load_id, shipment_id) = (null, (select shipment_id from bill where id = $other)) where id = $bill`,
  `update bill set (load_id, shipment_id) = (select load_id, shipment_id from bill where id = $other) where id = $bill`,
  `update bill set carrier_id = (select carrier_id from bill where id = $other) where id = $bill`,
  `update bill set carrier_factor_id = case when carrier_factor_id is null then (select id from carrier_factor limit 1) end where id = $bill`,
  `update load_carrier set status = 'TONU' where id = (select load_carrier_id from bill where id = $bill)`,
  `update load_carrier set status = 'BOUNCED' where id = (select load_carrier_id from bill where id = $bill)`,
  `update load_carrier set carrier_id = (select carrier_id from bill where id = $other) where id = (select load_carrier_id from bill where id = $bill)`,
  `update load_carrier set load_id = (select load_id from bill where id = $other) where id = (select load_carrier_id from bill where id = $bill)`,
  `update stop set actual_arrival = null, requested_end_date = '2026-12-24' where id in (select stop_id from load_stop where load_id = (select load_id from bill where id = $bill))`,
  `update shipment set status = 'COVERED' where id = (select shipment_id from bill where id = $bill)`,
  `update document set status = 'PENDING_UPLOAD' where id in (select document_id from document_tag where value = (select shipment_id from bill where id = $bill))`,
  `update carrier set insurance_expiration_date = $soon where id = (select carrier_id from bill where id = $bill)`,
  `update carrier set insurance_expiration_date = $past where id = (select carrier_id from bill where id = $bill)`,
  `update carrier_payment_method set updated_at = $now where carrier_id = (select carrier_id from bill where id = $bill)`,
  `update carrier_payment_method set account_name = 'Somebody Else' where carrier_id = (select carrier_id from bill where id = $bill)`,
];

/** The API tells the copy of each: what holds a changed row has changed itself. */
const touched = {
  bill: '= $bill',
  shipment: '= (select shipment_id from bill where id = $bill)',
  freight_order:
    'in (select id from freight_order where shipment_id = (select shipment_id from bill where id = $bill))',
  load: `in (select load_id from bill where id in ($bill, $other) union select load_id from load_carrier
    where id = (select load_carrier_id from bill where id = $bill))`,
  carrier: '= (select carrier_id from bill where id = $bill)',
  document: 'in (select document_id from document_tag where value = (select shipment_id from bill where id = $bill))',
};

const timesEach = 4;

/** Each of the changes to some bills that wait. */
async function changeAtRandom({ service, clock }: Desk, seed: Seed): Promise<void> {
  clock.now = new Date(Date.parse(clock.now) + 3_600_000).toISOString();
  const day = 86_400_000;
  const after = (days: number) => new Date(Date.parse(clock.now) + days * day).toISOString();
  await service.database.transaction(async (tx) => {
    const { rows: bills } = await sql<{ id: string }>`select id from bill
      where status <> 'PAID' and deleted_at is null and load_carrier_id is not null order by id`.execute(tx);
    const draw = drawer(seed.length);
    const drawn = () => bills[draw(bills.length)]?.id ?? '';
    for (const change of changes) {
      for (let time = 0; time < timesEach; time += 1) {
        const [bill, other] = [drawn(), drawn()];
        const places = { bill, other, now: clock.now, soon: after(1), past: after(-20) };
        const marks = Object.entries(touched).map(
          ([table, which]) => `update ${table} set updated_at = $now where id ${which}`,
        );
        for (const statement of [...marks, change, ...marks])
          await sql
            .raw(statement.replaceAll(/\$(\w+)/g, (_, name: keyof typeof places) => `'${places[name]}'`))
            .execute(tx);
      }
    }
  });
}

/** Whole numbers below a limit, the same for the same seed. */
function drawer(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}
