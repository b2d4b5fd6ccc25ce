import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { tools } from '../../../tools/index.ts';
import { isDeep } from '../../support/depth.ts';
import { type TestDesk, startDesk } from '../../support/desk.ts';
import type { CallAnswer } from '../../support/desk/clients.ts';
import { listWarningTexts } from '../../support/desk/plan-texts.ts';

const now = '2026-11-20T15:00:00.000Z';

interface ShownFinding {
  readonly rule: string;
  readonly outcome: 'pass' | 'fail' | 'unknown';
  readonly severity: 'blocking' | 'caution';
  readonly sentence: string;
}

interface CarrierVerdictRow {
  readonly friendlyId?: string;
  readonly mc?: string;
  readonly check: string;
  readonly onboarding: string;
}

let desk: TestDesk;
beforeAll(async () => {
  desk = await startDesk({ seed: 'small', now, tools });
});
afterAll(() => desk.close());

describe('one carrier has one verdict', () => {
  test('in the list, in the profile, in the ranking for a load and in the plan of a booking', async () => {
    const { data: open } = await desk.callTool('list_shipments', { exception: 'uncovered', limit: 5 });
    const listed = await listOnboarded();
    const loads = open.rows.map((row: { friendlyId: string }) => row.friendlyId);
    const contradictions: string[] = [];
    const compare = (carrier: string, shownVerdict: string | undefined, expected: string) => {
      if (shownVerdict !== expected) contradictions.push(`${carrier}: ${shownVerdict} instead of ${expected}`);
    };
    for (const { friendlyId = '', check } of pickCarriers(listed)) {
      const { data: profile } = await desk.callTool('get_carrier', { carrier: friendlyId });
      const plan = await desk.callTool('book_carrier', { shipment: loads[0], carrier: friendlyId, rate: 900 });

      const { overall, rulesChecked, rules } = profile.verdict;
      compare(friendlyId, `${rulesChecked} rules`, `${rules} rules`);
      // The list leaves out one rule, and says so.
      compare(friendlyId, check.split(': ')[0], listWords(profile.verdict.findings, rules));
      compare(friendlyId, readPlannedVerdict(plan), overall);
    }
    const checks = new Map(listed.map(({ friendlyId, check }) => [friendlyId, check.split(': ')[0]]));
    let compared = 0;
    for (const load of isDeep ? loads : loads.slice(0, 2)) {
      const { data, text } = await desk.callTool('cover_load', { load });
      for (const { carrier, verdict, rulesChecked, rules } of data.carriers) {
        const stated = `${verdict.toUpperCase().replace('_', ' ')} (${rulesChecked} of ${rules} rules)`;
        compare(carrier, stated, checks.get(carrier) ?? 'not listed');
        compare(carrier, String(text.includes(stated)), 'true');
        compared += 1;
      }
      for (const { carrier, reason } of data.leftOut.first)
        compare(carrier, reason.startsWith('Insurance ends') ? 'FAIL' : checks.get(carrier), 'FAIL');
    }
    expect(contradictions).toEqual([]);
    expect(compared).toBeGreaterThan(3);
  });

  async function listOnboarded(): Promise<readonly CarrierVerdictRow[]> {
    const rows: CarrierVerdictRow[] = [];
    for (let cursor: string | undefined; ;) {
      const fields = ['friendlyId', 'check', 'onboarding'];
      const { data } = await desk.callTool('find_carriers', { limit: 50, fields, ...(cursor && { cursor }) });
      rows.push(...data.rows.filter(({ onboarding }: CarrierVerdictRow) => onboarding === 'onboarded'));
      if (data.rows.at(-1)?.onboarding !== 'onboarded' || data.nextCursor === null) return rows;
      cursor = data.nextCursor;
    }
  }
});

/** Reads the verdict of the plan of a booking; a carrier whose insurance ends before the delivery is refused beside it. */
function readPlannedVerdict({ text, data }: { readonly text: string; readonly data: CallAnswer['data'] }): string {
  if (data.error === undefined) return /Verdict on .*: ([A-Z]+)$/m.exec(text)?.[1]?.toLowerCase() ?? 'none';
  if (text.includes('The verdict is FAIL') || text.includes('The carrier is pending')) return 'fail';
  return text.includes('Insurance ends on') ? 'caution' : 'none';
}

