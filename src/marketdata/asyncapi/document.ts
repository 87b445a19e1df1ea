/** The AsyncAPI 3 document of the stream, made from the declarations of its messages. */
import { CLOSE, REQUESTS, STREAM_ERRORS } from '../requests/index.ts';
import { FRAMES } from './frames.ts';

export interface AsyncApiOptions {
  readonly version: string;
  /** Path of the stream. */
  readonly path: string;
}

export type AsyncApiDocument = Readonly<Record<string, unknown>> & { readonly asyncapi: string };

const DESCRIPTION =
  'The live data of the venue over one WebSocket: JSON text frames, one object a frame. The rules (S1 ...) are those ' +
  'of docs/api/stream.md. Fields that are not known are to be ignored.';

export function asyncApiDocument({ version, path }: AsyncApiOptions): AsyncApiDocument {
  const sent = Object.entries(FRAMES).map(([name, schema]) => messageOf(name, schema));
  const received = Object.entries(REQUESTS).map(([name, schema]) => messageOf(`${name}Request`, schema));
  const messages = Object.fromEntries([...sent, ...received]);
  const refs = (names: readonly string[]) => names.map((name) => ({ $ref: `#/channels/stream/messages/${name}` }));
  const document = {
    asyncapi: '3.0.0',
    info: {
      title: 'OpenATS stream',
      version,
      description: DESCRIPTION,
      license: { name: 'Apache-2.0' },
    },
    defaultContentType: 'application/json',
    channels: {
      stream: {
        address: path,
        title: 'The stream',
        messages: Object.fromEntries(
          Object.keys(messages).map((name) => [name, { $ref: `#/components/messages/${name}` }]),
        ),
        bindings: { ws: { method: 'GET', bindingVersion: '0.1.0' } },
      },
    },
    operations: {
      ask: {
        action: 'receive',
        title: 'What a client may send',
        channel: { $ref: '#/channels/stream' },
        messages: refs(received.map(([name]) => name)),
      },
      send: {
        action: 'send',
        title: 'What the stream sends',
        channel: { $ref: '#/channels/stream' },
        messages: refs(sent.map(([name]) => name)),
      },
    },
    components: {
      messages,
      securitySchemes: { bearerCredentials: { type: 'http', scheme: 'bearer' } },
    },
    'x-error-codes': STREAM_ERRORS,
    'x-close-codes': CLOSE,
  };
  // Leaves out what a schema of TypeBox has on top of JSON Schema.
  return JSON.parse(JSON.stringify(document)) as AsyncApiDocument;
}

function messageOf(name: string, schema: object): [string, object] {
  const { description = name } = schema as { readonly description?: string };
  return [name, { name, title: name, summary: description, payload: schema }];
}
