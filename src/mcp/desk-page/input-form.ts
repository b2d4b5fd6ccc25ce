import { html } from 'hono/html';
import type { Markup } from '../page/markup.ts';
import type { DeskRecord } from './record-pages.ts';

/** Renders the form that asks which record a page shows. */
export const renderInputForm = ({ path, inputFields }: DeskRecord, inputs: Readonly<Record<string, string>>): Markup =>
  html`<form method="get" action="/desk/${path}" class="search">
    ${inputFields.map(
      ({ name, label }) =>
        html`<label for="${name}">${label}</label>
          <input
            type="search"
            id="${name}"
            name="${name}"
            value="${inputs[name] ?? ''}"
            maxlength="200"
            required
            autocomplete="off"
          />`,
    )}
    <p><button type="submit" class="yes">Show</button></p>
  </form>`;
