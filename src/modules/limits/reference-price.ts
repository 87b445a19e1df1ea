import Type from 'typebox';
import { priceText } from '../../exchange/api/index.ts';
import { defineMethod, type Method } from '../../http/methods/index.ts';
import { numericId, optional, required } from '../../http/parameters/index.ts';
import { answerTo, knownSecurity, malformed, orderParameters, submit } from '../ats/index.ts';
import { GROUP, type LimitServices } from './limit-services.ts';

/** V51. */
export function setReferencePrice(services: LimitServices): Method {
  return defineMethod({
    name: 'setReferencePrice',
    verb: 'POST',
    group: GROUP,
    summary: 'Sets the reference price of the price bands of a security',
    refusals: [138, 503],
    description:
      'An extension (V51). Valid until another one is set; without price the bands use the last trade again. ' +
      'referencePrice is absent while the security has neither.',
    operator: true,
    fourEyes: true,
    parameters: {
      securityid: required(numericId({ description: 'The offering id.' })),
      price: optional(orderParameters.price),
    },
    response: Type.Object({ securityId: Type.String(), referencePrice: Type.Optional(Type.String()) }),
    idempotent: true,
    handler: async (call) => {
      const { securityid, price } = call.values;
      const { securityId } = knownSecurity(services, securityid);
      if (price === 0) throw malformed('price', 'must be above 0');
      const accepted = await submit(services.exchange, call, {
        type: 'referencePrice',
        securityId,
        price: price ?? null,
      });
      const now = await services.exchange.risk.referencePrice(securityId);
      const known = now === null ? {} : { referencePrice: priceText(now.price) };
      return answerTo(accepted, { securityId: String(securityId), ...known });
    },
  });
}
