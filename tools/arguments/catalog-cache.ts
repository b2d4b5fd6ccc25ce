/** Catalogs change with releases of the API, not during a day at the desk. */
export const catalogCacheSeconds = 3600;
