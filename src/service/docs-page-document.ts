/** The parts of an OpenAPI document that its page shows. */
export interface ShownDocument {
  readonly info: { readonly title: string; readonly version: string; readonly summary?: string };
  readonly servers?: readonly { readonly url: string }[];
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, ShownOperation>>>>;
  readonly webhooks?: Readonly<Record<string, { readonly post: ShownOperation }>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly responses: Readonly<Record<string, ShownResponse>>;
    readonly parameters: Readonly<Record<string, ShownParameter>>;
    readonly headers: Readonly<Record<string, { readonly description: string }>>;
  };
}

export interface ShownOperation {
  readonly operationId: string;
  readonly summary: string;
  readonly tags?: readonly string[];
  readonly security?: readonly unknown[];
  readonly servers?: readonly { readonly url: string }[];
  readonly parameters?: readonly (ShownParameter | Reference)[];
  readonly requestBody?: { readonly required?: boolean; readonly content: Content };
  readonly responses: Readonly<Record<string, ShownResponse | Reference>>;
  readonly 'x-waybill-effect'?: string;
  readonly 'x-alias-of'?: string;
}

export interface ShownParameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly schema: Schema;
}

export interface ShownResponse {
  readonly description: string;
  readonly content?: Content;
}

export type Content = Readonly<Record<string, { readonly schema: Schema }>>;

export interface Reference {
  readonly $ref: string;
}

export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly additionalProperties?: boolean | Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly format?: string;
  readonly pattern?: string;
  readonly default?: unknown;
  readonly deprecated?: boolean;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
}

/** `#/components/schemas/Bill` -> `Bill` */
export const nameOf = (reference: string): string => reference.slice(reference.lastIndexOf('/') + 1);

export const isReference = (value: object): value is Reference => '$ref' in value;
