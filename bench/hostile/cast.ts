import { DEMO_ISSUER, demoOffering } from '../../src/modules/examples/demo.ts';

export interface Credentials {
  readonly clientID: string;
  readonly developerAPIKey: string;
}

/** Those who attack: none of them is the client that others are measured by. */
const ATTACKERS = 3;

/** Who attacks, and in what. */
export class Cast {
  readonly port: number;
  readonly operator: Credentials;
  /** The first of them owns the issuer and its securities. */
  readonly attackers: readonly Credentials[];
  readonly issuerId: string;
  readonly securityId: string;
  readonly #ends: (() => void)[] = [];

  private constructor(port: number, operator: Credentials, own: Pick<Cast, 'attackers' | 'issuerId' | 'securityId'>) {
    this.port = port;
    this.operator = operator;
    this.attackers = own.attackers;
    this.issuerId = own.issuerId;
    this.securityId = own.securityId;
  }

  static async create(port: number, operator: Credentials): Promise<Cast> {
    const attackers: Credentials[] = [];
    for (let i = 1; i <= ATTACKERS; i++) attackers.push(await newClient(port, operator, `Client ${i}`));
    const [owner] = attackers as [Credentials];
    type Created = { issuerDetails: [boolean, [{ issuerId: string }]] };
    const { issuerDetails } = await call<Created>(port, owner, 'PUT createIssuer', DEMO_ISSUER);
    const { issuerId } = issuerDetails[1][0];
    const securityId = await newSecurity(port, owner, issuerId, 'Security');
    return new Cast(port, operator, { attackers, issuerId, securityId });
  }

  /** Owner of the securities and of what rests in them, as a rule. */
  get owner(): Credentials {
    return this.attackers[0] as Credentials;
  }

  /** Another client, which trades with the owner. */
  get taker(): Credentials {
    return this.attackers[1] as Credentials;
  }

  /** @param what verb and name, such as POST createOrder */
  call<T>(credentials: Credentials, what: string, body: object): Promise<T> {
    return call<T>(this.port, credentials, what, body);
  }

  newSecurity(name: string): Promise<string> {
    return newSecurity(this.port, this.owner, this.issuerId, name);
  }

  /** Called when the attack was measured. */
  atEnd(end: () => void): void {
    this.#ends.push(end);
  }

  end(): void {
    for (const end of this.#ends.splice(0)) end();
  }
}

async function newClient(port: number, operator: Credentials, name: string): Promise<Credentials> {
  type Created = { client: { clientId: string } };
  const { client } = await call<Created>(port, operator, 'POST admin/createClient', { name });
  const { clientId } = client;
  const key = await call<{ developerAPIKey: string }>(port, operator, 'POST admin/createApiKey', { clientId });
  return { clientID: clientId, developerAPIKey: key.developerAPIKey };
}

/** A security that trades. */
export async function newSecurity(
  port: number,
  owner: Credentials,
  issuerId: string,
  issueName: string,
): Promise<string> {
  type Created = { offeringDetails: [boolean, [{ offeringId: string }]] };
  const { offeringDetails } = await call<Created>(port, owner, 'PUT createOffering', demoOffering(issuerId, issueName));
  const { offeringId } = offeringDetails[1][0];
  await call(port, owner, 'POST updateOffering', { offeringId, offeringStatus: 'Approved' });
  return String(offeringId);
}

/** @param what verb and name, such as POST createOrder */
async function call<T>(port: number, credentials: Credentials, what: string, body: object): Promise<T> {
  const [method = '', name = ''] = what.split(' ');
  const response = await fetch(`http://127.0.0.1:${port}/v3/${name}`, {
    method,
    headers: { authorization: bearer(credentials), 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const answer = (await response.json()) as { statusCode: string };
  if (answer.statusCode !== '101') throw new Error(`${name}: ${JSON.stringify(answer)}`);
  return answer as T;
}

export function bearer({ clientID, developerAPIKey }: Credentials): string {
  return `Bearer ${clientID}:${developerAPIKey}`;
}
