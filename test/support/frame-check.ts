import { Compile, type Validator } from 'typebox/compile';
import { FRAMES, type FrameName, frameNameOf } from '../../src/marketdata/asyncapi/frames.ts';

const validators = new Map<FrameName, Validator>();

/** Throws where a message of the stream is not one that /asyncapi.json declares. */
export function checkFrame(message: Readonly<Record<string, unknown>>): void {
  const name = frameNameOf(message);
  if (name === undefined) throw new Error(`no such message is declared: ${JSON.stringify(message)}`);
  let validator = validators.get(name);
  if (validator === undefined) {
    validator = Compile(FRAMES[name]) as unknown as Validator;
    validators.set(name, validator);
  }
  if (validator.Check(message)) return;
  const errors = validator.Errors(message).map((error) => JSON.stringify(error));
  throw new Error(`not as ${name} is declared: ${JSON.stringify(message)}\n${errors.join('\n')}`);
}
