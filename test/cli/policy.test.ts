import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { waybill } from './support/in-process.ts';
import { deskIn } from './support/record.ts';
import { temporaryFolder } from './support/waybill.ts';

function givenPolicy(policy: object) {
  const folder = temporaryFolder();
  const file = path.join(folder.path, 'policy.json');
  writeFileSync(file, JSON.stringify(policy));
  const { home, environment } = deskIn(folder.path);
  const settings = { home, environment: { ...environment, WAYBILL_POLICY: file } };
  return { settings, file, [Symbol.dispose]: () => folder[Symbol.dispose]() };
}

const loose =
  'LOOSER THAN BUILT IN: cleanBillLimit is 1,000,000 (built in: 3,000); confirmPerDay is 10,000,000 (built in: 30,000); marginFloor is 0 (built in: 0.08).';

test('a policy that loosens is said loudly by policy check, by doctor and at the start of the tools', async () => {
  using given = givenPolicy({ cleanBillLimit: 1_000_000, marginFloor: 0 });
  const environment = { ...given.settings.environment, WAYBILL_LOG: 'warn' };

  const check = await waybill(['policy', 'check'], given.settings);
  const doctor = await waybill(['doctor'], given.settings);
  const start = await waybill(['call', 'reference_data', '{}'], { ...given.settings, environment });

  expect([check.code, check.stdout]).toEqual([1, `The policy file is understood.\n${loose}\n`]);
  expect([doctor.code, doctor.stdout]).toEqual([0, expect.stringContaining(`policy: ${loose}\n`)]);
  expect(JSON.parse(start.stderr.split('\n')[0] ?? '')).toMatchObject({ level: 'warn', message: loose });
});

test('a policy that only tightens, and none at all, are not', async () => {
  using given = givenPolicy({ cleanBillLimit: 10 });
  using folder = temporaryFolder();

  const tighter = await waybill(['policy', 'check', given.file], { home: folder.path });
  const none = await waybill(['policy', 'check'], { home: folder.path });

  expect([tighter.code, none.code]).toEqual([0, 0]);
  expect(tighter.stdout).toBe('The policy file is understood.\nNothing in it is looser than built in.\n');
  expect(none.stdout).toContain('the built-in policy holds');
});

test('policy show prints every limit and rule in force, and what it is built in where it differs', async () => {
  using given = givenPolicy({ rules: { freeTimeHours: 3 }, approvers: { 'billPayments.create': ['Ann Lee'] } });
  using folder = temporaryFolder();

  const shown = await waybill(['policy', 'show'], given.settings);
  const builtIn = await waybill(['policy', 'show'], { home: folder.path });

  expect([shown.code, builtIn.code]).toEqual([0, 0]);
  expect(shown.stdout).toMatch(/^rules\.freeTimeHours +3 h \(free time at a dock; built in: 2 h\)$/m);
  expect(shown.stdout).toMatch(/^approvers +billPayments\.create: Ann Lee \(who may approve what; built in: none\)$/m);
  expect(builtIn.stdout).toMatch(/^rules\.billTolerance\.clean\.amount +\$25\.00 \(/m);
  expect(builtIn.stdout).toMatch(/^rules\.billTolerance\.clean\.fraction +1 % \(/m);
  expect(builtIn.stdout).not.toContain('built in:');
});

test('policy show says limits, hours and domains in words', async () => {
  using given = givenPolicy({
    limits: {
      pay_bills: { perCall: 10_000, perDay: 50_000, perPayee: 20_000 },
      book_carrier: { perDay: 90_000, above: 'approve' },
    },
    hours: { '*': [{ days: ['mon', 'fri'], from: '07:00', to: '19:00' }] },
    mailDomains: ['acme.com'],
    callsPerMinute: 120,
  });

  const { stdout } = await waybill(['policy', 'show'], given.settings);

  expect(stdout).toContain(
    'pay_bills: $10,000.00 in one call, $50,000.00 in a day, $20,000.00 in a day for one payee paid to carriers, factors and vendors, refused above; book_carrier: $90,000.00 in a day promised to carriers and vendors, approved above',
  );
  expect(stdout).toMatch(/^hours +anything: mon fri 07:00-19:00 \(when something may be written; built in: always\)$/m);
  expect(stdout).toMatch(/^mailDomains +acme\.com \(/m);
  expect(stdout).toMatch(
    /^callsPerMinute +120 \(calls of tools by one person, in each process; built in: any number\)$/m,
  );
});

test('a toolset that is off is offered to nobody, and policy show says so', async () => {
  using given = givenPolicy({
    gates: { payables: 'off', pay_bills: 'approve' },
    operations: { 'invoices.send': 'off' },
  });

  const shown = await waybill(['policy', 'show'], given.settings);
  const call = await waybill(['call', 'approve_bills', '{"bills":["BIL-1"]}'], given.settings);

  const off = /^off +tools: (?<tools>.*); operations: (?<operations>.*) \(what nobody is offered\)$/m.exec(
    shown.stdout,
  )?.groups;
  expect(off?.['tools']?.split(', ')).toContain('approve_bills');
  expect(off?.['tools']?.split(', ')).not.toContain('pay_bills');
  expect(off?.['operations']?.split(', ')).toEqual(expect.arrayContaining(['invoices.send', 'carriers.delete']));
  expect([call.code, `${call.stdout}${call.stderr}`]).toEqual([1, expect.stringContaining('approve_bills not found')]);
});

test('a policy that is not understood, or not there, is refused in one sentence', async () => {
  using given = givenPolicy({ cleanBilLimit: 10 });

  const typo = await waybill(['policy', 'check', given.file], { home: path.dirname(given.file) });
  const missing = await waybill(['policy', 'check', '/nowhere/policy.json'], { home: path.dirname(given.file) });

  expect([typo.code, typo.stderr]).toEqual([2, 'WAYBILL_POLICY: Unrecognized key: "cleanBilLimit".\n']);
  expect([missing.code, missing.stderr]).toEqual([
    2,
    'The argument names the file /nowhere/policy.json, which does not exist.\n',
  ]);
});
