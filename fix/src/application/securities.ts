/** The securities of the venue, by the ids with which FIX messages name them. */
import type { Answer, Fields, OpenAts } from '../client.ts';
import { type Field, fieldValue, type Message } from '../codec/index.ts';
import type { SettlementDays } from './settlement-days.ts';
import { TAG } from './tags.ts';
import { fieldsOf, Refusal } from './values.ts';

/** Of getSecurities. */
export type Security = Answer<'getSecurities'>['securities'][number];

/** As createOrder takes it. */
export type NamedSecurity = Pick<Fields<'createOrder'>, 'securityid' | 'issuerid' | 'symbol'>;

const PAGE = 1000;
/** Between two reads for the sake of an unknown security. */
const AGAIN_MS = 1000;
/** SecurityIDSource (22): CUSIP, ISIN, and the exchange's own, which is the id of the security. */
const SOURCE = { cusip: '1', isin: '4', exchange: '8' } as const;

export class Securities {
  /** When trades in them are settled. */
  readonly settlement: SettlementDays;
  readonly #ats: OpenAts;
  readonly #nowMs: () => number;
  #byName = new Map<string, Security>();
  #byId = new Map<string, Security>();
  #readAtMs = Number.NEGATIVE_INFINITY;
  #reading: Promise<void> | undefined;

  constructor(ats: OpenAts, nowMs: () => number, settlement: SettlementDays) {
    this.#ats = ats;
    this.#nowMs = nowMs;
    this.settlement = settlement;
  }

  /** Reads all securities. Rejects with ApiRefusal or NoAnswer. */
  read(): Promise<void> {
    this.#reading ??= this.#read().finally(() => {
      this.#reading = undefined;
    });
    return this.#reading;
  }

  /** A corporate action that has had effect may be a name change. What is known stays where it cannot be read. */
  async follow({ status }: { readonly status: string }): Promise<void> {
    if (status !== 'Effective') return;
    // A read that is under way may have passed the security already.
    await this.#reading?.catch(() => {});
    await this.read().catch(() => {});
  }

  /** The venue says what a security is now: reads again where that is not what is known. */
  async compare(securityId: string, reference: Security['reference']): Promise<void> {
    await this.#reading?.catch(() => {});
    const known = this.#byId.get(securityId);
    if (known === undefined || JSON.stringify(known.reference ?? {}) === JSON.stringify(reference ?? {})) return;
    await this.read();
  }

  all(): Security[] {
    return [...this.#byId.values()];
  }

  /** A read after which an unknown security may be known; undefined: there is nothing to read for. */
  prepared(message: Message): Promise<void> | undefined {
    const isNamed = fieldValue(message, TAG.Symbol) !== undefined || fieldValue(message, TAG.SecurityID) !== undefined;
    if (!isNamed || this.find(message) !== undefined) return undefined;
    if (this.#nowMs() - this.#readAtMs < AGAIN_MS) return this.#reading;
    return this.read().catch(() => {});
  }

  /** The security that a message, or an entry of a group, names. Throws a Refusal for an unknown one. */
  of(message: Message): Security {
    const security = this.find(message);
    if (security !== undefined) return security;
    const name = fieldValue(message, TAG.SecurityID) ?? fieldValue(message, TAG.Symbol) ?? '';
    throw new Refusal('unknown-security', `Symbol (55) or SecurityID (48): there is no security ${name}`);
  }

  /** For an order: the symbol, where the message has only that, for it may have moved to another security (V67). */
  named(message: Message): NamedSecurity {
    const { securityId, issuerId, reference } = this.of(message);
    const isBySymbol = fieldValue(message, TAG.SecurityID) === undefined;
    const symbol = fieldValue(message, TAG.Symbol);
    return isBySymbol && symbol === reference?.symbol ? { symbol } : { securityid: securityId, issuerid: issuerId };
  }

  find(message: Message): Security | undefined {
    const id = fieldValue(message, TAG.SecurityID);
    const source = fieldValue(message, TAG.SecurityIDSource) ?? SOURCE.exchange;
    if (id !== undefined) return this.#byName.get(`${source} ${id}`);
    const symbol = fieldValue(message, TAG.Symbol) ?? '';
    return this.#byName.get(`symbol ${symbol}`) ?? this.#byId.get(symbol);
  }

  byId(securityId: string): Security | undefined {
    return this.#byId.get(securityId);
  }

  /** Symbol and ids, as a message or an entry of a group has them. */
  fieldsOf(securityId: string): Field[] {
    const { reference } = this.#byId.get(securityId) ?? {};
    return fieldsOf(
      [TAG.Symbol, reference?.symbol ?? securityId],
      [TAG.SecurityID, securityId],
      [TAG.SecurityIDSource, SOURCE.exchange],
    );
  }

  async #read(): Promise<void> {
    this.#readAtMs = this.#nowMs();
    const securities: Security[] = [];
    for (let after: string | undefined, more = true; more; ) {
      const page = await this.#ats.methods.getSecurities({ after, limit: PAGE });
      securities.push(...page.securities);
      after = page.securities.at(-1)?.securityId;
      more = page.moreSecurities === 'Yes';
    }
    this.#byId = new Map(securities.map((one) => [one.securityId, one]));
    this.#byName = new Map(securities.flatMap((one) => namesOf(one).map((name) => [name, one] as const)));
  }
}

function namesOf({ securityId, reference }: Security): string[] {
  const { symbol, isin, cusip } = reference ?? {};
  const names = [`${SOURCE.exchange} ${securityId}`];
  if (symbol) names.push(`symbol ${symbol}`, `${SOURCE.exchange} ${symbol}`);
  if (isin) names.push(`${SOURCE.isin} ${isin}`);
  if (cusip) names.push(`${SOURCE.cusip} ${cusip}`);
  return names;
}
