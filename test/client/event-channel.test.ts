import { expect, test } from 'vitest';
import { StreamRefusal } from '../../src/client/shared/errors.ts';
import { EventChannel } from '../../src/client/stream/event-channel.ts';
import { Events } from '../../src/client/stream/stream.ts';
import type { Link } from '../../src/client/wire/link.ts';
import type { Message } from '../../src/client/wire/messages.ts';
import { turn } from '../support/manual-time.ts';

type Asked = Readonly<Record<string, unknown>>;

/** A connection on which each request is answered as the venue would, and nothing else comes by itself. */
function channelOf(ids: readonly string[], since?: string) {
  const asked: Asked[] = [];
  const later: (() => void)[] = [];
  /** Why the next request is refused. */
  const refusals: string[] = [];
  const link: Link = {
    ask: async (message, onAnswer) => {
      const request = message as Asked;
      asked.push(request);
      const code = refusals.shift();
      if (code !== undefined) throw new StreamRefusal(code, 'a reason');
      const cursor = String(request.since ?? 'c3');
      const answer = { type: 'subscribed', seq: Number(cursor.slice(1)), cursor } as Message;
      onAnswer?.(answer);
      return answer;
    },
    wake: () => {},
    isOpen: true,
    after: (_ms, run) => later.push(run),
  };
  const channel = new EventChannel(link, {
    channel: 'market',
    subscription: undefined,
    bySecurity: true,
    parameters: {},
  });
  const feed = new Events<Message>(channel, ids, since);
  const shown: unknown[] = [];
  feed.on(({ type, seq }) => shown.push(`${type} ${seq}`));
  const receive = (message: object) => channel.received({ channel: 'market', ...message } as Message);
  const comeBack = () => {
    channel.cut();
    asked.length = 0;
    channel.opened();
    return asked.map(({ since: from }) => from);
  };
  return { channel, feed, asked, later, refusals, shown, receive, comeBack };
}

const MANY = Array.from({ length: 201 }, (_, at) => String(at + 1));

test('of several requests none is passed over by the cursor of another, until all are caught up (S37)', () => {
  const { channel, feed, receive, comeBack, shown } = channelOf(MANY);
  receive({ type: 'update', securityId: '1', seq: 5, prevSeq: 3, cursor: 'c5' });
  expect(comeBack()).toEqual(['c5', 'c5']);
  // What the first request missed has come, what the second one missed has not.
  receive({ type: 'update', securityId: '1', seq: 9, prevSeq: 5, cursor: 'c9' });
  expect(comeBack()).toEqual(['c5', 'c5']);
  receive({ type: 'update', securityId: '1', seq: 9, prevSeq: 5, cursor: 'c9' });
  receive({ type: 'update', securityId: '201', seq: 8, prevSeq: 5, cursor: 'c8' });
  expect(shown).toEqual(['update 5', 'update 9', 'update 8']);
  channel.caughtUp(12, 'c12');
  expect(comeBack()).toEqual(['c12', 'c12']);
  expect(feed.cursor).toBe('c12');
});

test('a feed that begins at a cursor with several requests keeps it until all have brought what they missed', () => {
  const { channel, feed, receive, comeBack } = channelOf(MANY, 'c5');
  receive({ type: 'update', securityId: '1', seq: 9, prevSeq: 5, cursor: 'c9' });
  expect(feed.cursor).toBe('c5');
  expect(comeBack()).toEqual(['c5', 'c5']);
  channel.caughtUp(12, 'c12');
  expect(feed.cursor).toBe('c12');
});

test('a request that is refused for now is not passed over by the cursor of a ping', async () => {
  const { channel, feed, refusals, later, comeBack, receive } = channelOf(MANY);
  receive({ type: 'update', securityId: '1', seq: 5, prevSeq: 3, cursor: 'c5' });
  refusals.push('venue-unavailable');
  comeBack();
  await turn();
  channel.caughtUp(12, 'c12');
  expect(feed.cursor).toBe('c5');
  for (const again of later) again();
  channel.caughtUp(14, 'c14');
  expect(feed.cursor).toBe('c14');
});

test('where something was lost, everything goes on from before it until it has come', () => {
  const { channel, feed, receive, comeBack, asked, shown } = channelOf(['1', '2']);
  receive({ type: 'update', securityId: '1', seq: 5, prevSeq: 3, cursor: 'c5' });
  receive({ type: 'update', securityId: '2', seq: 8, prevSeq: 3, cursor: 'c8' });
  receive({ type: 'update', securityId: '1', seq: 9, prevSeq: 7, cursor: 'c9' });
  expect(asked.at(-1)).toMatchObject({ securityIds: ['1'], since: 'c5' });
  receive({ type: 'update', securityId: '2', seq: 10, prevSeq: 8, cursor: 'c10' });
  expect(feed.cursor).toBe('c5');
  expect(comeBack()).toEqual(['c5']);
  for (const [seq, prevSeq] of [
    [7, 5],
    [9, 7],
  ] as const) {
    receive({ type: 'update', securityId: '1', seq, prevSeq, cursor: `c${seq}` });
  }
  channel.caughtUp(10, 'c10');
  expect([shown, feed.cursor]).toEqual([['update 5', 'update 8', 'update 10', 'update 7', 'update 9'], 'c10']);
});

test('notices about each security, and about none, are shown once each (S30)', () => {
  const { receive, shown } = channelOf(['1', '2']);
  const notice = (seq: number, securityId: string | null) =>
    receive({ type: 'notice', securityId, seq, cursor: `c${seq}` });
  for (const seq of [6, 6]) notice(seq, null);
  for (const seq of [4, 4]) notice(seq, '2');
  notice(5, '1');
  expect(shown).toEqual(['notice 6', 'notice 4', 'notice 5']);
});
