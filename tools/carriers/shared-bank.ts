import type { ToolContext } from '../../src/mcp/tool/context.ts';
import { scan } from '../../src/mcp/tool/scan.ts';
import type { CarrierRecord } from '../records/record-types.ts';
import { orUnknown } from '../records/or-unknown.ts';
import type { CarrierPaymentMethod } from '../../src/contract/types.ts';
import type { SharedBank } from '../../src/domain/carriers/carrier-facts.ts';

type Method = CarrierPaymentMethod;

/** Enough for every carrier of a mid-sized brokerage; beyond that the answer is "unknown". */
const methodsMax = 10_000;
const carriersMax = 2_500;

/** One account of a carrier, as far as the API shows it. */
interface Account {
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
  const own = carrier.paymentMethods.filter(({ deletedAt }) => deletedAt === null);
  const endings = new Set(own.flatMap(({ accountNumber }) => lastFour(accountNumber) ?? []));
  if (endings.size === 0) return { isChecked: false, reason: 'No account number of the carrier is on record.' };
  const banks = new Set(own.flatMap(({ bankName, accountNumber }) => (lastFour(accountNumber) ? [bankName] : [])));
  const [bank] = banks.size === 1 ? banks : [];
  const found = await accountsAt(ctx, bank ?? undefined);
  if (found === undefined)
    return {
      isChecked: false,
      reason: 'The API does not show the accounts of other carriers, so this was not checked.',
    };
  if (!found.isComplete)
    return { isChecked: false, reason: 'There are too many accounts to compare; this was not checked.' };
  const sharing = found.accounts.filter(({ carrierId, ending }) => carrierId !== carrier.id && endings.has(ending));
  const others = new Map(sharing.map(({ carrierId, name, friendlyId }) => [carrierId, { name, friendlyId }]));
  return {
    isChecked: true,
    others: [...others.values()].toSorted((one, other) => (one.friendlyId < other.friendlyId ? -1 : 1)),
  };
}

interface Accounts {
  readonly accounts: readonly Account[];
  readonly isComplete: boolean;
}

/** From the list of payment methods or, where an API does not offer it, from the carriers, which show their own. */
async function accountsAt(ctx: ToolContext, bank: string | undefined): Promise<Accounts | undefined> {
  const isThere = ({ bankName }: Pick<Method, 'bankName'>) => bank === undefined || bankName === bank;
  const filter = bank === undefined ? {} : { bankName: { equalTo: bank } };
  const methods = await orUnknown(() =>
    scan(ctx, ctx.api.carrierPaymentMethods.filter, { filter, local: { bankName: isThere }, rowsMax: methodsMax }),
  );
  if (methods) {
    return {
      accounts: methods.rows.flatMap((method) => (method.carrier ? accountOf(method.carrier, method) : [])),
      // An account without its carrier may be anybody's.
      isComplete: methods.isComplete && methods.rows.every(({ carrier }) => carrier !== null),
    };
  }
  const carriers = await orUnknown(() => scan(ctx, ctx.api.carriers.filter, { filter: {}, rowsMax: carriersMax }));
  return (
    carriers && {
      accounts: carriers.rows.flatMap((carrier) =>
        carrier.paymentMethods.filter(isThere).flatMap((method) => accountOf(carrier, method)),
      ),
      isComplete: carriers.isComplete,
    }
  );
}

function accountOf(
  { id, name, friendlyId }: Pick<CarrierRecord, 'id' | 'name' | 'friendlyId'>,
  { accountNumber, deletedAt }: Pick<Method, 'accountNumber' | 'deletedAt'>,
): Account[] {
  const ending = deletedAt === null ? lastFour(accountNumber) : undefined;
  return ending === undefined ? [] : [{ carrierId: id, name, friendlyId, ending }];
}

/** The last four digits of an account however it is shown; never more of it. */
export function lastFour(accountNumber: string | null): string | undefined {
  return /(\d{4})\D*$/.exec(accountNumber ?? '')?.[1];
}
