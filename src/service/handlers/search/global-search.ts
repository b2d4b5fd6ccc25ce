import type { globalSearch } from '../../../contract/search/global-search.ts';
import { searchEverything } from '../../search/global-search.ts';
import type { Handlers } from '../../shared/handlers.ts';

export const globalSearchHandlers: Handlers<typeof globalSearch> = { run: searchEverything };
