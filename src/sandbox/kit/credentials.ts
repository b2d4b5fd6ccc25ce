/** The sandbox's credentials are public on purpose: they open nothing but invented records. */
export const SANDBOX_CLIENT_ID = 'waybill-sandbox';
export const SANDBOX_CLIENT_SECRET = 'public-sandbox-secret';
