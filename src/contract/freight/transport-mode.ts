import * as z from 'zod';
import { transportModes } from '../../domain/freight/freight-codes.ts';

export const TransportMode = z.enum(transportModes);
