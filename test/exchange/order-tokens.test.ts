import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { EnterCommand } from '../../src/exchange/api/commands.ts';
import type { OrderId } from '../../src/exchange/api/units.ts';
import { decodeCommand, encodeCommand } from '../../src/exchange/commands/command-codecs.ts';
import type { JournaledCommand } from '../../src/exchange/commands/journaled-command.ts';
import { TokenHolders } from '../../src/exchange/records/token-holders.ts';
import { checkFlows } from '../support/flows.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { cancel, idOfOrder, openVenue, order, replace, security, type TestVenue } from './venue.ts';

async function venue(folder = temporaryFolder()): Promise<TestVenue> {
  const opened = openVenue({ folder });
  await opened.exchange.submit(security());
  return opened;
}

const refused = (refusal: string) => ({ ok: false, refusal, replayed: false });
const unique = (fields: Parameters<typeof order>[0] = {}): EnterCommand =>
  order({ token: 'mine', optional: { uniqueToken: true }, ...fields });

describe('a token that is asked to be unique (H10)', () => {
  test('is refused while a live order of the client has it, naming that order', async () => {
    const { exchange } = await venue();
    const first = idOfOrder(await exchange.submit(order({ token: 'mine' })));
    expect(await exchange.submit(unique())).toEqual({ ...refused('token is taken'), holder: first });
    expect(await exchange.submit(unique({ clientId: 'b' }))).toMatchObject({ ok: true });
    expect(await exchange.submit(unique({ token: 'another' }))).toMatchObject({ ok: true });
    expect(await exchange.submit(order({ token: 'mine' }))).toMatchObject({ ok: true });
    expect(await exchange.submit(unique())).toEqual(refused('token of several orders'));
    await exchange.submit(cancel(first));
    expect(await exchange.submit(unique())).toMatchObject({ ok: false, refusal: 'token is taken' });
  });

  test('is free again once its order has ended, and kept by a replacement', async () => {
    const { exchange } = await venue();
    const first = idOfOrder(await exchange.submit(unique()));
    await exchange.submit(replace(first, { price: 9_000_000 }));
    expect(await exchange.submit(unique())).toMatchObject({ ok: false, holder: first });
    await exchange.submit(cancel(first));
    const second = idOfOrder(await exchange.submit(unique()));
    await exchange.submit(order({ clientId: 'b', side: 'sell' }));
    expect(exchange.order(second)?.status).toBe('Executed');
    expect(await exchange.submit(unique())).toMatchObject({ ok: true });
  });

  test('enters one of 200 that come at once', async () => {
    const { exchange } = await venue();
    const outcomes = await Promise.all(Array.from({ length: 200 }, () => exchange.submit(unique())));
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
    expect(outcomes.filter((outcome) => !outcome.ok && outcome.refusal === 'token is taken')).toHaveLength(199);
  });

  test('is known after a restart', async () => {
    const folder = temporaryFolder();
    const { exchange } = await venue(folder);
    const first = idOfOrder(await exchange.submit(unique()));
    await exchange.stop();
    const next = openVenue({ folder });
    expect(await next.exchange.submit(unique())).toMatchObject({ ok: false, holder: first });
  });
});

describe('orders by their token (H11)', () => {
  test('are cancelled and replaced where one live order has it', async () => {
    const { exchange } = await venue();
    const first = idOfOrder(await exchange.submit(order({ token: 'mine' })));
    const outcome = await exchange.submit(replace(0, { token: 'mine', quantity: 40 }));
    expect(outcome).toMatchObject({ ok: true, order: { orderId: first, quantity: 40 } });
    expect(await exchange.submit(cancel(0, { token: 'mine', clientId: 'b' }))).toEqual(refused('unknown order'));
    expect(await exchange.submit(cancel(0, { token: 'mine' }))).toMatchObject({ order: { orderId: first } });
    expect(await exchange.submit(cancel(0, { token: 'mine' }))).toEqual(refused('unknown order'));
  });

  test('are left alone where several have it, until one is left', async () => {
    const { exchange } = await venue();
    const [first, second, third] = [
      idOfOrder(await exchange.submit(order({ token: 'mine' }))),
      idOfOrder(await exchange.submit(order({ token: 'mine' }))),
      idOfOrder(await exchange.submit(order({ token: 'mine' }))),
    ];
    expect(await exchange.submit(cancel(0, { token: 'mine' }))).toEqual(refused('token of several orders'));
    await exchange.submit(cancel(first));
    await exchange.submit(cancel(third));
    expect(await exchange.submit(replace(0, { token: 'mine', quantity: 1 }))).toMatchObject({
      order: { orderId: second },
    });
  });
});

test('what names a token is read from the journal as it was written', () => {
  const commands: JournaledCommand[] = [
    { ...unique(), time: 1 },
    { ...unique({ optional: { uniqueToken: true, selfTradePrevention: 'Cancel Both' } }), time: 1 },
    { ...cancel(0, { token: 'mine' }), time: 2 },
    { ...replace(0, { token: 'mine', price: 5 }), time: 3 },
  ];
  expect(commands.map((command) => decodeCommand(JSON.parse(encodeCommand(command))))).toEqual(commands);
});

test('the holders of tokens are those of a plain list', async () => {
  const step = fc.record({ token: fc.constantFrom('a', 'b'), act: fc.constantFrom('add', 'remove', 'ask') });
  await checkFlows(
    [fc.array(step, { maxLength: 60 })],
    (steps) => {
      const holders = new TokenHolders();
      const live: { readonly token: string; readonly orderId: OrderId }[] = [];
      steps.forEach(({ token, act }, index) => {
        const own = live.filter((one) => one.token === token);
        if (act === 'add') {
          const orderId = (index + 1) as OrderId;
          live.push({ token, orderId });
          holders.add(token, orderId);
        } else if (act === 'remove' && own.length > 0) {
          const removed = own[index % own.length]!;
          live.splice(live.indexOf(removed), 1);
          holders.remove(token, removed.orderId);
        } else if (act === 'ask') {
          const found = holders.holderOf(token);
          expect(found).toBe(own.length === 1 ? own[0]!.orderId : undefined);
        }
        expect(holders.countOf(token)).toBe(live.filter((one) => one.token === token).length);
      });
    },
    { numRuns: 100 },
  );
});
