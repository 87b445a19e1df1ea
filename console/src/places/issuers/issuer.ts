/** An issuer as the place reads it. */
import type { Desk, Fields } from '../../data/index.ts';

export interface Issuer {
  readonly issuerId: string;
  readonly name: string;
  /** Pending when it was made; any text later. */
  readonly status: string;
  readonly contact: string;
  readonly clientId: string;
  /** What the key may see of the record. */
  readonly fields: Fields;
}

export function issuerOf(fields: Fields): Issuer {
  const text = (name: string) => String(fields[name] ?? '');
  return {
    ...{ issuerId: text('issuerId'), name: text('issuerName') || text('issuerId'), status: text('issuerStatus') },
    contact: [text('firstName'), text('lastName')].filter(Boolean).join(' '),
    ...{ clientId: text('clientId'), fields },
  };
}

export async function readIssuer({ session }: Desk, issuerId: string): Promise<Issuer> {
  const { issuerDetails } = await session.api.call('getIssuer', { issuerId });
  return issuerOf([issuerDetails].flat()[0] as Fields);
}
