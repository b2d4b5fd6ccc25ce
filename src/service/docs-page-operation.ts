import {
  type Content,
  isReference,
  nameOf,
  type Schema,
  type ShownDocument,
  type ShownOperation,
  type ShownParameter,
} from './docs-page-document.ts';
import { html, Markup } from './docs-page-markup.ts';
import { fieldRow, fieldTable, schemaLink, typeOf } from './docs-page-schema.ts';

export interface PlacedOperation {
  readonly method: string;
  readonly path: string;
  /** Paths that answer the same. */
  readonly aliases: readonly string[];
  readonly operation: ShownOperation;
}

/** One operation: a line that opens to its parameters, body, answer and errors. */
export function operationSection(document: ShownDocument, placed: PlacedOperation): Markup {
  const { method, path, aliases, operation } = placed;
  const effect = operation['x-waybill-effect'] ?? '';
  return html`<details class="operation">
    <summary>
      <h3>
        <span class="method ${method}">${method.toUpperCase()}</span> <code class="path">${brokenPath(path)}</code>
      </h3>
      <span class="summary">${operation.summary}</span>
    </summary>
    <div class="body" id="${operation.operationId}">
      <p class="facts">
        <a href="#${operation.operationId}"><code>${operation.operationId}</code></a
        >${effectNote(effect)} ${aliases.map((alias) => html` · also at <code>${alias}</code>`)}
      </p>
      ${parameterTable(document, operation)} ${bodyPart(document, operation)} ${answerPart(document, operation)}
      ${errorPart(document, operation)}
    </div>
  </details>`;
}

const effects: Readonly<Record<string, string>> = {
  read: 'reads',
  write: 'writes',
  mail: 'writes and sends mail',
  money: 'moves money',
  destructive: 'deletes or overwrites',
};

const effectNote = (effect: string) =>
  effects[effect] !== undefined && html` · <span class="effect ${effect}">${effects[effect]}</span>`;

/** Long paths may break before a slash. */
const brokenPath = (path: string) =>
  path.split('/').map((segment, index) => (index === 0 ? segment : [breakable, `/${segment}`]));

const breakable = new Markup('<wbr>');

function parametersOf({ components }: ShownDocument, { parameters = [] }: ShownOperation): ShownParameter[] {
  return parameters.flatMap((parameter) => {
    const found = isReference(parameter) ? components.parameters[nameOf(parameter.$ref)] : parameter;
    return found ? [found] : [];
  });
}

function parameterTable(document: ShownDocument, operation: ShownOperation): Markup | false {
  const parameters = parametersOf(document, operation);
  if (parameters.length === 0) return false;
  const rows = parameters.map(({ name, in: place, required = false, description, schema }) => {
    const told = [place === 'header' ? 'Header.' : '', description ?? ''].filter((text) => text !== '').join(' ');
    return fieldRow({
      name,
      schema: told === '' ? schema : { ...schema, description: told },
      mark: required ? ('required' as const) : undefined,
    });
  });
  return html`<h4>Parameters</h4>
    <div class="scroll">
      <table>
        <thead>
          <tr>
            <th scope="col">Parameter</th>
            <th scope="col">Type</th>
            <th scope="col">Rules</th>
          </tr>
        </thead>
        <tbody>
          ${rows}
        </tbody>
      </table>
    </div>`;
}

/** What is sent is shown in full where it is sent: that is what people come for. */
function bodyPart(document: ShownDocument, { requestBody }: ShownOperation): Markup | false {
  if (!requestBody) return false;
  return html`<h4>Body${requestBody.required === true ? '' : ' (may be left out)'}</h4>
    ${Object.entries(requestBody.content).map(([type, { schema }]) => schemaPart(document, type, schema, true))}`;
}

function schemaPart({ components }: ShownDocument, type: string, schema: Schema, isWhole: boolean): Markup {
  const name = schema.$ref === undefined ? undefined : nameOf(schema.$ref);
  const shown = name === undefined ? schema : isWhole ? (components.schemas[name] ?? schema) : {};
  return html`<p><code class="media">${type}</code> ${name === undefined ? typeOf(schema) : schemaLink(name)}</p>
    ${fieldTable(shown, 'Field')}`;
}

function answerPart(document: ShownDocument, { responses }: ShownOperation): Markup[] {
  return Object.entries(responses).flatMap(([status, response]) => {
    if (isReference(response) || Number(status) >= 400) return [];
    const content: Content = response.content ?? {};
    return [
      html`<h4>Answer <span class="status">${status}</span></h4>
        ${Object.keys(content).length === 0 && html`<p>${response.description}</p>`}
        ${Object.entries(content).map(([type, { schema }]) => schemaPart(document, type, schema, false))}`,
    ];
  });
}

function errorPart({ components }: ShownDocument, { responses }: ShownOperation): Markup | false {
  const failures = Object.entries(responses).filter(([status]) => Number(status) >= 400);
  if (failures.length === 0) return false;
  const items = failures.map(([status, response]) => {
    const { description } = isReference(response)
      ? (components.responses[nameOf(response.$ref)] ?? { description: '' })
      : response;
    return html`<li><span class="status">${status}</span> ${description}</li>`;
  });
  return html`<h4>Errors</h4>
    <ul class="errors">
      ${items}
    </ul>`;
}
