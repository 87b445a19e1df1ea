import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodeCommand, encodeCommand } from '../../src/exchange/commands/command-codecs.ts';
import { commandsIn } from '../../src/exchange/commands/command-text.ts';
import type { JournaledCommand } from '../../src/exchange/commands/journaled-command.ts';
import { runs } from '../support/thorough.ts';
import { ticketOf } from './random-ticket.ts';

/** Texts as they are usually, and with all that may need an escape or more than a byte. */
const text = fc.oneof(
  fc.string({ minLength: 1, maxLength: 12 }),
  fc.constantFrom('C10000001', 'A1000007', '192.0.2.1', 'with space', '"', '\\', '\n', 'é', '😀', '\u007f'),
  fc.string({ unit: 'binary', maxLength: 6 }),
);
const number = fc.oneof(
  fc.nat(),
  fc.nat(Number.MAX_SAFE_INTEGER),
  fc.constantFrom(0, 999_999_999, 1_000_000_000, 999_999_999_999_999, 1e15, Number.MAX_SAFE_INTEGER, -1, 0.5, 1e21),
);
const idempotency = fc.record({ key: text, bodyHash: text });
const contingency = fc.constantFrom('None', 'All or None', 'Minimum Quantity');

const ticket = ticketOf(text, number);
const timed = <T extends string>(type: T) => ({ type: fc.constant(type), time: number });
const enter = {
  ...timed('enter'),
  ticket,
  quantity: number,
  price: number,
  contingency,
  minimum: number,
  idempotency,
  deadline: number,
};
const change = { clientId: text, orderId: number, token: text, idempotency };

const command = fc.oneof(
  fc.record(enter, {
    requiredKeys: ['type', 'time', 'ticket', 'quantity', 'price', 'contingency', 'minimum'],
    noNullPrototype: true,
  }),
  fc.record({ ...timed('cancel'), ...change }, { requiredKeys: ['type', 'time', 'clientId', 'orderId'] }),
  fc.record(
    {
      ...{ ...timed('replace'), ...change, quantity: number, price: number, contingency },
      ...{ minimum: number, newToken: text, deadline: number },
    },
    { requiredKeys: ['type', 'time', 'clientId', 'orderId'] },
  ),
  fc.record({ ...timed('halt'), securityId: number, reason: fc.option(text) }),
  fc.record(timed('continue')),
);

function linesOf(commands: readonly unknown[]): string[] {
  return commands.map((one) => encodeCommand(one as JournaledCommand));
}

function viaJson(line: string): JournaledCommand {
  return decodeCommand(JSON.parse(line) as unknown[]);
}

/** The usual line of a new order, with other values in some places. */
function entry(over: Readonly<Record<number, unknown>> = {}): string {
  const terms = ['Limit', 'buy', 100, 50_000_000, 'GTC', null, true, 'None', 0, false];
  const values = ['enter', 1_800_000_000_000_000, 'C1', 7, '1', 'A1', ...terms, null, '192.0.2.1', null];
  return JSON.stringify(values.map((value, index) => (index in over ? over[index] : value)));
}

test('the commands of a group are those that JSON.parse would give', () => {
  const property = fc.property(fc.array(command, { maxLength: 8 }), (commands) => {
    const lines = linesOf(commands);
    expect(commandsIn(Buffer.from(lines.join('\n')))).toEqual(lines.map(viaJson));
  });
  fc.assert(property, { numRuns: runs(1000, 3000) });
});

test('texts of another group stay what they were', () => {
  const first = commandsIn(Buffer.from(entry({ 16: 'token' })));
  const clients = Array.from({ length: 200_000 }, (_, n) => entry({ 2: `C${n}`, 5: `A${n}` }));
  const payload = Buffer.from(clients.join('\n'));
  const all = commandsIn(payload);
  payload.fill(0);
  const wrong = all.filter((one, n) => one.type !== 'enter' || one.ticket.clientId !== `C${n}`);
  expect(wrong).toEqual([]);
  expect(first).toEqual([viaJson(entry({ 16: 'token' }))]);
});

describe('a line that is not as it is usually', () => {
  const zeroes = entry().replace(',100,', ',0100,');
  test.each([
    ['cut off', entry().slice(0, -1)],
    ['cut off in a text', entry().slice(0, -8)],
    ['cut off in a number', entry().slice(0, 20)],
    ['empty', ''],
    ['with more text after it', `${entry()}]`],
    ['with a zero before a number', zeroes],
    ['with a zero before a long number', entry().replace(',1800', ',01800')],
    ['with a text that does not end', entry().replace('"C1"', '"C1')],
    ['with a control character', entry().replace('C1', 'C\t1')],
    ['with a comma too many', entry().replace(',100,', ',100,,')],
  ])('is refused as JSON.parse refuses it: %s', (_what, line) => {
    const refusal = messageOf(() => JSON.parse(line));
    expect(refusal).not.toBe('');
    expect(messageOf(() => commandsIn(Buffer.from(`${entry()}\n${line}\n${entry()}`)))).toBe(refusal);
    if (line !== '') expect(messageOf(() => commandsIn(Buffer.from(line)))).toBe(refusal);
  });

  test.each([
    ['spaces', entry().replaceAll(',', ', ')],
    ['an escape that need not be', entry().replace('C1', '\\u00431')],
    ['more values than this version knows', entry().replace(/null\]$/, 'null,null,null,"more"]')],
    ['an idempotency key in another order', entry({ 18: { bodyHash: 'b', key: 'k' } })],
    ['a number with a fraction', entry({ 8: 0.5 })],
    ['a number above 2^53', entry().replace('50000000', '9007199254740993')],
    ['a fallback before another line', `${entry({ 8: -1 })}\n${entry()}`],
  ])('is read as JSON.parse reads it: %s', (_what, lines) => {
    expect(commandsIn(Buffer.from(lines))).toEqual(lines.split('\n').map(viaJson));
  });

  test('is refused where its type is not known', () => {
    expect(() => commandsIn(Buffer.from('["teleport",1,2]'))).toThrow('unknown command type "teleport"');
    expect(() => commandsIn(Buffer.from('["entered",1,2]'))).toThrow('unknown command type "entered"');
  });
});

test('a group without commands has none', () => {
  expect(commandsIn(Buffer.alloc(0))).toEqual([]);
});

function messageOf(act: () => unknown): string {
  try {
    act();
    return '';
  } catch (error) {
    return (error as Error).message;
  }
}
