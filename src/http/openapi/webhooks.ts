import type { NamedSchemas } from './named-schemas.ts';

/** The webhooks of the document: what is sent to the URLs that a client registered. */
export interface WebhookDeclaration {
  /** The name under which it is registered. */
  readonly name: string;
  /** Methods that send it although they go by another name. */
  readonly sentBy?: readonly string[];
  readonly group: string;
  /** When it is sent. */
  readonly summary: string;
  /** What it carries, each as text; a field without a value is left out of the body. */
  readonly fields: readonly string[];
  /** Sent by the venue itself, without identifying headers (V33). */
  readonly fromVenue?: boolean;
}

/** The webhooks of a group, by their names. */
export function webhooksIn(
  group: string,
  webhooks: Readonly<Record<string, Omit<WebhookDeclaration, 'name' | 'group'>>>,
): readonly WebhookDeclaration[] {
  return Object.entries(webhooks).map(([name, webhook]) => ({ name, group, ...webhook }));
}

export function webhookItems(webhooks: readonly WebhookDeclaration[], names: NamedSchemas): Record<string, unknown> {
  return Object.fromEntries(webhooks.map((webhook) => [webhook.name, { post: operation(webhook, names) }]));
}

function operation({ name, group, summary, fields, fromVenue }: WebhookDeclaration, names: NamedSchemas): unknown {
  const schema = names.sharing(`${name.charAt(0).toUpperCase()}${name.slice(1)}Webhook`, sent(fields));
  const sender = fromVenue ? ' The venue itself sends it, without identifying headers.' : '';
  return {
    operationId: `webhook_${name}`,
    tags: [group],
    summary,
    description:
      `Sent once, as a form, to each URL that is registered for ${name}. Fields without a value are left ` +
      `out.${sender}`,
    security: [{}],
    ...(fromVenue ? {} : { parameters: HEADERS }),
    requestBody: { required: true, content: { 'application/x-www-form-urlencoded': { schema } } },
    responses: {
      '2XX': { description: 'The delivery is done; the body is not read' },
      default: { description: 'The delivery has failed; it is not repeated' },
    },
  };
}

const HEADERS = [
  {
    name: 'X-SVC-Token',
    in: 'header',
    required: false,
    description: 'The active tokens of the parent client, separated by commas',
    schema: { type: 'string' },
  },
];

/** Fields of every webhook, in addition to its own (C86). */
export const WEBHOOK_SCHEMAS = {
  WebhookStamp: {
    type: 'object',
    properties: {
      eventId: { type: 'string', description: 'The same for each URL, and when the delivery is made again' },
      eventTime: { type: 'string', description: 'When it happened, RFC 3339 with microseconds' },
      userId: { type: 'string', description: 'The user who caused it, to the client of that user alone (O16)' },
      eventSeq: { type: 'string', description: 'Of two webhooks about one record the later has the higher number' },
    },
  },
};

function sent(fields: readonly string[]): object {
  const properties = Object.fromEntries(fields.map((name) => [name, { type: 'string' }]));
  return { allOf: [{ type: 'object', properties }, { $ref: '#/components/schemas/WebhookStamp' }] };
}
