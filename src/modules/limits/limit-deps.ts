import Type from 'typebox';
import { type Markets, type Orders, priceText, type RiskReads, type SecurityId } from '../../exchange/api/index.ts';
import { ApiError, type Client, defineMethod, type Method } from '../../http/methods/index.ts';
import { type Kind, numericId, optional, required, text } from '../../http/parameters/index.ts';
import {
  type AccountBook,
  answerTo,
  knownSecurity,
  malformed,
  missing,
  orderParameters,
  type Reference,
  refusalError,
  submit,
} from '../ats/index.ts';

/** The services that the methods of this module use. */
export interface LimitDeps {
  readonly exchange: Orders & Markets & { readonly risk: RiskReads };
  readonly accounts: AccountBook;
  readonly reference: Pick<Reference, 'clientIds'>;
}

export interface Whose {
  readonly clientId: string;
  readonly accountId: string | null;
}

/** Only master keys name a client; without an account the call is about the client itself. */
export const whoseParameters = {
  clientId: optional(clientIdKind('The client; with a master key only.')),
  accountid: optional(orderParameters.accountId),
};

export function clientIdKind(description: string): Kind<string> {
  return text({ maxLength: 200, description });
}

/** Throws ApiError 106 when the caller may not or must name a client; 404 for an unknown client, 148 for an account. */
export async function whoseOf(
  deps: LimitDeps,
  client: Client,
  { clientId, accountid }: { readonly clientId?: string | undefined; readonly accountid?: string | undefined },
): Promise<Whose> {
  if (!client.master && clientId !== undefined) throw malformed('clientId', 'is for master keys');
  if (client.master && clientId === undefined) throw missing('clientId');
  const whose = { clientId: clientId ?? client.clientId, accountId: accountid ?? null };
  // The account exists, so its client does.
  if (whose.accountId !== null) await requireAccount(deps, whose.clientId, whose.accountId);
  else if (client.master) await requireClient(deps, whose.clientId);
  return whose;
}

export async function requireClient({ reference }: LimitDeps, clientId: string): Promise<void> {
  const known = await reference.clientIds();
  if (!known.includes(clientId)) throw new ApiError(404, 'There is no such client');
}

export async function requireAccount({ accounts }: LimitDeps, clientId: string, accountId: string): Promise<void> {
  if (!(await accounts.isActive(clientId, accountId))) throw refusalError('unknown account');
}

/** V51. */
export function setReferencePrice(deps: LimitDeps): Method {
  return defineMethod({
    name: 'setReferencePrice',
    summary: 'Sets the reference price of the price bands of a security',
    refusals: [138, 503],
    description:
      'An extension (V51). Valid until another one is set; without price the bands use the last trade again.',
    operator: true,
    fourEyes: true,
    parameters: {
      securityid: required(numericId<SecurityId>({ description: 'The offering id.' })),
      price: optional(orderParameters.price),
    },
    response: Type.Object({ securityId: Type.String(), referencePrice: Type.Optional(Type.String()) }),
    idempotent: true,
    handler: async (call) => {
      const { securityid, price } = call.values;
      const { securityId } = knownSecurity(deps, securityid);
      if (price === 0) throw malformed('price', 'must be above 0');
      const accepted = await submit(deps.exchange, call, {
        type: 'referencePrice',
        securityId,
        price: price ?? null,
      });
      const now = await deps.exchange.risk.referencePrice(securityId);
      const known = now === null ? {} : { referencePrice: priceText(now.price) };
      return answerTo(accepted, { securityId: String(securityId), ...known });
    },
  });
}
