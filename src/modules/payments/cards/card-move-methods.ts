/** A payment by card as the methods and webhooks show it. */
import Type from 'typebox';
import type { CardFundMoveRow } from '../../../database/schema/index.ts';
import { ApiError, defineMethod, type Method } from '../../../http/methods/index.ts';
import { choice, numericId, optional, required, text } from '../../../http/parameters/index.ts';
import { ACCOUNT, findAccount } from '../../accounts/index.ts';
import { change } from '../../shared/change/index.ts';
import { LONG_LIST_MAX } from '../../shared/list/index.ts';
import { EVERY_CLIENT, found, readerOf, shownTo, shownToSchema } from '../../shared/record/index.ts';
import { at, ipAddress, line, orNull, view } from '../../shared/values/index.ts';
import { totalOfTrade } from '../../trades/index.ts';
import { REPORTED, stateFields } from '../lifecycle/index.ts';
import { cardRail } from './card-rail.ts';
import { accountId, type CardDeps, refNum } from './cards-deps.ts';
import { START_REFUSALS, startCardMove } from './start-card-move.ts';

/** What ccFundMove and ccFundMovement answer and send: ccreferencenumber is the RefNum of the other methods. */
const NEW_MOVE_VIEW = view<CardFundMoveRow>('NewCardPayment')({
  accountId: 'account_id',
  tradeId: 'trade_id',
  offeringId: 'offering_id',
  totalAmount: 'total_amount',
  ccreferencenumber: 'ref_num',
  fundStatus: 'fund_status',
  transactionstatus: 'transaction_status',
});

const MOVE_VIEW = view<CardFundMoveRow>('CardPayment')({
  accountId: 'account_id',
  tradeId: 'trade_id',
  offeringId: 'offering_id',
  totalAmount: 'total_amount',
  processorTransactionId: orNull('processor_transaction_id'),
  processorTransactionMessage: orNull('processor_transaction_message'),
  processorTokenMessage: orNull('processor_token_message', 'JSON of the other values from the processor'),
  RefNum: 'ref_num',
  errors: orNull('errors', 'why it was returned, or what went back of it'),
  transactionstatus: 'transaction_status',
  fundStatus: 'fund_status',
  createdDate: at('created_at'),
});

export function ccFundMove(deps: CardDeps): Method {
  return defineMethod({
    name: 'ccFundMove',
    summary: 'Pays a trade with the linked card of its account, exactly its amount',
    description:
      'The payment is Pending until 18:00 US Eastern of the next bank business day; until then ' +
      'requestForVoidCCTransaction calls it off (K3). At most 5,000 dollars where the operator set nothing else.',
    signInAgain: true,
    amount: totalOfTrade(deps),
    refusals: START_REFUSALS,
    parameters: {
      accountId: accountId(),
      tradeId: required(numericId({ description: 'trade id' })),
      createdIpAddress: required(ipAddress()),
    },
    response: Type.Object({ transactionDetails: Type.Array(NEW_MOVE_VIEW.schema) }),
    handler: change(deps, async ({ client: { clientId }, values, ip }, db) => {
      const order = { clientId, ...values, amount: undefined, ip };
      const fields = NEW_MOVE_VIEW.show(await startCardMove(deps, db, order));
      return { fields: { transactionDetails: [fields] }, webhook: fields };
    }),
  });
}

export function ccFundMovement(deps: CardDeps): Method {
  return defineMethod({
    name: 'ccFundMovement',
    summary: 'Pays a trade with the linked card of its account, with the amount given',
    description:
      'As ccFundMove, with the amount that is sent. The trade is FUNDED once what has settled covers it (T13).',
    signInAgain: true,
    amount: ({ amount }) => amount,
    refusals: START_REFUSALS,
    parameters: {
      accountId: accountId(),
      tradeId: required(numericId({ description: 'trade id' })),
      // Another form than this is 732, not 106.
      amount: required(text({ description: 'dollars, at most two decimals', maxLength: 100 })),
      createdIpAddress: required(ipAddress()),
    },
    response: Type.Object({ transactionDetails: Type.Array(NEW_MOVE_VIEW.schema) }),
    handler: change(deps, async ({ client: { clientId }, values, ip }, db) => {
      const fields = NEW_MOVE_VIEW.show(await startCardMove(deps, db, { clientId, ...values, ip }));
      return { fields: { transactionDetails: [fields] }, webhook: fields };
    }),
  });
}

export function getCCFundMoveHistory(deps: CardDeps): Method {
  return defineMethod({
    name: 'getCCFundMoveHistory',
    summary: `Lists the payments by card of an account, newest first, at most ${LONG_LIST_MAX.toLocaleString('en')}`,
    description: 'Those that were voided or returned are among them. An account without payments has an empty list.',
    refusals: [148],
    parameters: { accountId: accountId() },
    response: Type.Object({ creditcardDetails: Type.Array(shownToSchema(MOVE_VIEW.schema)) }),
    handler: async ({ client, values }) => {
      const reader = readerOf(client);
      found(ACCOUNT, await findAccount(deps.db, reader, values.accountId));
      const shown = (move: CardFundMoveRow) => shownTo(client, move, MOVE_VIEW.show(move));
      const { accountId: id } = values;
      return { fields: { creditcardDetails: await cardRail.ofAccount(deps, reader, { accountId: id }, shown) } };
    },
  });
}

