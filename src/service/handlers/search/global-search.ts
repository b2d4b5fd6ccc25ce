import type { Operations } from '../../../contract/types.ts';
import { searchEverything } from '../../search/global-search.ts';
import type { Handlers } from '../../shared/handlers.ts';

export const globalSearchHandlers: Handlers<Operations['globalSearch']> = { run: searchEverything };
