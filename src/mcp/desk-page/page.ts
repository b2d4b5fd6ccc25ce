import { type Context, Hono, type MiddlewareHandler } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import { sharedAssets } from '../page/assets.ts';
import { pageHeaders, refuseForeign, requireOwnHost, createHeaderMiddleware } from '../page/protection.ts';
import { arrivalPage } from '../page/frame.ts';
import { deskAssets } from './assets.ts';
import { sendCard } from './card-frame.ts';
import { type DeskPageOptions, isToken, createToken } from './desk-options.ts';
import { renderOverview, renderDeskPage, renderRefusalPage, renderViewPage } from './layout.ts';
import { type DeskView, listDeskViews, getTool } from './desk-views.ts';

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
  const deskViews = listDeskViews(options.tools);
  const cookie = createToken();
  const page = new Hono();
  page.use(
    createHeaderMiddleware({ ...pageHeaders, 'content-security-policy': contentSecurityPolicy }),
    requireOwnHost(options),
    refuseForeign(options),
    readOnly,
  );
  page.onError((error, c) => {
    options.log('error', 'The desk page could not answer.', { cause: error.message });
    return sendRefusal(c, deskViews, 'That did not work; the log of this command says why.', 500);
  });
  page.notFound((c) => sendRefusal(c, deskViews, 'There is no such page.', 404));
  page.get('/', (c) => c.redirect('/desk', 303));
  addOpenRoutes(page, options, cookie);
  page.use('/desk', requireCookie(options, cookie));
  page.use('/desk/*', requireCookie(options, cookie));
  addRoutes(page, options, deskViews);
  return page;
}

/** Returns the cookie's name. It contains the port, because cookies ignore ports and each process needs its own. */
const getCookieName = ({ origin }: DeskPageOptions): string => `waybill_desk_${new URL(origin()).port}`;

const readOnly: MiddlewareHandler = async (c, next) =>
  c.req.method === 'GET' || c.req.method === 'HEAD'
    ? next()
    : c.text('This page only reads.', 405, { allow: 'GET, HEAD' });

const requireCookie =
  (options: DeskPageOptions, cookie: string): MiddlewareHandler =>
  async (c, next) => {
    if (isToken(cookie, getCookie(c, getCookieName(options)) ?? '')) return next();
    // A browser keeps the cookie back from who comes from another site, and gives it with the next request.
    if (c.req.header('sec-fetch-site') === 'cross-site') return c.html(arrivalPage);
    return sendRefusal(c, [], 'Open this page with the link that the command printed when it started.', 401);
  };

/** Adds the routes that work without the link. They show no records. */
function addOpenRoutes(page: Hono, options: DeskPageOptions, cookie: string): void {
  page.get('/desk/open/:token', (c) => {
    if (!isToken(options.linkToken, c.req.param('token'))) return sendRefusal(c, [], 'This link opens nothing.', 403);
    setCookie(c, getCookieName(options), cookie, { httpOnly: true, sameSite: 'Strict', path: '/desk' });
    return c.redirect('/desk', 303);
  });
  page.get('/desk/assets/:name', async (c) => {
    const name = c.req.param('name');
    const assets = [deskAssets, sharedAssets].find((candidate) => candidate.has(name));
    if (!assets) return c.notFound();
    const { type, text } = await assets.read(name);
    return c.body(text, 200, { 'content-type': type });
  });
  page.get('/desk/cards/:name', sendCard);
}

function addRoutes(page: Hono, options: DeskPageOptions, deskViews: readonly DeskView[]): void {
  page.get('/desk', (c) => c.html(renderDeskPage({ title: 'Overview', deskViews, body: renderOverview(deskViews) })));
  for (const deskView of deskViews)
    page.get(`/desk/${deskView.path}`, (c) => showView(options, c, deskViews, deskView));
}

/** Shows the view of one tool call. Without the inputs that the tool needs, the page only shows the form. */
async function showView(options: DeskPageOptions, c: Context, deskViews: readonly DeskView[], deskView: DeskView) {
  const inputs = Object.fromEntries(
    (deskView.inputFields ?? []).map(({ name }) => [name, c.req.query(name)?.trim() ?? ''] as const),
  );
  const cursor = c.req.query('cursor');
  const isComplete = Object.values(inputs).every((text) => text !== '');
  const input = { ...deskView.input, ...inputs, ...(cursor !== undefined && { cursor }) };
  const result = isComplete ? await options.call(getTool(deskView), input, c.req.raw.signal) : undefined;
  const next = getNextAddress(deskView, result?.data);
  const body = renderViewPage({ deskView, inputs, result, next });
  return c.html(renderDeskPage({ title: deskView.title, deskViews, currentPath: deskView.path, body }));
}

function getNextAddress({ path }: DeskView, data: object | undefined): string | undefined {
  const cursor: unknown = Reflect.get(data ?? {}, 'nextCursor');
  return typeof cursor === 'string' ? `/desk/${path}?cursor=${encodeURIComponent(cursor)}` : undefined;
}

const sendRefusal = (c: Context, deskViews: readonly DeskView[], text: string, status: 401 | 403 | 404 | 500) =>
  c.html(renderDeskPage({ title: 'Not shown', deskViews, body: renderRefusalPage(text) }), status);
