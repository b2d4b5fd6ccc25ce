import { formatUndo } from '../../src/mcp/text/undo-text.ts';
import { formatPlanLine } from '../../src/mcp/tool/plan.ts';
import * as z from 'zod';
import { dropRegistryZeros } from '../../src/domain/identifiers/registry-number.ts';
import { fromCents } from '../../src/domain/money/money.ts';
import { createFieldError } from '../../src/errors.ts';
import { writeResult } from '../../src/mcp/results/write-result.ts';
import type { ToolContext } from '../../src/mcp/tool/context.ts';
import type { NothingToDo, PlanDraft } from '../../src/mcp/tool/plan.ts';
import { recordText } from '../../src/mcp/text/text.ts';
import { tool } from '../../src/mcp/tool/tool.ts';
import { getDeskClock, parseDay } from '../arguments/date-words.ts';
import { carrierFinder } from '../arguments/finders/finders.ts';
import { DateText, RecordText } from '../arguments/list-arguments.ts';
import { resolvePaymentTerm } from '../arguments/parties/payment-terms.ts';
import { parseEmail } from '../arguments/parties/email-input.ts';
import { resolve } from '../arguments/finders/resolve.ts';
import { MoneyText, parseCents } from '../arguments/money-input.ts';
import { formatAccount } from '../payables/pay-run.ts';
import { joinPlans } from '../plans/join-plans.ts';
import { planOperation } from '../plans/plan-operation.ts';
import { listPlannedOperations } from '../plans/planned-operations.ts';
import { formatStatus } from '../records/record-names.ts';
import type { CarrierRecord } from '../records/record-types.ts';
import { Bank, planBank, describePayment } from './bank-plan.ts';
import { planContact } from './contact-plan.ts';
import { askAboutTwins, addEvidence, formatChangeTitle, getPartyId, describeUndo } from './party-words.ts';
import { judgeNewCarrier } from './new-carrier-verdict.ts';
import { noRegistry, type Registry, readRegistry } from './registry-fields.ts';

const Insurance = z.strictObject({
  company: z.string().max(200).optional(),
  expires: DateText.optional(),
  auto: MoneyText.optional(),
  cargo: MoneyText.optional(),
});

const Input = z.strictObject({
  carrier: RecordText.optional().describe('to change one'),
  name: z.string().min(1).max(200).optional(),
  mc: z.string().max(20).optional(),
  dot: z.string().max(20).optional(),
  terms: RecordText.optional(),
  contact: z.string().min(1).max(200).optional(),
  email: z.string().max(200).optional(),
  phone: z.string().max(50).optional(),
  insurance: Insurance.optional(),
  bank: Bank.optional(),
  verifiedBy: z.string().max(300).optional().describe('who was called on which number'),
  again: z.boolean().optional(),
});
type SetUpCarrierInput = z.output<typeof Input>;

