import { isPlainRecord, type JsonObject } from '../../../src/domain/kit/plain-record.ts';
import type { ToolContext } from '../../../src/mcp/tool/context.ts';
import { chargeNames } from '../../arguments/charge-codes.ts';
import type { Charge, ChargeInput } from '../../../src/contract/types.ts';

type ShownCharge = Charge;

/** A line of an order as the list that replaces it takes it. */
export function asInput({ chargeCodeId, chargeCode, description, amount, quantity, rate }: ShownCharge): ChargeInput {
  const code = chargeCodeId === null ? { chargeCode: { key: chargeCode.code } } : { chargeCodeId };
  const line = { ...code, quantity, ...(description !== null && { description }) };
  return rate === null ? { ...line, amount } : { ...line, rate };
}

/** An input whose charges are called as the catalog does: a person knows no charge by its number. */
export async function withChargeNames(ctx: ToolContext, input: JsonObject): Promise<JsonObject> {
  if (!/"chargeCode(?:Id)?":/.test(JSON.stringify(input))) return input;
  const nameOf = await chargeNames(ctx);
  const named = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(named);
    return isPlainRecord(value) ? namedMembers(value) : value;
  };
  const namedMembers = (record: JsonObject): JsonObject =>
    Object.fromEntries(
      Object.entries(record).map(([member, value]) => {
        const code = member === 'chargeCode' && isPlainRecord(value) ? value['id'] : value;
        const name = member.startsWith('chargeCode') ? nameOf(code) : undefined;
        return name === undefined ? [member, named(value)] : ['charge', name];
      }),
    );
  return namedMembers(input);
}
