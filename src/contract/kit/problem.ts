import * as z from 'zod';
import { FieldError } from './shapes.ts';

/** Body of every error response, sent as `application/problem+json`. */
export const Problem = z
  .object({
    error: z.object({ code: z.string(), message: z.string(), details: z.array(FieldError).optional() }),
  })
  .meta({ id: 'Problem' });
export type Problem = z.infer<typeof Problem>;