export function getCCFundMoveInfo({ db }: CardDeps): Method {
  return defineMethod({
    name: 'getCCFundMoveInfo',
    summary: 'Reads a payment by card',
    description: 'errors has the reason of its return; the values of the processor are in the three processor fields.',
    refusals: [148, 212],
    parameters: { RefNum: refNum(), accountId: accountId() },
    response: Type.Object({ creditcardDetails: Type.Array(shownToSchema(MOVE_VIEW.schema)) }),
    handler: async ({ client, values }) => {
      const reader = readerOf(client);
      found(ACCOUNT, await findAccount(db, reader, values.accountId));
      const move = await cardRail.find(db, reader, values.RefNum);
      if (move === undefined || move.account_id !== values.accountId) throw new ApiError(212);
      return { fields: { creditcardDetails: [shownTo(client, move, MOVE_VIEW.show(move))] } };
    },
  });
}

export function requestForVoidCCTransaction(deps: CardDeps): Method {
  return defineMethod({
    name: 'requestForVoidCCTransaction',
    summary: 'Calls off a payment by card that is Pending',
    description: 'It becomes Voided, and the trade can be paid again. One that is not Pending is refused (224).',
    signInAgain: true,
    amount: ({ RefNum }, client) => cardRail.amountOf(deps.db, readerOf(client), RefNum),
    refusals: [212, 224],
    parameters: { RefNum: refNum() },
    response: Type.Object({ investorExternalAccountDetails: Type.String() }),
    handler: change(deps, async ({ client, values }, db) => {
      const held = await cardRail.require(db, client.clientId, values.RefNum);
      const { webhooks } = await cardRail.step(db, held, 'void', { nowUs: deps.nowUs() });
      return { fields: { investorExternalAccountDetails: 'The status was updated' }, alsoFires: webhooks };
    }),
  });
}

export function updateCCFundMoveStatus(deps: CardDeps): Method {
  return defineMethod({
    name: 'updateCCFundMoveStatus',
    summary: 'Sets what became of a payment by card that is handled outside of this program',
    description:
      'For operators (K6). A payment that is set to Submitted here is not given to the processor. ' +
      'Settled makes the trade FUNDED; Returned, also of a Settled one, takes that back. ' +
      'A Pending one that the batch would void (T14) does not become Submitted.',
    amount: ({ RefNum }, client) => cardRail.amountOf(deps.db, readerOf(client), RefNum),
    refusals: [135, 138, 148, 190, 212, 224, 234, 404],
    operator: true,
    fourEyes: true,
    parameters: {
      RefNum: refNum(),
      fundStatus: required(
        choice(['Submitted', 'Settled', 'Returned'], { description: 'Voided: see requestForVoidCCTransaction' }),
      ),
      errors: optional(line('why it was returned; kept for Returned only')),
      processorTransactionMessage: optional(line('what the processor said')),
    },
    response: Type.Object({ creditcardDetails: Type.Array(shownToSchema(MOVE_VIEW.schema)) }),
    handler: change(deps, async ({ client, values }, db) => {
      const held = await cardRail.require(db, EVERY_CLIENT, values.RefNum);
      const trigger = REPORTED[values.fundStatus];
      if (trigger === 'submit' && held.payment.transaction_status === 'Declined') {
        throw new ApiError(224, 'transactionstatus is Declined');
      }
      if (trigger === 'submit') await cardRail.requireCanBeSent(db, held);
      const details = {
        nowUs: deps.nowUs(),
        errors: trigger === 'return' ? values.errors : null,
        changes: { processor_transaction_message: values.processorTransactionMessage },
      };
      const { payment, webhooks } = await cardRail.step(db, held, trigger, details);
      return {
        fields: { creditcardDetails: [shownTo(client, payment, MOVE_VIEW.show(payment))] },
        alsoFires: webhooks,
      };
    }),
  });
}

export function updateCCFundMoveApprovedStatus(deps: CardDeps): Method {
  return defineMethod({
    name: 'updateCCFundMoveApprovedStatus',
    summary: 'Approves or declines a Pending payment by card',
    description:
      'For operators. One that is Declined is not given to the processor while it is (K7); 224 when not Pending.',
    amount: ({ RefNum }, client) => cardRail.amountOf(deps.db, readerOf(client), RefNum),
    refusals: [212, 224],
    operator: true,
    fourEyes: ({ transactionstatus }) => transactionstatus !== 'Declined',
    parameters: {
      RefNum: refNum(),
      transactionstatus: required(choice(['Pending', 'Approved', 'Declined'])),
    },
    response: Type.Object({ creditcardDetails: Type.Array(shownToSchema(MOVE_VIEW.schema)) }),
    handler: change(deps, async ({ client, values, methodName }, db) => {
      const { payment: move } = await cardRail.require(db, EVERY_CLIENT, values.RefNum);
      if (move.fund_status !== 'Pending') throw new ApiError(224, `the state is ${move.fund_status}`);
      const changes = { transaction_status: values.transactionstatus, updated_at: deps.nowUs() };
      const changed = await cardRail.write(db, move, changes);
      const webhook = { clientId: changed.client_id, method: methodName, fields: stateFields(changed) };
      const fields = { creditcardDetails: [shownTo(client, changed, MOVE_VIEW.show(changed))] };
      return { fields, alsoFires: [webhook] };
    }),
  });
}
