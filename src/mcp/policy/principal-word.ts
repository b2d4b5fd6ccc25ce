import * as z from 'zod';
import { findNameProblem } from './principal-name.ts';

/** Builds the schema of a name in a policy file that means one person or one program, and not perhaps the other. */
export const createPrincipalSchema = (maxLength: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(maxLength)
    .superRefine((text, context) => {
      const message = findNameProblem(text);
      if (message !== undefined) context.addIssue(message);
    });
