import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { runWaybill } from './support/in-process.ts';
import { buildDeskSettings } from './support/record.ts';
import { createTemporaryFolder } from './support/waybill.ts';

function writePolicy(policy: object) {
  const folder = createTemporaryFolder();
  const file = path.join(folder.path, 'policy.json');
  writeFileSync(file, JSON.stringify(policy));
  const { home, environment } = buildDeskSettings(folder.path);
  const settings = { home, environment: { ...environment, WAYBILL_POLICY: file } };
  return { settings, file, [Symbol.dispose]: () => folder[Symbol.dispose]() };
}

const loose =
  'LOOSER THAN BUILT IN: cleanBillLimit is 1,000,000 (built in: 3,000); confirmPerDay is 10,000,000 (built in: 30,000); marginFloor is 0 (built in: 0.08).';

test('a policy that loosens is said loudly by policy check, by doctor and at the start of the tools', async () => {
  using policy = writePolicy({ cleanBillLimit: 1_000_000, marginFloor: 0 });
  const environment = { ...policy.settings.environment, WAYBILL_LOG: 'warn' };

  const check = await runWaybill(['policy', 'check'], policy.settings);
  const doctor = await runWaybill(['doctor'], policy.settings);
  const start = await runWaybill(['call', 'reference_data', '{}'], { ...policy.settings, environment });

  expect([check.code, check.stdout]).toEqual([1, `The policy file is understood.\n${loose}\n`]);
  expect([doctor.code, doctor.stdout]).toEqual([0, expect.stringContaining(`policy: ${loose}\n`)]);
  expect(JSON.parse(start.stderr.split('\n')[0] ?? '')).toMatchObject({ level: 'warn', message: loose });
});

test('a policy that only tightens, and none at all, are not', async () => {
  using policy = writePolicy({ cleanBillLimit: 10 });
  using folder = createTemporaryFolder();

  const tighter = await runWaybill(['policy', 'check', policy.file], { home: folder.path });
  const none = await runWaybill(['policy', 'check'], { home: folder.path });

  expect([tighter.code, none.code]).toEqual([0, 0]);
  expect(tighter.stdout).toBe('The policy file is understood.\nNothing in it is looser than built in.\n');
  expect(none.stdout).toContain('the built-in policy holds');
});

test('policy show prints every limit and rule in force, and what it is built in where it differs', async () => {
  using policy = writePolicy({ rules: { freeTimeHours: 3 }, approvers: { 'billPayments.create': ['Ann Lee'] } });
  using folder = createTemporaryFolder();

  const printed = await runWaybill(['policy', 'show'], policy.settings);
  const builtIn = await runWaybill(['policy', 'show'], { home: folder.path });

  expect([printed.code, builtIn.code]).toEqual([0, 0]);
  expect(printed.stdout).toMatch(/^rules\.freeTimeHours +3 h \(free time at a dock; built in: 2 h\)$/m);
  expect(printed.stdout).toMatch(
    /^approvers +billPayments\.create: Ann Lee \(who may approve what; built in: none\)$/m,
  );
  expect(builtIn.stdout).toMatch(/^rules\.billTolerance\.clean\.amount +\$25\.00 \(/m);
  expect(builtIn.stdout).toMatch(/^rules\.billTolerance\.clean\.fraction +1 % \(/m);
  expect(builtIn.stdout).not.toContain('built in:');
});

test('policy show says limits, hours and domains in words', async () => {
  using policy = writePolicy({
    limits: {
      pay_bills: { perCall: 10_000, perDay: 50_000, perPayee: 20_000 },
      book_carrier: { perDay: 90_000, above: 'approve' },
    },
    hours: { '*': [{ days: ['mon', 'fri'], from: '07:00', to: '19:00' }] },
    mailDomains: ['acme.com'],
    callsPerMinute: 120,
  });

  const { stdout } = await runWaybill(['policy', 'show'], policy.settings);

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
  using policy = writePolicy({
    gates: { payables: 'off', pay_bills: 'approve' },
    operations: { 'invoices.send': 'off' },
  });

  const printed = await runWaybill(['policy', 'show'], policy.settings);
  const call = await runWaybill(['call', 'approve_bills', '{"bills":["BIL-1"]}'], policy.settings);

  const off = /^off +tools: (?<tools>.*); operations: (?<operations>.*) \(what nobody is offered\)$/m.exec(
    printed.stdout,
  )?.groups;
  expect(off?.['tools']?.split(', ')).toContain('approve_bills');
  expect(off?.['tools']?.split(', ')).not.toContain('pay_bills');
  expect(off?.['operations']?.split(', ')).toEqual(expect.arrayContaining(['invoices.send', 'carriers.delete']));
  expect([call.code, `${call.stdout}${call.stderr}`]).toEqual([1, expect.stringContaining('approve_bills not found')]);
});

test('a policy that is not understood, or not there, is refused in one sentence', async () => {
  using policy = writePolicy({ cleanBilLimit: 10 });

  const typo = await runWaybill(['policy', 'check', policy.file], { home: path.dirname(policy.file) });
  const missing = await runWaybill(['policy', 'check', '/nowhere/policy.json'], { home: path.dirname(policy.file) });

  expect([typo.code, typo.stderr]).toEqual([2, 'WAYBILL_POLICY: Unrecognized key: "cleanBilLimit".\n']);
  expect([missing.code, missing.stderr]).toEqual([
    2,
    'The argument names the file /nowhere/policy.json, which does not exist.\n',
  ]);
});
