import type * as z from 'zod';
import { isNullIfAbsent } from '../kit/absent.ts';
import { filterBodies, operatorsByKind } from '../kit/filter.ts';
import { type Operation, listPathParameters } from '../kit/operation.ts';
import { ById } from '../kit/shapes.ts';
import { listAnswerShapes } from './answer-shapes.ts';

type OperationTable = Readonly<Record<string, Readonly<Record<string, Operation>>>>;

/** Callers may leave out a field that has a default; handlers and readers always get it. */
type SchemaSide = 'input' | 'output';

interface TypesFile {
  /** Every table with the name of its interface. */
  readonly tables: Readonly<Record<string, OperationTable>>;
  /** Named schemas outside the operations. */
  readonly schemas: readonly z.ZodType[];
}

interface Definition {
  readonly name: string;
  readonly text: Record<SchemaSide, string | undefined>;
}

interface Printer {
  readonly print: (schema: z.ZodType, side: SchemaSide) => string;
  readonly listDefinitions: () => readonly Definition[];
}

/** Generic types of the file for the operators that a field of fixed words takes. */
const enumFilters = {
  EnumFilter: operatorsByKind.enum,
  RequiredEnumFilter: operatorsByKind.requiredEnum,
  EnumArrayFilter: operatorsByKind.enumArray,
} as const;

/** Text of a line beyond which a union takes one line for each member. */
const unionWidth = 90;

const header = `// Generated from the contract: \`npm run list-types\` writes it after a change of an operation or a schema.

/** The flat input of an operation, the same with defaults as its handler gets it, and the body of its response. */
export interface OperationTypes<Input, Output, Parsed = Input> {
  readonly input: Input;
  readonly parsed: Parsed;
  readonly output: Output;
}

/** One record in a path; without \`by\`, an id is tried first, then a client key. */
export interface RecordId {
  readonly id: string;
  readonly by?: 'id' | 'key' | undefined;
}

export interface RequiredEnumFilter<Word> {
  readonly equalTo?: Word | undefined;
  readonly notEqualTo?: Word | undefined;
  readonly in?: readonly Word[] | undefined;
  readonly notIn?: readonly Word[] | undefined;
}

export interface EnumFilter<Word> extends RequiredEnumFilter<Word> {
  readonly isNull?: boolean | undefined;
}

export interface EnumArrayFilter<Word> {
  readonly includes?: Word | undefined;
  readonly notIncludes?: Word | undefined;
  readonly contains?: Word | undefined;
  readonly containsAll?: readonly Word[] | undefined;
  readonly containsAny?: readonly Word[] | undefined;
  readonly isNull?: boolean | undefined;
}`;

/** Prints the types of all operations and of every named schema as one TypeScript module. */
export function printTypesFile(file: TypesFile): string {
  let unparsed: ReadonlySet<string> = new Set();
  const answers = listAnswerShapes(
    Object.values(file.tables).flatMap((table) => Object.values(table).flatMap((group) => Object.values(group))),
  );
  // A name that has two forms gives two forms to whatever refers to it: repeat until no further name has.
  for (;;) {
    const printer = createPrinter(unparsed, answers);
    const tables = Object.entries(file.tables).map(([name, table]) => printTable(name, table, printer));
    for (const schema of file.schemas) printer.print(schema, 'output');
    const definitions = printer.listDefinitions();
    const differing = new Set(definitions.filter(hasTwoForms).map(({ name }) => name));
    if (differing.size === unparsed.size)
      return `${[header, ...definitions.flatMap((definition) => printDefinition(definition, differing)), ...tables].join('\n\n')}\n`;
    unparsed = differing;
  }
}

const hasTwoForms = ({ text: { input, output } }: Definition) =>
  input !== undefined && output !== undefined && input !== output;

function printDefinition({ name, text }: Definition, differing: ReadonlySet<string>): string[] {
  const parsed = exportType(name, text.output ?? text.input ?? 'unknown');
  return differing.has(name) ? [parsed, exportType(toUnparsedName(name), text.input ?? 'unknown')] : [parsed];
}

/** No interface: a record may be passed as one of unknown fields, which TypeScript refuses of an interface. */
const exportType = (name: string, text: string) => `export type ${name} = ${text};`;

const toUnparsedName = (name: string) => `Unparsed${name}`;

