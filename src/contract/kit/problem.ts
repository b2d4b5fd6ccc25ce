import * as z from 'zod';
import { detailCodes } from '../../errors.ts';
import { FieldError } from './shapes.ts';

const ErrorDetail = FieldError.extend({ code: z.enum(detailCodes).optional() }).meta({ id: 'ErrorDetail' });

/** Body of every error response, sent as `application/problem+json`. */
export const Problem = z
  .object({
    error: z.object({ code: z.string(), message: z.string(), details: z.array(ErrorDetail).optional() }),
  })
  .meta({ id: 'Problem' });
