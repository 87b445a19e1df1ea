import { setImmediate } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import type { OrderedExecution } from '../../scripts/replay/executions.ts';
import { type Message, parseMessage } from '../../scripts/replay/message.ts';
import { OwnOrders } from '../../scripts/replay/own-orders.ts';
import { Replayer } from '../../scripts/replay/replayer.ts';
import { Tally } from '../../scripts/replay/tally.ts';
import { FakeDesk } from './fake-desk.ts';

const BUY = '1,1,7,100,5853300,1';

/** A replay at a fake desk. */
class Replay {
  readonly desk = new FakeDesk();
  readonly tally = new Tally();
  readonly executions: OrderedExecution[] = [];
  readonly #replayer: Replayer;
  #index = 0;

  constructor() {
    this.#replayer = new Replayer({
      desk: this.desk,
      orders: new OwnOrders(),
      tally: this.tally,
      executions: this.executions,
    });
  }

  /** Plays a line that holds nothing up. */
  async play(line: string): Promise<void> {
    expect(await this.start(line).isOver()).toBe(true);
  }

  start(line: string): { isOver: () => Promise<boolean> } {
    let over = false;
    void this.#replayer.play(parseMessage(line) as Message, this.#index++).then(() => {
      over = true;
    });
    return {
      isOver: async () => {
        // By then everything that can go on has gone on.
        await setImmediate();
        return over;
      },
    };
  }

  /** Plays a line and answers its one call. */
  async playAnswered(line: string, code?: number): Promise<void> {
    const started = this.start(line);
    await setImmediate();
    this.desk.answer(code);
    expect(await started.isOver()).toBe(true);
  }
}

describe('each type of message', () => {
  test('1: a limit order that stays', async () => {
    const replay = new Replay();
    await replay.play(BUY);
    const entry = { side: 'buy', quantity: 100, price: 5853300, expiration: 'GTC' };
    expect(replay.desk.calls).toEqual([{ method: 'createOrder', entry }]);
  });

  test('2: a smaller quantity in all, and again from there', async () => {
    const replay = new Replay();
    await replay.playAnswered(BUY);
    await replay.playAnswered('2,2,7,30,5853300,1');
    await replay.playAnswered('3,2,7,30,5853300,1');
    expect(replay.desk.calls.slice(1)).toEqual([
      { method: 'replaceOrder', orderId: 101, quantity: 70 },
      { method: 'replaceOrder', orderId: 101, quantity: 40 },
    ]);
  });

  test('3: a cancel', async () => {
    const replay = new Replay();
    await replay.playAnswered(BUY);
    await replay.play('2,3,7,100,5853300,1');
    expect(replay.desk.calls[1]).toEqual({ method: 'cancelOrder', orderId: 101 });
  });

  test('4: an immediate order on the other side of the one that is hit', async () => {
    const replay = new Replay();
    await replay.playAnswered(BUY);
    await replay.playAnswered('2,4,7,40,5853300,1');
    const entry = { side: 'sell', quantity: 40, price: 5853300, expiration: 'IOC' };
    expect(replay.desk.calls[1]).toEqual({ method: 'createOrder', entry });
    expect(replay.executions).toMatchObject([{ named: { orderId: 101 }, hitting: { orderId: 102 }, size: 40 }]);
  });

  test('4: an order that is older than the file is hit all the same', async () => {
    const replay = new Replay();
    await replay.playAnswered('2,4,7,40,5853300,-1');
    expect(replay.desk.calls).toMatchObject([{ method: 'createOrder', entry: { side: 'buy' } }]);
    expect(replay.executions).toMatchObject([{ named: null, hitting: { orderId: 101 } }]);
  });

  test('5 and 6: nothing', async () => {
    const replay = new Replay();
    await replay.play('1,5,0,100,5853300,1');
    await replay.play('1,6,0,100,5853300,1');
    expect(replay.desk.calls).toEqual([]);
    expect(replay.tally.skipped).toBe(2);
  });

  test('7: halt and resumption of trading; that of quoting changes nothing', async () => {
    const replay = new Replay();
    await replay.playAnswered('1,7,0,0,-1,-1');
    await replay.play('2,7,0,0,0,-1');
    await replay.playAnswered('3,7,0,0,1,-1');
    expect(replay.desk.calls).toEqual([{ method: 'haltSecurity' }, { method: 'resumeSecurity' }]);
  });
});

