/** An investor whose trades are made, paid, returned, voided and cancelled; what must have become of each is known. */
import type { Dice } from './dice.ts';
import type { RestartingDesk } from './restarting-desk.ts';

/** Where a move is kept. */
export type MoveKind = 'ach' | 'card' | 'custody' | 'receipt';

/** A way to pay: the methods, and which of them have a webhook. */
interface Way {
  readonly transactionType: string;
  /** Where its moves are kept, as Paid names it. */
  readonly kind: MoveKind;
  readonly pay: string;
  readonly status: string;
  readonly sendsStatus: boolean;
  readonly cancel: string;
}

const ACH: Way = {
  transactionType: 'ACH',
  kind: 'ach',
  pay: 'externalFundMove',
  status: 'updateExternalFundMoveStatus',
  sendsStatus: true,
  cancel: 'requestForVoidACH',
};
const CARD: Way = {
  transactionType: 'CREDITCARD',
  kind: 'card',
  pay: 'ccFundMove',
  status: 'updateCCFundMoveStatus',
  sendsStatus: true,
  cancel: 'requestForVoidCCTransaction',
};
const CUSTODY: Way = {
  transactionType: 'CUSTODY',
  kind: 'custody',
  pay: 'createCustodyFundMove',
  status: 'admin/updateCustodyFundMoveStatus',
  sendsStatus: false,
  cancel: 'updateCustodyFundMove',
};

/** By a wire or a check, which the operator records. */
const BY_HAND = 'by hand';

/** Nicknames of bank accounts: of one the sandbox settles each debit at once, of the other the bank decides (A12). */
export const SETTLES = 'Test ACH Settled';
export const WAITS = 'Example bank';

/** The webhooks that are checked: those of trades and their money. */
export const WEBHOOK_METHODS = [
  ...['createTrade', 'deleteTrade', 'cancelInvestment', 'updateTradeStatus', 'externalFundMove'],
  ...['updateExternalFundMoveStatus', 'requestForVoidACH', 'ccFundMove', 'updateCCFundMoveStatus'],
  ...['requestForVoidCCTransaction', 'createCustodyFundMove', 'updateCustodyFundMove'],
];

export interface Move {
  readonly kind: MoveKind;
  readonly refNum: string;
  /** Settled, Returned ...; of a wire or a check Matched, Unmatched or Returned. */
  readonly state: string;
}

/** What is known of a trade that is done with: its state, and that of its only move, if it has one. */
export interface Deal {
  readonly tradeId: string;
  readonly state: string;
  readonly move: Move | undefined;
}

export interface InvestorIds {
  readonly offeringId: string;
  readonly accountId: string;
  readonly nickname: string;
}

export class PayingInvestor {
  readonly deals: Deal[] = [];
  /** Each webhook that is due, by its method and what it is about; how often. */
  readonly due = new Map<string, number>();
  readonly #desk: RestartingDesk;
  readonly #dice: Dice;
  readonly #ids: InvestorIds;
  #move: Move | undefined;

  constructor(desk: RestartingDesk, dice: Dice, ids: InvestorIds) {
    this.#desk = desk;
    this.#dice = dice;
    this.#ids = ids;
  }

