import type { JsonObject } from '../../domain/kit/plain-record.ts';

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
