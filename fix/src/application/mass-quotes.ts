/** MassQuote (i): many quotes in one message, each set on the order that its QuoteSetID names (Y4). */
import { hash } from 'node:crypto';
import type { Answer, Fields } from '../client.ts';
import { type Field, fieldValue, groupsOf, type Message } from '../codec/index.ts';
import type { OutgoingMessage } from './api.ts';
import { begunInTime, type Context, idempotencyKeyOf, type Received } from './context.ts';
import { memberOf } from './order-fields.ts';
import type { OwnQuotes } from './own-quotes.ts';
import { quotedTerms, sameTerms } from './quoted-terms.ts';
import { MSG, TAG } from './tags.ts';
import { fieldsOf, groupOf, Refusal, required } from './values.ts';

type Part = Fields<'massQuote'>['quotes'][number];
type Result = Answer<'massQuote'>['quoteResults'][number];

/** Parts of one call. */
const PARTS_MAX = 1000;
const ACCEPTED = 0;
const REJECTED = 5;
/** QuoteEntryRejectReason (368): unknown quote, and by the venue's code; another reason is 99. */
const UNKNOWN_QUOTE = 5;
const REJECT_REASONS: Readonly<Record<string, number>> = {
  ...{ 'unknown-order': 1, 'unknown-quote': UNKNOWN_QUOTE, 'trading-stopped': 9 },
  ...{ 'order-takes-no-quotes': 4, 'quote-has-another-state': 4 },
  ...{ 'too-many-quotes-on-the-order': 3, 'too-many-quotes-of-the-client': 3, 'too-many-open-quotes': 3 },
  ...{ 'quantity-above-remaining': 3, 'price-off-tick': 8, 'price-outside-collar': 8 },
};
const OTHER = 99;

interface Entry {
  readonly orderid: string;
  readonly id: string;
  /** What is asked of the venue; undefined: nothing is left to do, or nothing can be done. */
  readonly part: Part | undefined;
  refused: { readonly code: string; readonly text: string } | undefined;
}

/** Answers with MassQuoteAcknowledgement (b); each change of a quote comes as QuoteStatusReport, too. */
export class MassQuotes {
  readonly #context: Context;
  readonly #own: OwnQuotes;

  constructor(context: Context, own: OwnQuotes) {
    this.#context = context;
    this.#own = own;
  }

  async quote(received: Received): Promise<void> {
    const { ats, memberId, port } = this.#context;
    const { inboxId, message } = received;
    await this.#own.known();
    const sets = groupsOf(message, TAG.NoQuoteSets).map((set) => this.#entriesOf(set, received.isAgain));
    const entries = sets.flatMap(({ entries: ofSet }) => ofSet);
    requireFew(entries);
    const asked = entries.filter(({ part }) => part !== undefined);
    const quotes = asked.map(({ part }) => part as Part);
    if (quotes.length > 0) {
      const fields = { memberid: memberOf(message) ?? memberId, accountid: fieldValue(message, TAG.Account), quotes };
      // What is left to do of a message that comes again is another call.
      const id = `${fieldValue(message, TAG.QuoteID) ?? ''}|${hash('sha256', JSON.stringify(quotes), 'base64url')}`;
      const idempotencyKey = idempotencyKeyOf(this.#context, received, id);
      const answer = await begunInTime(this.#context, received, (options) =>
        ats.methods.massQuote(fields, { idempotencyKey, ...options }),
      );
      for (const [at, result] of answer.quoteResults.entries()) this.#noted(asked[at] as Entry, result);
    }
    port.append([acknowledged(message, sets)], { inbox: [inboxId] });
  }

  #noted(entry: Entry, { quoteId, version, reasonCode, reason }: Result): void {
    if (quoteId === null || version === null) {
      entry.refused = { code: reasonCode ?? '', text: reason ?? '' };
      return;
    }
    // Its event may come later than the next message about it.
    const { orderid: orderId, id: token, part } = entry;
    const known = this.#own.of(orderId, token);
    const price = String(part?.price ?? known?.price ?? '');
    const quantity = String(part?.quantity ?? known?.quantity ?? '');
    const quoteStatus = part?.cancel === 'Yes' ? 'Cancelled' : 'Open';
    const expiresDate = known?.expiresDate ?? null;
    this.#own.take({ quoteId, orderId, quoteStatus, version, token, expiresDate, price, quantity });
  }

  #entriesOf(set: Message, isAgain: boolean): { readonly set: Message; readonly entries: readonly Entry[] } {
    const orderid = required(set, TAG.QuoteSetID, 'QuoteSetID');
    const until = fieldValue(set, TAG.QuoteSetValidUntilTime);
    const entries = groupsOf(set, TAG.NoQuoteEntries).map((one): Entry => {
      const id = required(one, TAG.QuoteEntryID, 'QuoteEntryID');
      return { orderid, id, ...this.#partOf(one, { orderid, id, until, isAgain }) };
    });
    return { set, entries };
  }

  #partOf(
    entry: Message,
    named: {
      readonly orderid: string;
      readonly id: string;
      readonly until: string | undefined;
      readonly isAgain: boolean;
    },
  ): Pick<Entry, 'part' | 'refused'> {
    const { orderid, id, isAgain } = named;
    const known = this.#own.of(orderid, id);
    const terms = quotedTerms(entry, named.until);
    if (terms === undefined) {
      if (known !== undefined) return { part: { quoteId: known.quoteId, cancel: 'Yes' }, refused: undefined };
      const refused = { code: 'unknown-quote', text: 'the quote was not found' };
      return { part: undefined, refused: isAgain ? undefined : refused };
    }
    if (known === undefined) return { part: { orderid, ...terms, token: id }, refused: undefined };
    const isDone = isAgain && sameTerms(known, terms);
    return { part: isDone ? undefined : { quoteId: known.quoteId, ...terms }, refused: undefined };
  }
}

