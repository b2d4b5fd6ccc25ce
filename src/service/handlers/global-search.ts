import type { globalSearch } from '../../contract/global-search.ts';
import { searchEverything } from '../global-search.ts';
import type { Handlers } from '../handlers-type.ts';

export const globalSearchHandlers: Handlers<typeof globalSearch> = { run: searchEverything };
