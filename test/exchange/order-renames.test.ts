import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ReplaceCommand } from '../../src/exchange/api/commands.ts';
import type { OrderView } from '../../src/exchange/api/orders.ts';
import { RENAMED_SINCE, RULES } from '../../src/exchange/api/rules.ts';
import { NO_ORDER, type OrderId } from '../../src/exchange/api/units.ts';
import { decodeCommand, encodeCommand } from '../../src/exchange/commands/command-codecs.ts';
import { commandsIn } from '../../src/exchange/commands/command-text.ts';
import type { JournaledCommand } from '../../src/exchange/commands/journaled-command.ts';
import { VenueState } from '../../src/exchange/desks/venue-state.ts';
import { digestOf, linesOf, loadLine } from '../../src/exchange/storage/snapshot-lines.ts';
import { checkFlows } from '../support/flows.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { cancel, DOLLAR, idOfOrder, openVenue, order, replace, security, type TestVenue } from './venue.ts';

async function venue(folder = temporaryFolder()): Promise<TestVenue> {
  const opened = openVenue({ folder });
  await opened.exchange.submit(security());
  return opened;
}

const refused = (refusal: string) => ({ ok: false, refusal, replayed: false });
const named = (token: string, over: Partial<ReplaceCommand> = {}) => replace(NO_ORDER, { token, ...over });

