import { Compile } from 'typebox/compile';
import { eventSchema } from '../../src/modules/ats/events/event-schema.ts';

type Item = Readonly<Record<string, unknown>>;

const validator = Compile(eventSchema);

/** Every field that an event of a type may have, of whichever form its `order` has. */
const FIELDS = new Map(
  eventSchema.anyOf.map((one) => {
    const properties = one.properties as Record<string, { const?: string }>;
    const eventType = properties.eventType?.const ?? '';
    const field = properties[eventType] as { properties?: object; anyOf?: { properties: object }[] };
    const forms = field.anyOf ?? [{ properties: field.properties ?? {} }];
    return [eventType, new Set(forms.flatMap((form) => Object.keys(form.properties)))] as const;
  }),
);

/** Throws where an event of GET /v3/events is not as it is declared, or has a field that is not. */
export function checkEvents(events: readonly Item[]): void {
  for (const event of events) {
    if (!validator.Check(event)) throw new Error(`not as it is declared: ${JSON.stringify(event)}`);
    const { eventType } = event as { readonly eventType: string };
    const known = FIELDS.get(eventType);
    const unknown = Object.keys((event as Item)[eventType] as Item).filter((name) => known?.has(name) !== true);
    if (unknown.length > 0) throw new Error(`${eventType} has undeclared fields: ${unknown.join()}`);
  }
}