function printTable(name: string, table: OperationTable, printer: Printer): string {
  const resources = Object.entries(table).map(([resource, group]) => {
    const verbs = Object.entries(group).map(([verb, operation]) => `${verb}: ${printOperation(operation, printer)}`);
    return `${resource}: ${printObject(verbs)}`;
  });
  return `export interface ${name} ${printObject(resources)}`;
}

function printOperation(operation: Operation, printer: Printer): string {
  const input = printFlatInput(operation, 'input', printer);
  const parsed = printFlatInput(operation, 'output', printer);
  const output = operation.response ? printer.print(operation.response, 'output') : 'undefined';
  return `OperationTypes<${[input, output, ...(parsed === input ? [] : [parsed])].join(', ')}>`;
}

/** Path parameters, query and body are merged into one object. */
function printFlatInput({ path, query, body }: Operation, side: SchemaSide, { print }: Printer): string {
  const parameters = listPathParameters(path);
  const isRecordId = query === ById && parameters.join() === 'id';
  const parts = [
    ...(isRecordId ? ['RecordId'] : []),
    ...(parameters.length > 0 && !isRecordId ? [printObject(parameters.map((name) => `${name}: string`))] : []),
    ...(query && !isRecordId ? [print(query, side)] : []),
    ...(body ? [print(filterBodies.get(body) ?? body, side)] : []),
  ];
  return parts.length > 0 ? parts.join(' & ') : 'unknown';
}

/** Prints types of schemas; a named schema is printed once, and referred to by its name. */
function createPrinter(unparsed: ReadonlySet<string>, answers: ReadonlySet<ZodDefinition>): Printer {
  const definitions = new Map<string, Definition>();

  function print(schema: z.ZodType, side: SchemaSide): string {
    const name = schema.meta()?.id;
    if (name === undefined) return printUnion(listInlineMembers(schema, side, printer));
    const definition = definitions.get(name) ?? { name, text: { input: undefined, output: undefined } };
    definitions.set(name, definition);
    if (definition.text[side] === undefined) {
      // Set first, for a schema that refers to itself.
      definition.text[side] = name;
      definition.text[side] = printUnion(listInlineMembers(schema, side, printer));
    }
    return side === 'input' && unparsed.has(name) ? toUnparsedName(name) : name;
  }

  const printer: ShapePrinter = { print, answers };
  return { print, listDefinitions: () => [...definitions.values()].sort((a, b) => (a.name < b.name ? -1 : 1)) };
}

interface ShapePrinter extends Pick<Printer, 'print'> {
  /** Objects that only answers hold. */
  readonly answers: ReadonlySet<ZodDefinition>;
}

type ZodDefinition = z.core.$ZodTypes['_zod']['def'];

/** Members of the union that a schema's type is; most types are a union of one. */
function listMembers(schema: z.ZodType, side: SchemaSide, printer: ShapePrinter): string[] {
  return schema.meta()?.id === undefined ? listInlineMembers(schema, side, printer) : [printer.print(schema, side)];
}

function listInlineMembers(schema: z.ZodType, side: SchemaSide, printer: ShapePrinter): string[] {
  const def = getDefinition(schema);
  const listPart = (part: z.core.$ZodType) => listMembers(toSchema(part), side, printer);
  switch (def.type) {
    case 'literal':
      return def.values.map(printLiteral);
    case 'enum':
      return listEnumMembers(Object.values(def.entries));
    case 'union':
      return def.options.flatMap(listPart);
    case 'nullable':
      return [...listPart(def.innerType), 'null'];
    case 'optional':
      return [...listPart(def.innerType), 'undefined'];
    case 'default':
    case 'prefault':
      return side === 'input' ? [...listPart(def.innerType), 'undefined'] : listPart(def.innerType);
    case 'pipe':
      return side === 'input' ? listEitherCase(def) : listPart(def.out);
    default:
      return [printShape(def, side, printer)];
  }
}

function printShape(shape: ZodDefinition, side: SchemaSide, printer: ShapePrinter): string {
  const printPart = (part: z.core.$ZodType) => printer.print(toSchema(part), side);
  switch (shape.type) {
    case 'string':
    case 'number':
    case 'boolean':
    case 'unknown':
      return shape.type;
    case 'array':
      return printArray(listMembers(toSchema(shape.element), side, printer));
    case 'record':
      return `Readonly<Record<${printPart(shape.keyType)}, ${printPart(shape.valueType)}>>`;
    case 'object':
      if (isRecordOfAnything(shape)) return 'Readonly<Record<string, unknown>>';
      return (
        printEnumFilter(shape.shape, side, printer) ??
        printObject(
          Object.entries(shape.shape).map(([name, field]) =>
            printField(name, toSchema(field), { side, printer, isOpen: isOpenField(name, shape, printer) }),
          ),
        )
      );
    default:
      throw new Error(`the file of types has no text for a schema of type ${shape.type}`);
  }
}