describe('the token that a replacement gives (H10)', () => {
  test('is that of the order from then on, and the event has the one before', async () => {
    const { exchange, events } = await venue();
    const orderId = idOfOrder(await exchange.submit(order({ token: 'first' })));
    const outcome = await exchange.submit(replace(orderId, { newToken: 'second', price: 9 * DOLLAR }));
    expect(outcome).toMatchObject({ ok: true, order: { ticket: { token: 'second' } }, lostPriority: true });
    expect(exchange.order(orderId)?.ticket.token).toBe('second');
    expect(events.find((event) => event.type === 'order' && event.change === 'replaced')).toMatchObject({
      previousToken: 'first',
      order: { orderId, ticket: { token: 'second' }, price: 9 * DOLLAR },
    });
    await exchange.submit(replace(orderId, { quantity: 50 }));
    expect(events.filter((event) => event.type === 'order' && event.previousToken !== undefined)).toHaveLength(1);
  });

  test('comes alone, and to an order that had none', async () => {
    const { exchange, events } = await venue();
    const orderId = idOfOrder(await exchange.submit(order()));
    expect(await exchange.submit(replace(orderId, { newToken: 'mine' }))).toMatchObject({
      ok: true,
      lostPriority: false,
    });
    expect(events.at(-1)).toMatchObject({ change: 'replaced', previousToken: null });
    expect(await exchange.submit(cancel(0, { token: 'mine' }))).toMatchObject({ order: { orderId } });
  });

  test('finds the order as each earlier one does, until it ends', async () => {
    const { exchange } = await venue();
    const orderId = idOfOrder(await exchange.submit(order({ token: 't0' })));
    for (const [token, newToken] of [
      ['t0', 't1'],
      ['t0', 't2'],
      ['t1', 't3'],
    ] as const) {
      expect(await exchange.submit(named(token, { newToken }))).toMatchObject({ order: { orderId } });
    }
    expect(await exchange.submit(named('t2', { clientId: 'b', quantity: 1 }))).toEqual(refused('unknown order'));
    expect(await exchange.submit(cancel(0, { token: 't1' }))).toMatchObject({ order: { orderId } });
    for (const token of ['t0', 't1', 't2', 't3']) {
      expect(await exchange.submit(cancel(0, { token }))).toEqual(refused('unknown order'));
      expect(exchange.recentWithToken('a', token, 9, Number.MAX_SAFE_INTEGER as OrderId)).toMatchObject([{ orderId }]);
    }
  });

  test('is refused while a live order of the client has it or had it, and changes nothing then', async () => {
    const { exchange } = await venue();
    const first = idOfOrder(await exchange.submit(order({ token: 'first' })));
    await exchange.submit(replace(first, { newToken: 'second' }));
    const other = idOfOrder(await exchange.submit(order({ token: 'other' })));
    for (const newToken of ['first', 'second']) {
      const taken = { ...refused('token is taken'), holder: first };
      expect(await exchange.submit(replace(other, { newToken, quantity: 7 }))).toEqual(taken);
      expect(await exchange.submit(replace(first, { newToken, quantity: 7 }))).toEqual(taken);
      expect(await exchange.submit(order({ token: newToken, optional: { uniqueToken: true } }))).toEqual(taken);
    }
    expect(exchange.order(other)).toMatchObject({ quantity: 100, ticket: { token: 'other' } });
    const theirs = idOfOrder(await exchange.submit(order({ clientId: 'b', token: 'theirs' })));
    expect(await exchange.submit(replace(theirs, { clientId: 'b', newToken: 'first' }))).toMatchObject({ ok: true });
    await exchange.submit(cancel(first));
    expect(await exchange.submit(replace(other, { newToken: 'first' }))).toMatchObject({ ok: true });
  });

  test('is not kept by a refused replacement for the next one', async () => {
    const { exchange } = await venue();
    const first = idOfOrder(await exchange.submit(order({ token: 'first' })));
    const other = idOfOrder(await exchange.submit(order({ token: 'other' })));
    await exchange.submit(order({ clientId: 'b', side: 'sell', quantity: 60 }));
    expect(await exchange.submit(replace(first, { newToken: 'late', quantity: 60 }))).toEqual(
      refused('quantity not above filled'),
    );
    expect(await exchange.submit(replace(other, { quantity: 90 }))).toMatchObject({
      order: { ticket: { token: 'other' } },
    });
  });

  test('leaves an order the newest 16 of its earlier ones', async () => {
    const { exchange } = await venue();
    const orderId = idOfOrder(await exchange.submit(order({ token: 't0' })));
    for (let at = 1; at <= 18; at++) await exchange.submit(replace(orderId, { newToken: `t${at}` }));
    const answers = await Promise.all(
      Array.from({ length: 19 }, (_, at) => exchange.submit(named(`t${at}`, { quantity: 100 }))),
    );
    expect(answers.map(({ ok }) => ok)).toEqual([false, false, ...Array<boolean>(17).fill(true)]);
    // One that it no longer has is free.
    expect(idOfOrder(await exchange.submit(order({ token: 't0', optional: { uniqueToken: true } })))).not.toBe(orderId);
  });

  test('comes with an order that goes back to approval', async () => {
    const { exchange } = await venue();
    const orderId = idOfOrder(await exchange.submit(order({ token: 'first' })));
    await exchange.submit(security({ orderApproval: true }));
    const outcome = await exchange.submit(replace(orderId, { newToken: 'second', price: 11 * DOLLAR }));
    expect(outcome).toMatchObject({ order: { status: 'Pending', ticket: { token: 'second' } } });
    expect(await exchange.submit(replace(orderId, { newToken: 'third' }))).toMatchObject({
      order: { status: 'Pending', ticket: { token: 'third' } },
    });
  });

  test('gives one of 100 that come at once the token', async () => {
    const { exchange } = await venue();
    const ids = await Promise.all(
      Array.from({ length: 100 }, async (_, at) => idOfOrder(await exchange.submit(order({ token: `t${at}` })))),
    );
    const outcomes = await Promise.all(ids.map((id) => exchange.submit(replace(id, { newToken: 'mine' }))));
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
  });

  test('is known after a restart', async () => {
    const folder = temporaryFolder();
    const { exchange } = await venue(folder);
    const orderId = idOfOrder(await exchange.submit(order({ token: 'first' })));
    await exchange.submit(replace(orderId, { newToken: 'second' }));
    await exchange.stop();
    const next = openVenue({ folder });
    expect(next.exchange.order(orderId)?.ticket.token).toBe('second');
    expect(await next.exchange.submit(named('first', { quantity: 3 }))).toMatchObject({ order: { orderId } });
  });

  test('waits until all nodes know the rules for it (J14)', () => {
    const state = new VenueState(0);
    apply(state, [
      { type: 'rules', version: RENAMED_SINCE - 1, time: 1 },
      { ...security(), time: 1 },
      { ...order({ token: 'first' }), time: 2 },
      { ...named('first', { newToken: 'second', quantity: 9 }), time: 3 },
    ]);
    expect([...state.orders.values()]).toMatchObject([{ quantity: 9, ticket: { token: 'first' } }]);
    expect(state.orders.countWithToken('a', 'second')).toBe(0);
  });
});

type Step =
  | { readonly kind: 'enter'; readonly token: string; readonly unique: boolean; readonly clientId: string }
  | { readonly kind: 'rename' | 'cancel'; readonly token: string; readonly newToken: string; readonly clientId: string }
  | { readonly kind: 'byId'; readonly at: number; readonly newToken: string; readonly clientId: string }
  | { readonly kind: 'restart' };

const aToken = fc.constantFrom('r', 's', 't', 'u', 'v');
const aClient = fc.constantFrom('a', 'b');
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constant('enter' as const), token: aToken, unique: fc.boolean(), clientId: aClient }),
  fc.record({
    kind: fc.constantFrom('rename' as const, 'rename' as const, 'cancel' as const),
    token: aToken,
    newToken: aToken,
    clientId: aClient,
  }),
  fc.record({ kind: fc.constant('byId' as const), at: fc.nat(20), newToken: aToken, clientId: aClient }),
  fc.constant({ kind: 'restart' as const }),
);

