import { Compile, type Validator } from 'typebox/compile';
import { FRAMES } from '../../src/marketdata/asyncapi/frames.ts';

type FrameName = keyof typeof FRAMES;

const BY_KIND = new Map(
  (Object.keys(FRAMES) as FrameName[]).map((name) => {
    const { properties } = FRAMES[name] as { readonly properties: Record<string, { const?: unknown }> };
    return [kindOf(properties.type?.const, properties.channel?.const, name === 'venueSnapshot'), name] as const;
  }),
);

/** The frame of a message; undefined: none fits. */
export function frameNameOf(message: Readonly<Record<string, unknown>>): FrameName | undefined {
  const { type, channel, securityId: security } = message;
  // One of a channel may be of the venue and of a security alike.
  const ofChannel = BY_KIND.get(kindOf(type, channel, security === null)) ?? BY_KIND.get(kindOf(type, channel, false));
  return ofChannel ?? BY_KIND.get(kindOf(type, undefined, false));
}

function kindOf(type: unknown, channel: unknown, isOfVenue: boolean): string {
  return `${type} ${channel ?? ''} ${isOfVenue}`;
}

const validators = new Map<FrameName, Validator>();

/** Throws where a message of the stream is not one that /asyncapi.json declares. */
export function checkFrame(message: Readonly<Record<string, unknown>>): void {
  const name = frameNameOf(message);
  if (name === undefined) throw new Error(`no such message is declared: ${JSON.stringify(message)}`);
  let validator = validators.get(name);
  if (validator === undefined) {
    validator = Compile(FRAMES[name]) as Validator;
    validators.set(name, validator);
  }
  if (validator.Check(message)) return;
  const errors = validator.Errors(message).map((error) => JSON.stringify(error));
  throw new Error(`not as ${name} is declared: ${JSON.stringify(message)}\n${errors.join('\n')}`);
}