/** In a deep run every carrier, else one for each set of reasons. */
function pickCarriers(listed: readonly CarrierVerdictRow[]): readonly CarrierVerdictRow[] {
  if (isDeep) return listed;
  const kinds = new Map(listed.map((carrier) => [carrier.check.replaceAll(/\d+|on \S+/g, ''), carrier]));
  return [...kinds.values()].slice(0, 10);
}

function listWords(findings: readonly ShownFinding[], rules: number): string {
  const seen = findings.filter(({ rule }) => rule !== 'shared_bank');
  const gaps = new Set([
    'status',
    'authority',
    'insurance_expired',
    'auto_liability',
    'cargo_liability',
    'payee_of_record',
  ]);
  const hasFailed = (severity: string) =>
    seen.some((finding) => finding.outcome === 'fail' && finding.severity === severity);
  const isGap = seen.some(({ outcome, rule }) => outcome === 'unknown' && gaps.has(rule));
  if (hasFailed('blocking')) return 'FAIL';
  return `${hasFailed('caution') || isGap ? 'CAUTION' : 'NO WARNINGS'} (${rules - 1} of ${rules} rules)`;
}

describe('a carrier of the public registry', () => {
  const registryRules = ['authority', 'authority_age', 'safety_rating'];
  const readVerdict = async (carrier: string) => {
    const { data } = await desk.callTool('get_carrier', { carrier });
    const outcomes = data.verdict.findings
      .filter(({ rule }: ShownFinding) => registryRules.includes(rule))
      .map(({ rule, outcome }: ShownFinding) => [rule, outcome]);
    return { overall: data.verdict.overall, outcomes, findings: data.verdict.findings as readonly ShownFinding[] };
  };
  const setUp = async (input: object) => {
    const plan = await desk.callTool('set_up_carrier', { ...input });
    await desk.approve(plan.data.approval.id);
    const done = await desk.callTool('run_approved', { approvalId: plan.data.approval.id });
    return { plan, done, carrier: /Carrier (C\d+)/.exec(done.data.summary)?.[1] ?? '' };
  };

  test('has the same verdict before, in and after it is set up, and in the list', async () => {
    const rows = await listKinds();
    expect(rows.length).toBeGreaterThan(2);
    for (const row of rows) {
      const before = await readVerdict(row);
      const { data: unlisted } = await desk.callTool('find_carriers', { query: row });
      const { plan, carrier } = await setUp({ mc: row });
      const after = await readVerdict(carrier);
      const { data: carriers } = await desk.callTool('find_carriers', { query: row });

      expect.soft([row, after.overall]).toEqual([row, before.overall]);
      expect.soft([row, after.outcomes]).toEqual([row, before.outcomes]);
      expect.soft(plan.text).toContain('Once it is set up: FAIL: do not book');
      const failed = before.findings.filter(({ rule, outcome }) => registryRules.includes(rule) && outcome === 'fail');
      expect.soft(failed.filter(({ sentence }) => !plan.text.includes(sentence))).toEqual([]);
      expect.soft(unlisted.rows[0].check).toMatch(/^FAIL: do not book: The carrier is not set up here\./);
      expect.soft(carriers.rows[0].check).toMatch(/^FAIL: do not book \(14 of 15 rules\): .*The carrier is pending: /);
    }
  });

  test('that is set up under another name is flagged, in the plan and afterwards', async () => {
    const { plan, carrier } = await setUp({ mc: 'MC-9500040', name: 'Night Owl Express LLC' });
    const after = await readVerdict(carrier);

    expect(listWarningTexts(plan.data.plan)).toContainEqual(
      expect.stringMatching(/^Caution: The public registry has another legal name: «.+»\.$/),
    );
    expect(after.findings.find(({ rule }) => rule === 'legal_name')).toMatchObject({ outcome: 'fail' });
  });

  /** One registry carrier for each combination of authority, its age and the rating. */
  async function listKinds(): Promise<readonly string[]> {
    const kinds = new Map<string, string>();
    const { data } = await desk.api.carriers.search({
      criteria: { carrierProfileId: { operator: 'DOES_NOT_EXIST' } },
      pagination: { pageNumber: 1, pageSize: 250 },
    });
    for (const row of data)
      if (row.object === 'CARRIER_SEARCH_ROW' && row.mcNumber !== null)
        kinds.set(`${row.fmcsaStatus} ${(row.monthsActiveAuthority ?? 0) < 6} ${row.safetyRating}`, row.mcNumber);
    return isDeep ? [...kinds.values()] : [...kinds.values()].slice(0, 4);
  }
});