describe('an order that the book no longer has', () => {
  test('never had: its reduction and its cancel are skipped', async () => {
    const replay = new Replay();
    await replay.play('1,2,7,30,5853300,1');
    await replay.play('1,3,7,100,5853300,1');
    expect(replay.desk.calls).toEqual([]);
    expect(replay.tally.skipped).toBe(2);
  });

  test('refused when it came: no call for it', async () => {
    const replay = new Replay();
    await replay.playAnswered(BUY, 162);
    await replay.play('2,3,7,100,5853300,1');
    expect(replay.desk.calls).toHaveLength(1);
    expect([...replay.tally.refused]).toEqual([[162, 1]]);
  });

  test('filled meanwhile: 190 is a skipped message', async () => {
    const replay = new Replay();
    await replay.playAnswered(BUY);
    await replay.play('2,3,7,100,5853300,1');
    replay.desk.answer(190);
    await setImmediate();
    expect([...replay.tally.refused]).toEqual([[190, 1]]);
    expect(replay.tally.skipped).toBe(1);
  });

  test('filled meanwhile: after a reduction that says so nothing is sent for it any more', async () => {
    const replay = new Replay();
    await replay.playAnswered(BUY);
    await replay.playAnswered('2,2,7,30,5853300,1', 190);
    await replay.play('3,3,7,70,5853300,1');
    expect(replay.desk.calls).toHaveLength(2);
  });

  test('cancelled: nothing is sent for it any more', async () => {
    const replay = new Replay();
    await replay.playAnswered(BUY);
    await replay.play('2,3,7,100,5853300,1');
    await replay.play('3,2,7,10,5853300,1');
    expect(replay.desk.calls).toHaveLength(2);
  });
});

describe('a reduction by more than what remains', () => {
  test('cancels when the venue says that so much is filled', async () => {
    const replay = new Replay();
    await replay.playAnswered(BUY);
    const reduction = replay.start('2,2,7,30,5853300,1');
    await setImmediate();
    replay.desk.answer(106);
    expect(await reduction.isOver()).toBe(true);
    expect(replay.desk.calls.slice(1)).toEqual([
      { method: 'replaceOrder', orderId: 101, quantity: 70 },
      { method: 'cancelOrder', orderId: 101 },
    ]);
    expect(replay.desk.keys).toEqual(['0', '1', '1-cancel']);
  });

  test.each([100, 101])('cancels when it is all of the order: %i', async (size) => {
    const replay = new Replay();
    await replay.playAnswered(BUY);
    await replay.play(`2,2,7,${size},5853300,1`);
    expect(replay.desk.calls.slice(1)).toEqual([{ method: 'cancelOrder', orderId: 101 }]);
  });
});

describe('order of the messages', () => {
  test('orders are sent without waiting for answers', async () => {
    const replay = new Replay();
    await replay.play(BUY);
    await replay.play('2,1,8,100,5853300,1');
    await replay.play('3,4,7,100,5853300,1');
    expect(replay.desk.calls).toHaveLength(3);
  });

  test.each(['2,3,7,100,5853300,1', '2,2,7,30,5853300,1'])(
    '%s waits until the id of its order is known',
    async (line) => {
      const replay = new Replay();
      await replay.play(BUY);
      const message = replay.start(line);
      expect(await message.isOver()).toBe(false);
      expect(replay.desk.calls).toHaveLength(1);
      replay.desk.answer();
      await setImmediate();
      expect(replay.desk.calls[1]).toMatchObject({ orderId: 101 });
    },
  );

  test.each(['2,2,7,30,5853300,1', '2,7,0,0,-1,-1'])('%s holds up what follows until it is answered', async (line) => {
    const replay = new Replay();
    await replay.playAnswered(BUY);
    const message = replay.start(line);
    expect(await message.isOver()).toBe(false);
    replay.desk.answer();
    expect(await message.isOver()).toBe(true);
  });

  test('every call has a separate key', async () => {
    const replay = new Replay();
    await replay.playAnswered(BUY);
    await replay.playAnswered('2,2,7,30,5853300,1');
    await replay.play('3,3,7,70,5853300,1');
    expect(new Set(replay.desk.keys).size).toBe(3);
  });
});
