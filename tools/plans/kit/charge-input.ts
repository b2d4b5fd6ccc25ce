import { isPlainRecord, type JsonObject } from '../../../src/domain/kit/plain-record.ts';
import type { ToolContext } from '../../../src/mcp/tool/context.ts';
import { readCodeNames } from '../../arguments/charge-codes.ts';
import type { Charge, ChargeInput } from '../../../src/contract/types.ts';

/** Converts a charge of an order to an input for the list that replaces it. */
export function toChargeInput({ chargeCodeId, chargeCode, description, amount, quantity, rate }: Charge): ChargeInput {
  const code = chargeCodeId === null ? { chargeCode: { key: chargeCode.code } } : { chargeCodeId };
  const line = { ...code, quantity, ...(description !== null && { description }) };
  return rate === null ? { ...line, amount } : { ...line, rate };
}

/** Returns the input with charges by their names in the catalog, because people know no charge by its number. */
export async function withChargeNames(ctx: ToolContext, input: JsonObject): Promise<JsonObject> {
  if (!/"chargeCode(?:Id)?":/.test(JSON.stringify(input))) return input;
  const nameOf = await readCodeNames(ctx);
  const replaceCodes = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(replaceCodes);
    return isPlainRecord(value) ? replaceMemberCodes(value) : value;
  };
  const replaceMemberCodes = (record: JsonObject): JsonObject =>
    Object.fromEntries(
      Object.entries(record).map(([member, value]) => {
        const code = member === 'chargeCode' && isPlainRecord(value) ? value['id'] : value;
        const name = member.startsWith('chargeCode') ? nameOf(code) : undefined;
        return name === undefined ? [member, replaceCodes(value)] : ['charge', name];
      }),
    );
  return replaceMemberCodes(input);
}
