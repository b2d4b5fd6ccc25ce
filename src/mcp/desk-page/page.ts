import { type Context, Hono, type MiddlewareHandler } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import { sharedAssets } from '../page/assets.ts';
import { pageHeaders, refuseForeign, requireOwnHost, createHeaderMiddleware } from '../page/protection.ts';
import { arrivalPage } from '../page/frame.ts';
import { deskAssets } from './assets.ts';
import { sendCard } from './card-frame.ts';
import { deskLists } from './desk-lists.ts';
import { type DeskPageOptions, isToken, createToken } from './desk-options.ts';
import { renderDeskPage, renderRefusalPage } from './layout.ts';
import { deskRecords } from './record-pages.ts';
import { sendDeskPage, showHome, showList, showRecord, showRevenue, showSearch } from './showing.ts';

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

/** Creates the page on which people read what reading tools answer. It takes questions only, and changes nothing. */
export function createDeskPage(options: DeskPageOptions): Hono {
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
    return sendFailure(options, c, 'That did not work; the log of this command says why.', 500);
  });
  page.notFound((c) => sendFailure(options, c, 'There is no such page.', 404));
  for (const path of ['/', '/desk/']) page.get(path, (c) => c.redirect('/desk', 303));
  addOpenRoutes(page, options, cookie);
  page.use('/desk', requireCookie(options, cookie));
  page.use('/desk/*', requireCookie(options, cookie));
  addRoutes(page, options);
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
    return sendRefusal(c, 'Open this page with the link that the command printed when it started.', 401);
  };

/** Adds the routes that work without the link. They show no records. */
function addOpenRoutes(page: Hono, options: DeskPageOptions, cookie: string): void {
  page.get('/desk/open/:token', (c) => {
    if (!isToken(options.linkToken, c.req.param('token'))) return sendRefusal(c, 'This link opens nothing.', 403);
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

function addRoutes(page: Hono, options: DeskPageOptions): void {
  const isOffered = ({ tool }: { readonly tool: string }) => options.tools.includes(tool);
  page.get('/desk', (c) => showHome({ options, c }));
  for (const list of deskLists.filter(isOffered)) page.get(`/desk/${list.path}`, (c) => showList({ options, c }, list));
  for (const record of deskRecords.filter(isOffered))
    page.get(`/desk/${record.path}`, (c) => showRecord({ options, c }, record));
  if (isOffered({ tool: 'analyze' })) page.get('/desk/revenue', (c) => showRevenue({ options, c }));
  if (isOffered({ tool: 'find' })) page.get('/desk/search', (c) => showSearch({ options, c }));
}

/** Sends a refusal to a person without the link, who learns nothing of the desk. */
const sendRefusal = (c: Context, text: string, status: 401 | 403) =>
  c.html(
    renderDeskPage({
      title: 'Not shown',
      links: [],
      approvalsAddress: undefined,
      canSearch: false,
      body: renderRefusalPage(text),
    }),
    status,
  );

const sendFailure = (options: DeskPageOptions, c: Context, text: string, status: 404 | 500) =>
  sendDeskPage({ options, c }, { title: 'Not shown', body: renderRefusalPage(text), status });
