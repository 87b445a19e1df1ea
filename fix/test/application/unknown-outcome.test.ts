/** An order whose answer is lost, and whose time is over before the stream is back. */
import { afterAll, expect, test } from 'vitest';
import { TAG } from '../../src/application/tags.ts';
import type { SocketLike } from '../../src/client.ts';
import { Trader } from '../support/orders.ts';
import { has, named, Peer } from '../support/peer.ts';
import { closeAll, Venue } from '../support/venue.ts';

afterAll(closeAll);

/** Connections of the stream: the one that sends an order is lost at once, and no other is made until it is opened. */
class Gate {
  isOpen = true;
  /** Questions for the order. */
  lookups = 0;
  readonly #isDelivered: boolean;

  constructor(isDelivered: boolean) {
    this.#isDelivered = isDelivered;
  }

  readonly openSocket = (url: string): SocketLike => {
    if (!this.isOpen) return new WebSocket('ws://127.0.0.1:1') as unknown as SocketLike;
    const socket = new WebSocket(url);
    const send = socket.send.bind(socket);
    socket.send = (text) => {
      const isOrder = String(text).includes('createOrder');
      if (!isOrder || this.#isDelivered) send(text);
      if (!isOrder) return;
      this.isOpen = false;
      socket.onmessage = null;
      socket.close();
    };
    return socket as unknown as SocketLike;
  };

  readonly fetch = (url: string, init: RequestInit): Promise<Response> => {
    if (url.includes('getOrder')) this.lookups += 1;
    return fetch(url, init);
  };
}

test('an order whose outcome is unknown when its time is over is reported, or refused', async () => {
  const venue = await Venue.start();
  for (const isDelivered of [true, false]) {
    const key = await venue.newClient('trading');
    const gate = new Gate(isDelivered);
    const peer = await Peer.open({ baseUrls: venue.url, key, platform: gate });
    // Half a second before its time is over.
    peer.ageMs = 59_500;
    new Trader(peer, venue.securityId).enter('a', 'Buy', { quantity: 10, price: '5' });
    if (isDelivered) {
      const { methods } = venue.api(key);
      await expect.poll(async () => (await methods.listAtsOrders({ limit: 10 })).ats_orders.length).toBe(1);
      await expect.poll(() => gate.lookups).toBe(1);
      expect(peer.sent(has('8'))).toEqual([]);
      gate.isOpen = true;
    }
    await peer.quiet();
    const reports = peer.sent(has('8', [TAG.ClOrdID, 'a'])).map(named);
    expect(reports).toMatchObject([
      isDelivered ? { ExecType: '0', OrdStatus: '0' } : { ExecType: '8', OrdRejReason: '8' },
    ]);
    await peer.kill();
  }
});