/** Fields beside those of a shape are not typed, unless it has none: filters take them to report them. */
const isRecordOfAnything = ({ shape, catchall }: z.core.$ZodObjectDef) =>
  catchall !== undefined && getDefinition(toSchema(catchall)).type === 'unknown' && Object.keys(shape).length === 0;

/** The operators of a field of fixed words, which the document shows one by one. */
function printEnumFilter(shape: z.core.$ZodShape, side: SchemaSide, printer: ShapePrinter): string | undefined {
  const operators = Object.keys(shape).join();
  const [name] = Object.entries(enumFilters).find(([, names]) => names.join() === operators) ?? [];
  const value = shape.equalTo ?? shape.includes;
  if (name === undefined || value === undefined) return undefined;
  const words = listMembers(toSchema(value), side, printer).filter((member) => member !== 'undefined');
  return `${name}<${printUnion(words)}>`;
}

interface FieldPlace {
  readonly side: SchemaSide;
  readonly printer: ShapePrinter;
  /** True if the field may hold words that the contract doesn't have. */
  readonly isOpen: boolean;
}

function printField(name: string, schema: z.ZodType, { side, printer, isOpen }: FieldPlace): string {
  const { _zod: internals } = schema;
  const mayBeAbsent = (side === 'input' ? internals.optin : internals.optout) !== undefined;
  const members = isOpen ? listMembers(schema, side, printer) : [printer.print(schema, side)];
  // Only responses have such fields.
  const rest = [...(isOpen ? ['(string & {})'] : []), ...(isNullIfAbsent(schema) ? ['null'] : [])];
  return `${name}${mayBeAbsent ? '?' : ''}: ${rest.length === 0 ? members.join() : printUnion([...members, ...rest])}`;
}

/** Fields whose words decide about money: another API may have words of its own, and whoever reads them has to handle those. */
const openFields = ['status', 'billingStatus'];

const isOpenField = (name: string, shape: z.core.$ZodObjectDef, { answers }: ShapePrinter): boolean =>
  openFields.includes(name) && answers.has(shape) && isWordField(shape.shape[name]);

function isWordField(schema: z.core.$ZodType | undefined): boolean {
  if (schema === undefined) return false;
  const definition = getDefinition(toSchema(schema));
  return definition.type === 'nullable' ? isWordField(definition.innerType) : definition.type === 'enum';
}

const listEnumMembers = (values: readonly (string | number)[]) => values.map(printLiteral);

/** Text that is taken in either case, and parsed to one of the values. */
function listEitherCase({ in: from, out }: z.core.$ZodPipeDef): string[] {
  const target = getDefinition(toSchema(out));
  if (getDefinition(toSchema(from)).type !== 'transform' || target.type !== 'enum')
    throw new Error('the file of types has no text for a transformation other than that of text in either case');
  const values = Object.values(target.entries).map(String);
  return listEnumMembers([...values, ...values.map((value) => value.toLowerCase())]);
}

// Every schema of the contract is made with zod's own classes, which this union lists.
const getDefinition = (schema: z.ZodType) => schema.def as ZodDefinition;

// The parts of such a schema are of those classes too.
const toSchema = (part: z.core.$ZodType) => part as z.ZodType;

const printLiteral = (value: z.core.util.Literal) => (typeof value === 'string' ? `'${value}'` : String(value));

const printArray = (members: readonly string[]) =>
  `readonly ${members.length > 1 ? `(${printUnion(members)})` : members.join()}[]`;

function printUnion(members: readonly string[]): string {
  if (members.includes('unknown')) return 'unknown';
  const distinct = [...new Set(members)];
  const line = distinct.join(' | ');
  return line.length <= unionWidth || distinct.length === 1
    ? line
    : distinct.map((member) => `\n  | ${indent(member)}`).join('');
}

const printObject = (fields: readonly string[]) =>
  fields.length > 0 ? `{\n${fields.map((field) => `  readonly ${indent(field)};\n`).join('')}}` : 'object';

const indent = (text: string) => text.replaceAll(/(?<! ) *\n/g, '\n  ');
