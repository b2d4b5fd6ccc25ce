import * as z from 'zod';
import type { CriterionKind } from './search-fields.ts';
import { CivilDate, InstantInput, Uuid } from './shapes.ts';

const exactOperators = ['EQUALS', 'NOT_EQUALS', 'ONE_OF', 'NOT_ONE_OF', 'EXISTS', 'DOES_NOT_EXIST'] as const;
const textOperators = [...exactOperators, 'STARTS_WITH', 'ENDS_WITH', 'INCLUDES'] as const;
const between = ['BETWEEN', 'NOT_BETWEEN'] as const;
const bare = ['EXISTS', 'DOES_NOT_EXIST'] as const;
const numberOperators = ['EQUALS', 'NOT_EQUALS', 'GREATER_THAN', 'LESS_THAN', ...between, ...bare] as const;
const timeOperators = ['EQUALS', 'NOT_EQUALS', 'BEFORE', 'AFTER', ...between, ...bare] as const;

export const relativeUnits = ['YEAR', 'MONTH', 'WEEK', 'DAY', 'HOUR', 'MINUTE', 'SECOND'] as const;

function listCriterion<const Operators extends readonly string[]>(operators: Operators, value: z.ZodString) {
  return z
    .strictObject({ operator: z.enum(operators), values: z.array(value).min(1).max(100).optional() })
    .superRefine(requireOperands('values'));
}

function buildNumberCriterion(value: z.ZodNumber) {
  return z
    .strictObject({
      operator: z.enum(numberOperators),
      value: value.optional(),
      min: value.optional(),
      max: value.optional(),
    })
    .superRefine(requireOperands('value'));
}

const RelativeAmount = z.int().min(-100_000).max(100_000).optional();
const RelativeUnit = z.enum(relativeUnits).optional();

function buildTimeCriterion(value: z.ZodType<string, string>) {
  return z
    .strictObject({
      operator: z.enum(timeOperators),
      value: value.optional(),
      min: value.optional(),
      max: value.optional(),
      valueRelative: RelativeAmount,
      valueRelativeUnit: RelativeUnit,
      minRelative: RelativeAmount,
      minRelativeUnit: RelativeUnit,
      maxRelative: RelativeAmount,
      maxRelativeUnit: RelativeUnit,
    })
    .superRefine(requireOperands('value'));
}

/** One schema per kind of criterion. Relative times count from now; negative is the past. */
export const criterionSchemas = {
  uuid: listCriterion(exactOperators, Uuid).meta({ id: 'UuidCriterion' }),
  key: listCriterion(exactOperators, z.string().max(512)).meta({ id: 'KeyCriterion' }),
  text: listCriterion(textOperators, z.string().max(512)).meta({ id: 'TextCriterion' }),
  int: buildNumberCriterion(z.int()).meta({ id: 'IntCriterion' }),
  float: buildNumberCriterion(z.number()).meta({ id: 'FloatCriterion' }),
  datetime: buildTimeCriterion(z.union([InstantInput, CivilDate])).meta({ id: 'DateTimeCriterion' }),
  date: buildTimeCriterion(CivilDate).meta({ id: 'DateCriterion' }),
  bool: z.strictObject({ operator: z.enum(['TRUE', 'FALSE']) }).meta({ id: 'BoolCriterion' }),
} as const satisfies Record<CriterionKind, z.ZodType>;

interface Operands {
  readonly operator: string;
  readonly [operand: string]: unknown;
}

const bareOperators: ReadonlySet<string> = new Set(bare);
const betweenOperators: ReadonlySet<string> = new Set(between);

/** Requires the operands that an operator needs. `single` is the operand of most operators. */
function requireOperands(single: 'value' | 'values') {
  return (criterion: Operands, check: z.core.$RefinementCtx): void => {
    if (bareOperators.has(criterion.operator)) return;
    const needed = betweenOperators.has(criterion.operator) ? ['min', 'max'] : [single];
    for (const operand of needed.filter((operand) => !isGiven(criterion, operand))) {
      check.addIssue({ code: 'custom', path: [operand], message: `is needed by ${criterion.operator}` });
    }
  };
}

function isGiven(criterion: Operands, operand: string): boolean {
  if (criterion[operand] !== undefined) return true;
  return criterion[`${operand}Relative`] !== undefined && criterion[`${operand}RelativeUnit`] !== undefined;
}
