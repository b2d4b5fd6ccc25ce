import { type Context, Hono, type MiddlewareHandler } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import { isAsset, readAsset } from '../approvals-page/assets.ts';
import { pageHeaders, refuseForeign, requireOwnHost, createHeaderMiddleware } from '../approvals-page/protection.ts';
import { arrivalPage } from '../approvals-page/sign-in-view.ts';
import { isDeskAsset, readDeskAsset } from './assets.ts';
import { sendCard } from './card-frame.ts';
import { type DeskPageOptions, isToken, newToken } from './desk-options.ts';
import { overview, pageOf, problemPage, sightPage } from './layout.ts';
import { type Sight, sightsWith, toolOf } from './sights.ts';

const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  'img-src data:',
  "frame-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
].join('; ');

/** Pictures of what reading tools answer, for people whose client shows none. It takes questions only, and changes nothing. */
export function createDeskPage(options: DeskPageOptions): Hono {
  const sights = sightsWith(options.tools);
  const cookie = newToken();
  const page = new Hono();
  page.use(
    createHeaderMiddleware({ ...pageHeaders, 'content-security-policy': contentSecurityPolicy }),
    requireOwnHost(options),
    refuseForeign(options),
    readOnly,
  );
  page.onError((error, c) => {
    options.log('error', 'The desk page could not answer.', { cause: error.message });
    return problem(c, sights, 'That did not work; the log of this command says why.', 500);
  });
  page.notFound((c) => problem(c, sights, 'There is no such page.', 404));
  page.get('/', (c) => c.redirect('/desk', 303));
  addOpenRoutes(page, options, cookie);
  page.use('/desk', requireCookie(options, cookie));
  page.use('/desk/*', requireCookie(options, cookie));
  addRoutes(page, options, sights);
  return page;
}

/** Cookies know no ports: pages of several processes have one each. */
const cookieName = ({ origin }: DeskPageOptions): string => `waybill_desk_${new URL(origin()).port}`;

const readOnly: MiddlewareHandler = async (c, next) =>
  c.req.method === 'GET' || c.req.method === 'HEAD'
    ? next()
    : c.text('This page only reads.', 405, { allow: 'GET, HEAD' });

const requireCookie =
  (options: DeskPageOptions, cookie: string): MiddlewareHandler =>
  async (c, next) => {
    if (isToken(cookie, getCookie(c, cookieName(options)) ?? '')) return next();
    // A browser keeps the cookie back from who comes from another site, and gives it with the next request.
    if (c.req.header('sec-fetch-site') === 'cross-site') return c.html(arrivalPage);
    return problem(c, [], 'Open this page with the link that the command printed when it started.', 401);
  };

/** What is there for who has not opened the link: nothing of the records. */
function addOpenRoutes(page: Hono, options: DeskPageOptions, cookie: string): void {
  page.get('/desk/open/:token', (c) => {
    if (!isToken(options.linkToken, c.req.param('token'))) return problem(c, [], 'This link opens nothing.', 403);
    setCookie(c, cookieName(options), cookie, { httpOnly: true, sameSite: 'Strict', path: '/desk' });
    return c.redirect('/desk', 303);
  });
  page.get('/desk/assets/:name', async (c) => {
    const name = c.req.param('name');
    if (!isDeskAsset(name) && !isAsset(name)) return c.notFound();
    const { type, text } = await (isDeskAsset(name) ? readDeskAsset(name) : readAsset(name));
    return c.body(text, 200, { 'content-type': type });
  });
  page.get('/desk/cards/:name', sendCard);
}

function addRoutes(page: Hono, options: DeskPageOptions, sights: readonly Sight[]): void {
  page.get('/desk', (c) => c.html(pageOf({ title: 'Overview', sights, body: overview(sights) })));
  for (const sight of sights) page.get(`/desk/${sight.path}`, (c) => show(options, c, sights, sight));
}

/** One call of the tool; without what it needs to know the page only asks. */
async function show(options: DeskPageOptions, c: Context, sights: readonly Sight[], sight: Sight) {
  const typed = Object.fromEntries(
    (sight.asked ?? []).map(({ name }) => [name, c.req.query(name)?.trim() ?? ''] as const),
  );
  const cursor = c.req.query('cursor');
  const isAsked = Object.values(typed).every((text) => text !== '');
  const input = { ...sight.input, ...typed, ...(cursor !== undefined && { cursor }) };
  const result = isAsked ? await options.call(toolOf(sight), input, c.req.raw.signal) : undefined;
  const next = nextAddress(sight, result?.data);
  const body = sightPage({ sight, typed, result, next });
  return c.html(pageOf({ title: sight.title, sights, here: sight.path, body }));
}

function nextAddress({ path }: Sight, data: object | undefined): string | undefined {
  const cursor: unknown = Reflect.get(data ?? {}, 'nextCursor');
  return typeof cursor === 'string' ? `/desk/${path}?cursor=${encodeURIComponent(cursor)}` : undefined;
}

const problem = (c: Context, sights: readonly Sight[], text: string, status: 401 | 403 | 404 | 500) =>
  c.html(pageOf({ title: 'Not shown', sights, body: problemPage(text) }), status);
