import type { FastifyInstance } from 'fastify';
import { fragment, type Html, h, htmlDocument, table, trusted } from '../../http/hosted-pages/index.ts';
import { JSON_TYPE } from '../../http/methods/index.ts';
import { type AsyncApiDocument, type AsyncApiOptions, asyncApiDocument } from './document.ts';
import { STREAM_EXAMPLES, type StreamExample } from './examples.ts';

const DOCUMENT_PATH = '/asyncapi.json';
/** The page loads nothing and sends nothing. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; frame-ancestors 'none'";

/** /asyncapi.json, and /docs/stream made from it; each is made once. */
export function addStreamDocumentation(app: FastifyInstance, options: AsyncApiOptions): void {
  const document = asyncApiDocument(options);
  const json = JSON.stringify(document);
  const page = streamPage(document);
  app.get(DOCUMENT_PATH, { exposeHeadRoute: true }, (_request, reply) => {
    reply.header('content-type', JSON_TYPE).send(json);
  });
  app.get('/docs/stream', { exposeHeadRoute: true }, (_request, reply) => {
    reply
      .headers({ 'content-security-policy': POLICY, 'referrer-policy': 'no-referrer', 'cache-control': 'no-cache' })
      .type('text/html; charset=utf-8')
      .send(page);
  });
}

/** The page at /docs/stream: the AsyncAPI document, to be read. Everything is in it; it loads nothing. */

interface Schema {
  readonly type?: string;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema | readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly pattern?: string;
  readonly format?: string;
}

interface Message {
  readonly name: string;
  readonly summary: string;
  readonly payload: Schema;
}

const STYLE = `
  :root { color-scheme: light dark; --border: light-dark(#e4e4e7, #33333a); --soft: light-dark(#71717a, #a1a1aa); }
  body { font: 15px/1.55 system-ui, sans-serif; max-width: 60rem; margin: 0 auto; padding: 2rem 1.25rem 4rem;
    background: light-dark(#fff, #0f0f12); color: light-dark(#1b1b1f, #ececf1); }
  h1 { font-size: 1.7rem; } h2 { margin-top: 2.6rem; border-bottom: 1px solid var(--border); padding-bottom: .3rem; }
  h3 { margin: 2rem 0 .2rem; font-size: 1.05rem; } p { margin: .2rem 0 .6rem; } a { color: inherit; }
  code, td:first-child { font-family: ui-monospace, monospace; font-size: .88em; }
  table { border-collapse: collapse; width: 100%; } td, th { text-align: left; vertical-align: top;
    padding: .3rem .7rem .3rem 0; border-bottom: 1px solid var(--border); overflow-wrap: anywhere; }
  pre { overflow-x: auto; padding: .8rem 1rem; border: 1px solid var(--border); border-radius: 6px; }
  th { color: var(--soft); font-weight: 500; } .soft { color: var(--soft); } nav a { margin-right: .8rem; }
`;

function streamPage(document: AsyncApiDocument): string {
  const { info, channels, operations, components } = document as unknown as {
    readonly info: { readonly title: string; readonly version: string; readonly description: string };
    readonly channels: { readonly stream: { readonly address: string } };
    readonly operations: Readonly<Record<string, { readonly title: string; readonly messages: { $ref: string }[] }>>;
    readonly components: { readonly messages: Readonly<Record<string, Message>> };
  };
  const sections = Object.entries(operations).map(([key, { title, messages }]) => {
    const named = messages.map(({ $ref }) => components.messages[$ref.slice($ref.lastIndexOf('/') + 1)] as Message);
    return fragment(h('h2', { id: key }, title), named.map(messageHtml));
  });
  const codes = document['x-error-codes'] as Readonly<Record<string, string>>;
  return htmlDocument(
    info.title,
    [h('link', { rel: 'icon', href: 'data:,' }), h('style', {}, trusted(STYLE))],
    h(
      'body',
      {},
      h('h1', {}, info.title, ' ', h('span', { class: 'soft' }, info.version)),
      h('p', {}, info.description),
      h('p', {}, h('code', {}, `GET ${channels.stream.address}`), LINKS),
      h(
        'nav',
        {},
        PARTS.map(([id, words]) => fragment(h('a', { href: `#${id}` }, words), ' ')),
      ),
      h('h2', { id: 'examples' }, 'Examples'),
      h(
        'p',
        {},
        'Each is a program for Node.js 22 or later that needs no packages: save it as ',
        h('code', {}, 'example.mjs'),
        ' and run ',
        h('code', {}, 'CLIENT_ID=... API_KEY=... node example.mjs'),
        '. STREAM is the address of the stream, where it is another one.',
      ),
      STREAM_EXAMPLES.map(exampleHtml),
      sections,
      h('h2', { id: 'errors' }, 'Errors'),
      table(['code', 'meaning'], Object.entries(codes)),
    ),
  );
}

const LINKS = [DOCUMENT_PATH, '/docs'].map((href) => [' · ', h('a', { href }, href)]);

const PARTS = [
  ['examples', 'Examples'],
  ['ask', 'What a client may send'],
  ['send', 'What the stream sends'],
  ['errors', 'Errors'],
] as const;

function exampleHtml({ title, about, program }: StreamExample, index: number): Html {
  return fragment(
    h('h3', { id: `example-${index + 1}` }, title),
    h('p', {}, about),
    h('pre', {}, h('code', {}, program)),
  );
}

function messageHtml({ name, summary, payload }: Message): Html {
  const fields = table(['field', 'kind', ''], fieldsOf(payload, ''));
  return fragment(h('h3', { id: name }, name), h('p', {}, summary), fields);
}

/** Name, kind and description of each field, followed by those of objects in it. */
function fieldsOf({ properties = {}, required = [] }: Schema, prefix: string): string[][] {
  return Object.entries(properties).flatMap(([name, schema]) => {
    const field = `${prefix}${name}${required.includes(name) ? '' : '?'}`;
    const inside = objectsIn(schema).flatMap((object) => fieldsOf(object, `${prefix}${name}.`));
    return [[field, kindOf(schema), schema.description ?? ''], ...inside];
  });
}

function objectsIn(schema: Schema): Schema[] {
  if (schema.properties !== undefined) return [schema];
  if (schema.anyOf !== undefined) return schema.anyOf.flatMap(objectsIn);
  return schema.items === undefined ? [] : [schema.items].flat().flatMap((item) => objectsIn(item as Schema));
}

function kindOf(schema: Schema): string {
  const { type = '', anyOf, items, format, minimum, maximum } = schema;
  if ('const' in schema) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return schema.enum.map((one) => JSON.stringify(one)).join(' | ');
  if (anyOf !== undefined) return [...new Set(anyOf.map(kindOf))].join(' | ');
  if (items !== undefined)
    return `list of ${[items]
      .flat()
      .map((item) => kindOf(item as Schema))
      .join(', ')}`;
  if (format !== undefined) return format;
  if (maximum !== undefined) return `${type} ${minimum ?? ''}..${maximum}`;
  return type;
}
