/**
 * HTML as typed elements, rendered on the server: h('p', { class: 'hint' }, name). A tag that is not in the table, an
 * attribute that its tag does not have, and a value of another type do not compile.
 */

/** HTML text, which is not escaped again. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** Text is escaped; undefined and false are nothing. */
export type Child = string | number | Html | undefined | false | readonly Child[];

/** The attributes of all elements. */
type Common = 'id' | 'class' | 'role' | 'tabindex' | `aria-${string}` | `data-${string}`;

/** The elements of our pages, each with its own attributes. */
interface Own {
  a: 'href' | 'target' | 'rel';
  body: never;
  button: 'type';
  code: never;
  details: 'open';
  div: never;
  form: 'method' | 'novalidate' | 'autocomplete';
  h1: never;
  h2: never;
  h3: never;
  head: never;
  html: 'lang';
  iframe: 'src' | 'title';
  input:
    | ('type' | 'name' | 'value' | 'autocomplete' | 'inputmode' | 'maxlength' | 'required' | 'checked')
    | 'placeholder';
  label: 'for';
  link: 'rel' | 'href' | 'type';
  main: never;
  meta: 'charset' | 'name' | 'content';
  nav: never;
  noscript: never;
  option: 'value' | 'selected';
  p: never;
  pre: never;
  script: 'src' | 'type' | 'defer';
  select: 'name' | 'required';
  span: never;
  style: never;
  summary: never;
  table: never;
  td: never;
  textarea: 'name' | 'maxlength';
  th: 'scope';
  title: never;
  tr: never;
}

/** true: the attribute alone; false and undefined: none. */
type Value = string | number | boolean | undefined;

type Attributes<T extends keyof Own> = { readonly [N in Common | Own[T]]?: Value };

/** Elements without content and without an end tag. */
const VOID: ReadonlySet<keyof Own> = new Set(['input', 'link', 'meta']);

export function h<T extends keyof Own>(tag: T, attributes: Attributes<T>, ...children: readonly Child[]): Html {
  const written = Object.entries<Value>(attributes).map(([name, value]) => attributeText(name, value));
  const start = `<${tag}${written.join('')}>`;
  return new Html(VOID.has(tag) ? start : `${start}${textOf(children)}</${tag}>`);
}

/** Children without an element around them. */
export const fragment = (...children: readonly Child[]): Html => new Html(textOf(children));

/** Text of ours that is HTML, or a style sheet: it is not escaped. */
export const trusted = (text: string): Html => new Html(text);

/** A table with a row of titles. */
export const table = (titles: readonly string[], rows: readonly (readonly Child[])[]): Html =>
  h(
    'table',
    {},
    row('th', titles),
    rows.map((cells) => row('td', cells)),
  );

const row = (tag: 'th' | 'td', cells: readonly Child[]): Html =>
  h(
    'tr',
    {},
    cells.map((cell) => h(tag, {}, cell)),
  );

/** A whole document; `head` is what its head has after its title. */
export const htmlDocument = (title: string, head: Child, body: Html): string => {
  const meta = [h('meta', { charset: 'utf-8' }), h('meta', { name: 'viewport', content: VIEWPORT })];
  const document = h('html', { lang: 'en' }, h('head', {}, meta, h('title', {}, title), head), body);
  return `<!doctype html>\n${document.text}\n`;
};

const VIEWPORT = 'width=device-width, initial-scale=1';

function attributeText(name: string, value: Value): string {
  if (value === undefined || value === false) return '';
  return value === true ? ` ${name}` : ` ${name}="${escaped(String(value))}"`;
}

function textOf(child: Child): string {
  if (child === undefined || child === false) return '';
  if (child instanceof Html) return child.text;
  if (typeof child === 'object') return child.map(textOf).join('');
  return escaped(String(child));
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
