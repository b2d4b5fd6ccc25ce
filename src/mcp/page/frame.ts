import { html } from 'hono/html';
import { type Markup, nothing, showText } from './markup.ts';

interface PageFrame {
  readonly title: string;
  /** The part of the product that the page belongs to, in the browser's title: `Waybill approvals`. */
  readonly product: string;
  /** Addresses of the style sheets, in their order. */
  readonly styles: readonly string[];
  /** Addresses of the scripts. The page works without them. */
  readonly scripts: readonly string[];
  /** Seconds after which a browser without scripts loads the page again; undefined for a page that stays as it is. */
  readonly refreshSeconds?: number | undefined;
  /** Attributes of the body, such as the state that a script watches. */
  readonly bodyAttributes?: Markup | undefined;
  readonly banner: Markup;
  readonly body: Markup;
  /** Markup below the content. */
  readonly foot?: Markup | undefined;
}

/** Renders the frame that the approvals page and the desk page share. */
export const renderFrame = ({
  title,
  product,
  styles,
  scripts,
  refreshSeconds,
  bodyAttributes = nothing,
  banner,
  body,
  foot = nothing,
}: PageFrame): Markup =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <title>${showText(title)} · ${product}</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <link rel="icon" href="data:," />
        ${
          refreshSeconds === undefined
            ? nothing
            : html`<noscript><meta http-equiv="refresh" content="${refreshSeconds}" /></noscript>`
        }
        ${styles.map((address) => html`<link rel="stylesheet" href="${address}" />`)}
        ${scripts.map((address) => html`<script src="${address}" defer></script>`)}
      </head>
      <body ${bodyAttributes}>
        <a class="skip" href="#main">Skip to the content</a>
        ${banner}
        <main id="main" tabindex="-1">${body}</main>
        ${foot}
      </body>
    </html>`;

/**
 * Page that a person who comes from another site sees for a moment: the browser sends the cookie only with the next
 * request.
 */
export const arrivalPage = html`<!doctype html>
  <html lang="en">
    <head>
      <meta charset="utf-8" />
      <title>Waybill</title>
      <meta http-equiv="refresh" content="0" />
    </head>
    <body></body>
  </html>`;
