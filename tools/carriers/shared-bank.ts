import type { ToolContext } from '../../src/mcp/tool/context.ts';
import { scan } from '../../src/mcp/tool/scan.ts';
import type { CarrierRecord } from '../records/record-types.ts';
import { readOrUnknown } from '../records/or-unknown.ts';
import type { CarrierPaymentMethod } from '../../src/contract/types.ts';
import type { SharedBank } from '../../src/domain/carriers/carrier-snapshot.ts';

type Method = CarrierPaymentMethod;

/** Enough for every carrier of a mid-sized brokerage; beyond that the answer is "unknown". */
const methodsMax = 10_000;
const carriersMax = 2_500;

/** One account of a carrier, as far as the API shows it. */
interface BankAccount {
  readonly carrierId: string;
  readonly name: string;
  readonly friendlyId: string;
  readonly ending: string;
}

/**
 * Reads which other carriers have an account that ends in the same four digits. Accounts of one bank are compared with each
 * other, all accounts where the bank is not known.
 */
export async function readSharedBank(ctx: ToolContext, carrier: CarrierRecord): Promise<SharedBank> {
  const methods = carrier.paymentMethods.filter(({ deletedAt }) => deletedAt === null);
  const endings = new Set(methods.flatMap(({ accountNumber }) => getLastFour(accountNumber) ?? []));
  if (endings.size === 0) return { isChecked: false, reason: 'No account number of the carrier is on record.' };
  const banks = new Set(
    methods.flatMap(({ bankName, accountNumber }) => (getLastFour(accountNumber) ? [bankName] : [])),
  );
  const [bank] = banks.size === 1 ? banks : [];
  const bankAccounts = await readAccounts(ctx, bank ?? undefined);
  if (bankAccounts === undefined)
    return {
      isChecked: false,
      reason: 'The API does not show the accounts of other carriers, so this was not checked.',
    };
  if (!bankAccounts.isComplete)
    return { isChecked: false, reason: 'There are too many accounts to compare; this was not checked.' };
  const sharing = bankAccounts.accounts.filter(
    ({ carrierId, ending }) => carrierId !== carrier.id && endings.has(ending),
  );
  const otherCarriers = new Map(sharing.map(({ carrierId, name, friendlyId }) => [carrierId, { name, friendlyId }]));
  return {
    isChecked: true,
    others: [...otherCarriers.values()].toSorted((first, second) => (first.friendlyId < second.friendlyId ? -1 : 1)),
  };
}

interface Accounts {
  readonly accounts: readonly BankAccount[];
  readonly isComplete: boolean;
}

/** Reads bank accounts from the list of payment methods or, if the API doesn't offer it, from the carriers' files. */
async function readAccounts(ctx: ToolContext, bank: string | undefined): Promise<Accounts | undefined> {
  const isAtBank = ({ bankName }: Pick<Method, 'bankName'>) => bank === undefined || bankName === bank;
  const filter = bank === undefined ? {} : { bankName: { equalTo: bank } };
  const methods = await readOrUnknown(() =>
    scan(ctx, ctx.api.carrierPaymentMethods.filter, { filter, local: { bankName: isAtBank }, rowsMax: methodsMax }),
  );
  if (methods) {
    return {
      accounts: methods.rows.flatMap((method) => (method.carrier ? toAccounts(method.carrier, method) : [])),
      // An account without its carrier may be anybody's.
      isComplete: methods.isComplete && methods.rows.every(({ carrier }) => carrier !== null),
    };
  }
  const carriers = await readOrUnknown(() => scan(ctx, ctx.api.carriers.filter, { filter: {}, rowsMax: carriersMax }));
  return (
    carriers && {
      accounts: carriers.rows.flatMap((carrier) =>
        carrier.paymentMethods.filter(isAtBank).flatMap((method) => toAccounts(carrier, method)),
      ),
      isComplete: carriers.isComplete,
    }
  );
}

function toAccounts(
  { id, name, friendlyId }: Pick<CarrierRecord, 'id' | 'name' | 'friendlyId'>,
  { accountNumber, deletedAt }: Pick<Method, 'accountNumber' | 'deletedAt'>,
): BankAccount[] {
  const ending = deletedAt === null ? getLastFour(accountNumber) : undefined;
  return ending === undefined ? [] : [{ carrierId: id, name, friendlyId, ending }];
}

/** Returns only the last four digits of an account number, in whatever form it is shown. */
export function getLastFour(accountNumber: string | null): string | undefined {
  return /(\d{4})\D*$/.exec(accountNumber ?? '')?.[1];
}
