import type { Completion } from '../run/runner.ts';

/** A call of a reading tool. */
export interface ToolSource {
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
  /** As the answer names the kind of record; an answer about another kind is none. */
  readonly kind?: string;
}

/** Content of an address: a page of the documentation, what the desk knows of itself or of its API, or the answer of a tool. */
export type Source = ToolSource | { readonly page: string } | { readonly desk: 'policy' | 'api' };

interface Facts {
  readonly name: string;
  readonly title: string;
  readonly description: string;
}

/** An address that stands in the list of resources. */
export interface Page extends Facts {
  readonly source: Source;
  /** The tool without which it is not offered, where the source names none. */
  readonly needs?: string;
  /** It changes with what this desk does. */
  readonly isOfDesk?: true;
  /** How long a client may keep it. */
  readonly ttlMs: number;
}

/** Addresses of one kind of record, by its number or uuid, or by what else the tool takes. */
export interface RecordAddress extends Facts {
  readonly tool: string;
  readonly sourceOf: (id: string) => ToolSource;
  readonly completes: Completion;
}

export const uriOf = (name: string): string => `waybill://${name}`;

export const templateOf = ({ name }: Pick<RecordAddress, 'name'>): string => `waybill://${name}/{id}`;
