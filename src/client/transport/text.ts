const inputMax = 10_000;

const secretPatterns: readonly (readonly [RegExp, string])[] = [
  [/\bBearer\s+\S+/gi, 'Bearer [hidden]'],
  [/\beyJ[\w-]+\.[\w-]+(?:\.[\w-]*)?/g, '[hidden]'],
  [/\b(client_secret|access_token|password|signature)(["']?\s*[=:]\s*["']?)[^\s"'&,}]+/gi, '$1$2[hidden]'],
  [/\b(https?:\/\/)(?:[^\s/?#@]*@)?([^\s?#]*)[?#]\S*/gi, '$1$2?[hidden]'],
];

interface SafeTextOptions {
  readonly lengthMax: number;
  /** Exact texts that must not appear. */
  readonly secrets: readonly string[];
}

/** Makes text of another system fit for messages: one visible line, without secrets, not too long. */
export function toSafeText(value: unknown, { lengthMax, secrets }: SafeTextOptions): string {
  if (typeof value !== 'string') return '';
  let text = value.slice(0, inputMax);
  for (const secret of secrets) if (secret) text = text.replaceAll(secret, '[hidden]');
  for (const [pattern, replacement] of secretPatterns) text = text.replace(pattern, replacement);
  // Control, format (bidirectional, zero-width, tag), surrogate and line separator characters.
  const line = text.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\s]+/gu, ' ').trim();
  return line.length > lengthMax ? `${line.slice(0, lengthMax - 1).trimEnd()}…` : line;
}