export const setUpCarrier = tool({
  name: 'set_up_carrier',
  title: 'Set up a carrier',
  description: `Sets up a carrier by MC, DOT or name, pending until vetted, or changes one. Duplicates are shown first.
A person approves; a mere name is added at once.`,
  toolset: 'desk',
  gate: 'approve',
  operations: listPlannedOperations(
    'carriers.create',
    'carriers.update',
    'carrierContacts.create',
    'carrierContacts.update',
    'carrierPaymentMethods.create',
  ),
  hints: { destructive: false, idempotent: false, openWorld: false },
  creates: ({ carrier }) => carrier === undefined,
  input: Input,
  output: z.object({}),
  async plan(ctx, input): Promise<PlanDraft | NothingToDo> {
    const request = { ...input, email: input.email === undefined ? undefined : parseEmail(input.email, 'email') };
    const record = request.carrier === undefined ? undefined : await findCarrier(ctx, request.carrier);
    const { fields, row, sentences, hits } = record ? noRegistry : await readRegistry(ctx, request);
    const details = { ...fields, ...(await buildDetails(ctx, request)) };
    const name = request.name ?? record?.name ?? fields.name;
    if (name === undefined) throw createFieldError('BAD_REQUEST', 'name', 'is needed: the registry has no such number');
    const drafts = [
      ...(record === undefined ? [await planCreation(ctx, { ...details, name }, { ...request, row })] : []),
      ...(record !== undefined && Object.keys(details).length > 0
        ? [await planOperation(ctx, { operation: 'carriers.update', input: { id: record.id, ...details } })]
        : []),
      ...(request.contact === undefined ? [] : [await planContact(ctx, { kind: 'carrier', record, name }, request)]),
      ...(request.bank === undefined ? [] : [await planBank(ctx, { record, name }, request.bank)]),
    ];
    if (drafts.length === 0)
      return { nothingToDo: `Nothing to do: give what changes about ${record?.friendlyId ?? name}.` };
    const title = record
      ? formatChangeTitle('carrier', record, drafts, request)
      : `Set up carrier ${recordText(name, 'list')}, pending`;
    const paid = request.bank === undefined ? [] : [describePayment(record, request.bank)];
    const verdict = record
      ? { lines: [], hits: [] }
      : judgeNewCarrier(ctx, { name, row, details, isPaid: request.bank !== undefined });
    const plan = joinPlans(drafts, { title, ...describeUndo(drafts) });
    const lines = [...paid, ...sentences, ...verdict.lines, ...plan.lines];
    return addEvidence(
      { ...plan, lines, policyHits: [...hits, ...verdict.hits, ...plan.policyHits] },
      request,
      record !== undefined,
    );
  },
  async finish(ctx, plan, outcomes) {
    const isChange = plan.input['carrier'] !== undefined;
    const id = getPartyId('carrier', plan, outcomes);
    const carrier = await ctx.api.carriers.get({ id, by: 'id' });
    const { friendlyId, status } = carrier;
    return writeResult({
      status: 'done',
      summary: `Carrier ${friendlyId} ${recordText(carrier.name, 'list')} is ${isChange ? 'changed' : 'set up'}: ${status === null ? 'no status' : formatStatus(status)}, paid ${formatAccount(carrier)}.`,
      lines: plan.lines.map(formatPlanLine),
      undo: formatUndo(plan),
      nextActions: [
        {
          tool: 'get_carrier',
          arguments: { carrier: friendlyId },
          why: 'vets it: authority, insurance, payee; a person makes it active before you book it',
        },
        ...(status === 'PENDING'
          ? [
              {
                tool: 'api_write',
                arguments: { operation: 'carriers.update', input: { id: friendlyId, status: 'ACTIVE' } },
                why: 'once it is vetted; a person approves',
              },
            ]
          : []),
      ],
    });
  },
});

const findCarrier = async (ctx: ToolContext, text: string): Promise<CarrierRecord> =>
  (await resolve(ctx, carrierFinder, text)).record;

async function buildDetails(ctx: ToolContext, request: SetUpCarrierInput) {
  const { name, mc, dot, terms, insurance = {}, email, phone, contact } = request;
  const isOwn = contact === undefined;
  return {
    ...(name !== undefined && { name }),
    ...(mc !== undefined && { mcNumber: dropRegistryZeros(mc) }),
    ...(dot !== undefined && { dotNumber: dropRegistryZeros(dot) }),
    ...(terms !== undefined && { paymentTermId: (await resolvePaymentTerm(ctx, terms)).id }),
    // The address of a person is the contact's, any other one the company's.
    ...(isOwn && email !== undefined && { email }),
    ...(isOwn && phone !== undefined && { phone }),
    ...buildInsuranceDetails(ctx, insurance),
  };
}

function buildInsuranceDetails(ctx: ToolContext, { company, expires, auto, cargo }: z.output<typeof Insurance>) {
  const limit = (value: MoneyText, name: string) => fromCents(parseCents(value, `insurance.${name}`));
  return {
    ...(company !== undefined && { insuranceCompany: company }),
    ...(expires !== undefined && {
      insuranceExpirationDate: `${parseDay(getDeskClock(ctx), { name: 'insurance.expires', text: expires, lean: 'future' })}T00:00:00.000Z`,
    }),
    ...(auto !== undefined && { insuranceAutoLiabilityLimit: limit(auto, 'auto') }),
    ...(cargo !== undefined && { insuranceCargoLiabilityLimit: limit(cargo, 'cargo') }),
  };
}

interface CarrierCreation {
  readonly name: string;
}

async function planCreation(
  ctx: ToolContext,
  { name, ...input }: CarrierCreation,
  { again, row }: Pick<SetUpCarrierInput, 'again'> & Pick<Registry, 'row'>,
): Promise<PlanDraft> {
  const draft = await planOperation(ctx, {
    operation: 'carriers.create',
    input: { type: 'TRUCKLOAD', name, ...input },
    ...(row && { words: new Map([[row.goldenCarrierId, `${row.name} in the public registry`]]) }),
  });
  askAboutTwins(draft, 'carrier', again);
  return { ...draft, title: `New carrier ${recordText(name, 'list')}` };
}
