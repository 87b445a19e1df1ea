import Type, { type TUnsafe } from 'typebox';
import { type Kind, text } from '../../http/parameters/index.ts';

export function partyId(): Kind<string> {
  return text({ description: 'party id (P) or entity id (E)', maxLength: 100 });
}

/** The provider's response; its fields depend on the provider. */
export function providerResponse(): TUnsafe<object> {
  return Type.Unsafe<object>({ type: 'object', description: 'the raw response of the verification provider' });
}
