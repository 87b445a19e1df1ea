/** The commands of blocks as the journal has them. */
import type {
  BlockCommand,
  BlockTimerCommand,
  ConfirmBlockCommand,
  EndBlockCommand,
  ReportBlockCommand,
} from '../api/index.ts';
import { AT, entryValues, ticketFrom, type Values } from './order-values.ts';

type Timed<T> = T & { readonly time: number };
interface Codec<T extends BlockCommand | BlockTimerCommand> {
  readonly encode: (command: Timed<T>) => Values;
  readonly decode: (values: Values) => T;
}

function once(idempotency: unknown): object {
  return idempotency === null ? {} : { idempotency };
}

export const BLOCK_CODECS: {
  readonly reportBlock: Codec<ReportBlockCommand>;
  readonly confirmBlock: Codec<ConfirmBlockCommand>;
  readonly endBlock: Codec<EndBlockCommand>;
  readonly blockTimer: Codec<BlockTimerCommand>;
} = {
  reportBlock: {
    encode: (c) => {
      const terms = {
        ticket: c.ticket,
        quantity: c.quantity,
        price: c.price,
        contingency: 'None',
        minimum: 0,
      } as const;
      const { clientId, accountId } = c.counterparty;
      return [
        c.type,
        c.time,
        clientId,
        accountId,
        c.seconds,
        entryValues('block', c.time, terms, null),
        c.idempotency ?? null,
      ];
    },
    decode: (v) => {
      const entered = v[5] as Values;
      return {
        type: 'reportBlock',
        ticket: ticketFrom(entered),
        quantity: entered[AT.quantity],
        price: entered[AT.price],
        counterparty: { clientId: v[2], accountId: v[3] },
        seconds: v[4],
        ...once(v[6]),
      } as ReportBlockCommand;
    },
  },
  confirmBlock: {
    encode: (c) => [
      c.type,
      c.time,
      c.clientId,
      c.blockId,
      c.memberId,
      c.accountId,
      c.token,
      c.ip,
      c.idempotency ?? null,
    ],
    decode: (v) =>
      ({
        type: 'confirmBlock',
        ...{ clientId: v[2], blockId: v[3], memberId: v[4], accountId: v[5], token: v[6], ip: v[7] },
        ...once(v[8]),
      }) as ConfirmBlockCommand,
  },
  endBlock: {
    encode: (c) => [c.type, c.time, c.clientId, c.blockId, c.status, c.reason, c.idempotency ?? null],
    decode: (v) =>
      ({
        ...{ type: 'endBlock', clientId: v[2], blockId: v[3], status: v[4], reason: v[5] },
        ...once(v[6]),
      }) as EndBlockCommand,
  },
  blockTimer: {
    encode: (c) => [c.type, c.time, c.blockId],
    decode: (v) => ({ type: 'blockTimer', blockId: v[2] }) as BlockTimerCommand,
  },
};