/** The tokens of a live order, by a plain list. */
interface Modelled {
  readonly clientId: string;
  readonly orderId: OrderId;
  readonly tokens: string[];
}

test('orders, their tokens and those that are taken are those of a plain list', async () => {
  let found = 0;
  await checkFlows(
    [fc.array(step, { minLength: 20, maxLength: 60 })],
    (steps) => {
      let state = opened();
      let time = 10;
      const live: Modelled[] = [];
      const withToken = (clientId: string, token: string) =>
        live.filter((one) => one.clientId === clientId && one.tokens.includes(token));
      const run = (command: object) => state.apply({ ...command, time: ++time } as never);
      for (const one of steps) {
        if (one.kind === 'restart') {
          state = reloaded(state);
          continue;
        }
        const { clientId } = one;
        if (one.kind === 'enter') {
          const optional = one.unique ? { optional: { uniqueToken: true as const } } : {};
          const outcome = run(order({ clientId, token: one.token, price: DOLLAR, ...optional }));
          expect(outcome.ok).toBe(!one.unique || withToken(clientId, one.token).length === 0);
          if (outcome.ok) live.push({ clientId, orderId: newestOf(state), tokens: [one.token] });
          continue;
        }
        const meant =
          one.kind === 'byId' ? live.filter((order) => order.clientId === clientId) : withToken(clientId, one.token);
        const target = one.kind === 'byId' ? meant[one.at % meant.length] : meant.length === 1 ? meant[0] : undefined;
        const by =
          one.kind === 'byId' ? { orderId: target?.orderId ?? NO_ORDER } : { orderId: NO_ORDER, token: one.token };
        if (one.kind === 'cancel') {
          expect(run(cancel(0, { clientId, ...by })).ok).toBe(target !== undefined);
          if (target !== undefined) live.splice(live.indexOf(target), 1);
          continue;
        }
        const isFree = withToken(clientId, one.newToken).length === 0;
        expect(run(replace(0, { clientId, ...by, newToken: one.newToken })).ok).toBe(target !== undefined && isFree);
        if (target === undefined || !isFree) continue;
        found++;
        target.tokens.push(one.newToken);
      }
      for (const { clientId, orderId, tokens } of live) {
        expect(state.orders.known(orderId).ticket.token).toBe(tokens.at(-1));
        for (const token of tokens) {
          const own = withToken(clientId, token);
          expect(state.orders.countWithToken(clientId, token)).toBe(own.length);
          if (own.length === 1) expect(state.orders.withToken(clientId, token)?.orderId).toBe(orderId);
        }
      }
    },
    { numRuns: 150, seed: 7 },
  );
  expect(found).toBeGreaterThan(30);
});

test('the journal has it after the user, and lines without it are as before', () => {
  const plain = { ...replace(9, { price: 5 }), time: 3 };
  expect(encodeCommand(plain)).toBe('["replace",3,"a",9,null,5,null,null,null]');
  const user = { userId: 'U1', clientId: 'a' };
  const idempotency = { key: 'k', bodyHash: 'h' };
  for (const over of [{}, { token: 'old' }, { user }, { idempotency }, { token: 'old', user, idempotency }]) {
    const command: JournaledCommand = { ...plain, ...over, newToken: 'new' };
    const line = encodeCommand(command);
    expect(JSON.parse(line)).toHaveLength(12);
    expect(decodeCommand(JSON.parse(line))).toEqual(command);
    expect(commandsIn(Buffer.from(line))).toEqual([command]);
  }
});

function opened(): VenueState {
  const state = new VenueState(0);
  apply(state, [
    { type: 'rules', version: RULES, time: 1 },
    { ...security(), time: 2 },
  ]);
  return state;
}

/** Through the text of the journal, as a recovery does. */
function apply(state: VenueState, commands: readonly JournaledCommand[]): void {
  for (const command of commandsIn(Buffer.from(commands.map(encodeCommand).join('\n')))) state.apply(command as never);
}

function newestOf(state: VenueState): OrderId {
  return [...state.orders.values()].reduce((last: OrderId, { orderId }: Pick<OrderView, 'orderId'>) => {
    return orderId > last ? orderId : last;
  }, NO_ORDER);
}

function reloaded(state: VenueState): VenueState {
  const copy = new VenueState(0);
  Object.assign(copy.counters, state.counters);
  for (const line of linesOf(state)) loadLine(copy, JSON.parse(JSON.stringify(line)));
  expect(digestOf(copy)).toBe(digestOf(state));
  return copy;
}
