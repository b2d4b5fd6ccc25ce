const plainValue = /^[\w.:@/+-]+$/;
const otherValue = /^(?:-?\d+(?:\.\d+)?|true|false|null)$/;

/** Formats a call of a tool for people and models: `pay_bills bills=[BILL-1042, BILL-1043] payOn=2026-11-30`. */
export function formatCall(tool: string, input: Readonly<Record<string, unknown>>): string {
  const pairs = Object.entries(input).flatMap(([name, value]) => formatArgument(name, value));
  return [tool, ...pairs].join(' ');
}

/** Formats an argument. Members of objects become arguments with a dotted name; absent ones are left out. */
function formatArgument(name: string, value: unknown): readonly string[] {
  if (value === undefined) return [];
  if (typeof value !== 'object' || value === null) return [`${name}=${formatValue(value)}`];
  if (!Array.isArray(value)) {
    return Object.entries(value).flatMap(([key, member]) => formatArgument(`${name}.${key}`, member));
  }
  if (value.every((member) => typeof member !== 'object' || member === null))
    return [`${name}=[${value.map(formatValue).join(', ')}]`];
  return value.flatMap((member, index) => formatArgument(`${name}[${index}]`, member));
}

/** Formats a value. A text stays on one line, and one that reads like a number or a word of JSON is in quotes. */
function formatValue(value: unknown): string {
  if (typeof value !== 'string') return String(value);
  return plainValue.test(value) && !otherValue.test(value) ? value : JSON.stringify(value);
}
