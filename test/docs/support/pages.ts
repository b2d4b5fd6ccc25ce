import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import GithubSlugger from 'github-slugger';
import { lexer, type Token, type Tokens, walkTokens } from 'marked';

export interface CodeBlock {
  /** The word after the fence; empty where there is none. */
  readonly language: string;
  readonly text: string;
}

export interface Page {
  /** Relative to the project, with forward slashes. */
  readonly file: string;
  readonly text: string;
  /** Names of its headings in addresses. */
  readonly anchors: ReadonlySet<string>;
  /** Addresses of links and pictures as they are written. */
  readonly links: readonly string[];
  readonly blocks: readonly CodeBlock[];
  /** Texts of inline code. */
  readonly spans: readonly string[];
}

const patterns = ['*.md', '{bench,docs,packaging,prompts,src,test,tools}/**/*.md'];

/** Every page of Markdown in the repository. */
export const pages: readonly Page[] = globSync(patterns, { exclude: (name) => path.basename(name) === 'node_modules' })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => !file.includes('node_modules/'))
  .sort()
  .map((file) => parsePage(file, readFileSync(file, 'utf8')));

/** Finds the page with this name, whichever folder of the documentation it is in. */
export function getPage(name: string): Page {
  const page = pages.find(({ file }) => file.startsWith('docs/') && path.posix.basename(file) === name);
  if (page === undefined) throw new Error(`there is no page ${name} in docs`);
  return page;
}

export function parsePage(file: string, text: string): Page {
  const slugger = new GithubSlugger();
  const anchors = new Set<string>();
  const links: string[] = [];
  const blocks: CodeBlock[] = [];
  const spans: string[] = [];
  // What it returns matters to callbacks that wait for something.
  void walkTokens(lexer(text), (token) => {
    // The library's type of a token is open for extensions, of which there are none here.
    const plainToken = token as
      | Tokens.Heading
      | Tokens.Link
      | Tokens.Image
      | Tokens.Code
      | Tokens.Codespan
      | Tokens.HTML;
    switch (plainToken.type) {
      case 'heading':
        anchors.add(slugger.slug(toPlainText(plainToken.tokens)));
        break;
      case 'link':
      case 'image':
        links.push(plainToken.href);
        break;
      case 'code':
        blocks.push({ language: plainToken.lang ?? '', text: plainToken.text });
        break;
      case 'codespan':
        spans.push(plainToken.text);
        break;
      case 'html':
        for (const [, name, value = ''] of plainToken.text.matchAll(/\b(href|src|srcset|id)="([^"]*)"/g))
          if (name === 'id') anchors.add(value);
          else links.push(value);
        break;
    }
  });
  return { file, text, anchors, links, blocks, spans };
}

function toPlainText(tokens: readonly Token[]): string {
  return tokens
    .map((token) => {
      if ('tokens' in token && token.tokens) return toPlainText(token.tokens);
      return 'text' in token ? String(token.text) : '';
    })
    .join('');
}
