import { formatFieldLabel } from '../../src/domain/carriers/carrier-snapshot.ts';
import { isUuid } from '../../src/domain/identifiers/uuid.ts';
import type { JsonObject } from '../../src/domain/kit/plain-record.ts';
import { formatPercent } from '../../src/domain/money/money.ts';
import { formatDate, formatDateTime } from '../../src/domain/places/local-time.ts';
import { formatCode } from '../../src/domain/text/code-words.ts';
import { isFractionField, isMoneyField } from '../../src/mcp/text/difference-text.ts';
import { recordText } from '../../src/mcp/text/text.ts';
import { formatWireAmount } from '../records/amounts.ts';
import { isContractCode, isFreeText } from '../records/raw-data.ts';

/** Lists the members of a record that a write answered with, a line each, as a person reads them; without ids. */
export function listRecordMembers(record: JsonObject, zone: string): readonly string[] {
  const currency = typeof record['currency'] === 'string' ? record['currency'] : null;
  return Object.entries(record)
    .filter(([, value]) => value !== null && value !== '' && !isUuid(value))
    .map(([name, value]) => `${formatName(name)}: ${formatValue(name, value, { currency, zone })}`);
}

/** Formats the name of a member: "Number" for `friendlyId`, "Carrier" for `carrier.friendlyId`. */
const formatName = (name: string): string =>
  name === 'friendlyId' ? 'Number' : formatFieldLabel(name.replace(/\.friendlyId$/, '').replaceAll('.', ' '));

function formatValue(
  name: string,
  value: unknown,
  { currency, zone }: { readonly currency: string | null; readonly zone: string },
): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number') {
    if (isFractionField(name)) return formatPercent(value);
    return isMoneyField(name) && currency !== null ? formatWireAmount(value, currency) : String(value);
  }
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  if (isFreeText(text)) return recordText(text, 'list');
  return isContractCode(text) ? formatCode(text) : formatDateTime(formatDate(text), zone);
}