/** Throws a Refusal where there are too many, none, or two of one name. */
function requireFew(entries: readonly Entry[]): void {
  if (entries.length === 0) throw new Refusal('malformed', 'NoQuoteEntries (295) must be at least 1');
  if (entries.length > PARTS_MAX) throw new Refusal('malformed', `a MassQuote has at most ${PARTS_MAX} entries`);
  const names = new Set(entries.map(({ orderid, id }) => `${orderid} ${id}`));
  if (names.size < entries.length) throw new Refusal('malformed', 'QuoteEntryID (299) must be unique in its set');
}

function acknowledged(
  message: Message,
  sets: readonly { readonly set: Message; readonly entries: readonly Entry[] }[],
): OutgoingMessage {
  const all = sets.flatMap(({ entries }) => entries);
  const first = all.find(({ refused }) => refused !== undefined)?.refused;
  const isRefused = all.every(({ refused }) => refused !== undefined);
  const body = [
    ...fieldsOf([TAG.QuoteReqID, fieldValue(message, TAG.QuoteReqID)], [TAG.QuoteID, fieldValue(message, TAG.QuoteID)]),
    ...fieldsOf([TAG.QuoteStatus, isRefused ? REJECTED : ACCEPTED], [TAG.Text, first?.text]),
    ...groupOf(TAG.NoQuoteSets, sets.map(setFields)),
    ...fieldsOf([TAG.ReasonCode, first?.code]),
  ];
  return { msgType: MSG.MassQuoteAcknowledgement, body };
}

function setFields({ set, entries }: { readonly set: Message; readonly entries: readonly Entry[] }): Field[] {
  const total = entries.length;
  return [
    ...fieldsOf([TAG.QuoteSetID, fieldValue(set, TAG.QuoteSetID)], [TAG.TotNoQuoteEntries, total]),
    ...groupOf(
      TAG.NoQuoteEntries,
      entries.map(({ id, refused }) => {
        const reason = refused && (REJECT_REASONS[refused.code] ?? OTHER);
        return fieldsOf([TAG.QuoteEntryID, id], [TAG.QuoteEntryRejectReason, reason]);
      }),
    ),
  ];
}

/** MassQuoteAcknowledgement of a message that is refused as a whole. */
export function refusedMassQuote(
  message: Message,
  reason: { readonly text: string; readonly code?: string | undefined },
) {
  const body = [
    ...fieldsOf([TAG.QuoteReqID, fieldValue(message, TAG.QuoteReqID)], [TAG.QuoteID, fieldValue(message, TAG.QuoteID)]),
    ...fieldsOf([TAG.QuoteStatus, REJECTED], [TAG.Text, reason.text], [TAG.ReasonCode, reason.code]),
  ];
  return { msgType: MSG.MassQuoteAcknowledgement, body };
}
