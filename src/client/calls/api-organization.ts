/** The organization whose records the API's answers are about. */
export interface ApiOrganization {
  readonly id: string;
  readonly name: string;
  readonly isSandbox: boolean;
}

/** Reads the headers of an answer; undefined for an API that does not name its organization. */
export function readOrganization(headers: Headers): ApiOrganization | undefined {
  const [id, name] = [headers.get('x-organization-id'), headers.get('x-organization-name')];
  if (id === null || name === null) return undefined;
  return { id, name: decodeName(name), isSandbox: headers.get('x-sandbox') === 'true' };
}

function decodeName(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // Another API may write it as it is.
    return text;
  }
}
