import { expect, test } from 'vitest';
import { EventChannel } from '../../src/client/stream/event-channel.ts';
import { Feed, ListBuffer } from '../../src/client/stream/feed.ts';
import type { Link } from '../../src/client/stream/link.ts';
import type { Message } from '../../src/client/stream/messages.ts';

type Asked = Readonly<Record<string, unknown>>;

/** A line on which each request is answered as the venue would, and nothing else comes by itself. */
function channelOf(ids: readonly string[]) {
  const asked: Asked[] = [];
  const link: Link = {
    ask: async (message, onAnswer) => {
      const request = message as Asked;
      asked.push(request);
      const cursor = String(request.since ?? 'c3');
      const answer = { type: 'subscribed', seq: Number(cursor.slice(1)), cursor } as unknown as Message;
      onAnswer?.(answer);
      return answer;
    },
    wake: () => {},
    isOpen: true,
    after: () => {},
  };
  const channel = new EventChannel(link, { channel: 'market', bySecurity: true, parameters: {} });
  const feed = new Feed<Message>(() => new ListBuffer(1000));
  const told: unknown[] = [];
  feed.on(({ type, seq }) => told.push(`${type} ${seq}`));
  channel.follow(feed, ids);
  const receive = (message: object) => channel.received({ channel: 'market', ...message } as Message);
  const comeBack = () => {
    channel.cut();
    asked.length = 0;
    channel.opened();
    return asked.map(({ since }) => since);
  };
  return { channel, told, receive, comeBack };
}

const MANY = Array.from({ length: 201 }, (_, at) => String(at + 1));

test('of several requests none is passed over by the cursor of another, until all are caught up (S37)', () => {
  const { channel, receive, comeBack, told } = channelOf(MANY);
  receive({ type: 'update', securityId: '1', seq: 5, prevSeq: 3, cursor: 'c5' });
  expect(comeBack()).toEqual(['c5', 'c5']);
  // What the first request missed has come, what the second one missed has not.
  receive({ type: 'update', securityId: '1', seq: 9, prevSeq: 5, cursor: 'c9' });
  expect(comeBack()).toEqual(['c5', 'c5']);
  receive({ type: 'update', securityId: '1', seq: 9, prevSeq: 5, cursor: 'c9' });
  receive({ type: 'update', securityId: '201', seq: 8, prevSeq: 5, cursor: 'c8' });
  expect(told).toEqual(['update 5', 'update 9', 'update 8']);
  channel.caughtUp(12, 'c12');
  expect(comeBack()).toEqual(['c12', 'c12']);
});

test('notices about each security, and about none, are told once each (S30)', () => {
  const { receive, told } = channelOf(['1', '2']);
  const notice = (seq: number, securityId: string | null) =>
    receive({ type: 'notice', securityId, seq, cursor: `c${seq}` });
  for (const seq of [6, 6]) notice(seq, null);
  for (const seq of [4, 4]) notice(seq, '2');
  notice(5, '1');
  expect(told).toEqual(['notice 6', 'notice 4', 'notice 5']);
});
