import type { Completion } from '../run/runner.ts';

/** A call of a reading tool. */
export interface ToolSource {
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
  /** Kind of record that the answer must name; an answer about another kind does not count. */
  readonly kind?: string;
}

/** Content of an address: a page of the documentation, what the desk knows of itself or of its API, or the answer of a tool. */
export type ResourceSource = ToolSource | { readonly page: string } | { readonly desk: 'policy' | 'api' };

interface ResourceFields {
  readonly name: string;
  readonly title: string;
  readonly description: string;
}

/** Address in the list of resources. */
export interface ResourcePage extends ResourceFields {
  readonly source: ResourceSource;
  /** Tool without which the page is not offered, if the source names none. */
  readonly needs?: string;
  /** Set if the page changes with the actions of this desk. */
  readonly isOfDesk?: true;
  /** Time in milliseconds for which a client may cache the page. */
  readonly ttlMs: number;
}

/** Addresses of one kind of record, by its number or uuid, or by what else the tool takes. */
export interface RecordAddress extends ResourceFields {
  readonly tool: string;
  readonly getSource: (id: string) => ToolSource;
  readonly completes: Completion;
}

export const toUri = (name: string): string => `waybill://${name}`;

export const toTemplate = ({ name }: Pick<RecordAddress, 'name'>): string => `waybill://${name}/{id}`;