  /** One trade from its making to where it is left. */
  async deal(): Promise<void> {
    const { offeringId, accountId } = this.#ids;
    const way = this.#dice.pick<Way | typeof BY_HAND>([ACH, CARD, CUSTODY, BY_HAND]);
    const units = this.#dice.between(1, 20);
    const made = await this.#desk.must('createTrade', {
      ...{ offeringId, accountId, transactionUnits: units },
      ...{ transactionType: way === BY_HAND ? 'WIRE' : way.transactionType, fees: '0.25' },
    });
    const [, [{ tradeId, transactionAmount }]] = made.purchaseDetails as [boolean, [Record<string, string>]];
    this.#expectWebhook('createTrade', tradeId!);
    this.#move = undefined;
    const amount = Number(transactionAmount).toFixed(2);
    const pay = () => (way === BY_HAND ? this.#receive(tradeId!, amount) : this.#pay(way, tradeId!, amount));
    const state = this.#dice.chance(0.1) ? await this.#withdraw(tradeId!) : await pay();
    this.deals.push({ tradeId: tradeId!, state, move: this.#move });
  }

  async #withdraw(tradeId: string): Promise<string> {
    await this.#desk.must('deleteTrade', { tradeId, accountId: this.#ids.accountId });
    this.#expectWebhook('deleteTrade', tradeId);
    return 'CANCELED';
  }

  /** The state of the trade in the end. */
  async #pay(way: Way, tradeId: string, amount: string): Promise<string> {
    const refNum = await this.#order(way, tradeId, amount);
    const isSimulated = way !== CARD && this.#ids.nickname === SETTLES;
    this.#move = { kind: way.kind, refNum, state: 'Pending' };
    if (isSimulated) {
      this.#moved(way, 'Submitted');
      this.#moved(way, 'Settled');
    } else {
      const ending = this.#dice.pick(['void', 'cancel', 'return', 'settle', 'settle']);
      if (ending === 'void') return this.#void(way, tradeId);
      if (ending === 'cancel') return this.#cancelPending(way, tradeId);
      await this.#set(way, 'Submitted');
      await this.#set(way, ending === 'return' ? 'Returned' : 'Settled');
      if (ending === 'return') return 'CREATED';
    }
    this.#expectWebhook('updateTradeStatus', `${tradeId} FUNDED`);
    return this.#afterSettling(way, tradeId);
  }

  /** The operator records what came, for the trade or to be matched with it. The state of the trade in the end. */
  async #receive(tradeId: string, amount: string): Promise<string> {
    const { offeringId } = this.#ids;
    const said = { offeringId, amount, receivedDate: '2026-01-02', reference: `for ${tradeId}`, payer: 'First Last' };
    const method = this.#dice.pick(['admin/recordWire', 'admin/recordCheck']);
    const isMatched = this.#dice.chance(0.5);
    const made = await this.#desk.must(method, isMatched ? { ...said, tradeId } : said, 'operator');
    const { receiptId } = made.receipt as { readonly receiptId: string };
    const match = (more: object) => this.#desk.must('admin/matchReceipt', { receiptId, tradeId, ...more }, 'operator');
    if (!isMatched) await match({});
    this.#move = { kind: 'receipt', refNum: receiptId, state: 'Matched' };
    this.#expectWebhook('updateTradeStatus', `${tradeId} FUNDED`);
    const ending = this.#dice.pick(['keep', 'keep', 'unwind', 'take back', 'return']);
    if (ending === 'keep') return 'FUNDED';
    if (ending === 'unwind') {
      await this.#unwind(tradeId);
      if (this.#dice.chance(0.3)) return 'UNWIND PENDING';
    }
    const isTakenBack = ending === 'take back' || (ending === 'unwind' && this.#dice.chance(0.5));
    if (isTakenBack) await match({ amount: '0', reason: 'for another trade' });
    else await this.#desk.must('admin/returnReceipt', { receiptId, reason: 'it bounced' }, 'operator');
    this.#move = { ...this.#move, state: isTakenBack ? 'Unmatched' : 'Returned' };
    const state = ending === 'unwind' ? 'UNWIND SETTLED' : 'CREATED';
    this.#expectWebhook('updateTradeStatus', `${tradeId} ${state}`);
    return state;
  }

  async #unwind(tradeId: string): Promise<void> {
    await this.#desk.must('cancelInvestment', { tradeId, requestedBy: 'First Last', reason: 'an example' });
    this.#expectWebhook('cancelInvestment', tradeId);
    this.#expectWebhook('updateTradeStatus', `${tradeId} UNWIND PENDING`);
  }

  /** The reference number of the move. */
  async #order(way: Way, tradeId: string, amount: string): Promise<string> {
    const { offeringId, accountId } = this.#ids;
    const body = { accountId, tradeId, offeringId, amount, description: 'a move', checkNumber: tradeId };
    const answer = await this.#desk.must(way.pay, { ...body, createdIpAddress: '192.0.2.1' });
    const [details] = Object.values(answer).filter((value) => typeof value === 'object') as unknown[];
    const record = [details].flat()[0] as Record<string, string>;
    const refNum = record.RefNum ?? record.ccreferencenumber ?? record.referenceNumber;
    this.#expectWebhook(way.pay, refNum!);
    return refNum!;
  }

  async #afterSettling(way: Way, tradeId: string): Promise<string> {
    const ending = this.#dice.pick(['keep', 'keep', 'unwind', 'late return']);
    if (ending === 'keep') return 'FUNDED';
    if (ending === 'unwind') {
      await this.#unwind(tradeId);
      if (this.#dice.chance(0.3)) return 'UNWIND PENDING';
    }
    await this.#set(way, 'Returned');
    const state = ending === 'unwind' ? 'UNWIND SETTLED' : 'CREATED';
    this.#expectWebhook('updateTradeStatus', `${tradeId} ${state}`);
    return state;
  }

  async #void(way: Way, tradeId: string): Promise<string> {
    const { refNum } = this.#move!;
    const body = way === CUSTODY ? { referenceNumber: refNum, status: 'void' } : { RefNum: refNum };
    await this.#desk.must(way.cancel, body);
    this.#expectWebhook(way.cancel, refNum);
    this.#move = { ...this.#move!, state: 'Voided' };
    return this.#dice.chance(0.5) ? this.#withdraw(tradeId) : 'CREATED';
  }

  /** What is Pending is voided with it. */
  async #cancelPending(way: Way, tradeId: string): Promise<string> {
    await this.#desk.must('cancelInvestment', { tradeId, requestedBy: 'First Last', reason: 'an example' });
    this.#expectWebhook('cancelInvestment', tradeId);
    this.#expectWebhook(way.cancel, this.#move!.refNum);
    this.#expectWebhook('deleteTrade', tradeId);
    this.#move = { ...this.#move!, state: 'Voided' };
    return 'CANCELED';
  }

  /** The operator says what the bank did. */
  async #set(way: Way, state: string): Promise<void> {
    const { refNum } = this.#move!;
    const body = way === CUSTODY ? { referenceNumber: refNum, status: state } : { RefNum: refNum, fundStatus: state };
    await this.#desk.must(way.status, body, 'operator');
    this.#moved(way, state);
  }

  #moved(way: Way, state: string): void {
    this.#move = { ...this.#move!, state };
    if (way.sendsStatus) this.#expectWebhook(way.status, `${this.#move.refNum} ${state}`);
  }

  #expectWebhook(method: string, about: string): void {
    const key = `${method} ${about}`;
    this.due.set(key, (this.due.get(key) ?? 0) + 1);
  }
}
