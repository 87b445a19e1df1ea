import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { DICTIONARY } from '../dictionary/index.ts';

/** Names of sessions are in labels; keys and contents of messages are not. */
export class Metrics {
  readonly registry = new Registry();
  /** By session and type, and by session: counting a message must cost little, so labels are written at a scrape. */
  readonly #received = new Map<string, Map<string, number>>();
  readonly #sent = new Map<string, number>();
  readonly #garbled = this.#counter('fix_messages_garbled_total', 'Garbled messages, which are ignored', ['session']);
  readonly #rejected = this.#counter('fix_messages_rejected_total', 'Messages that the session rejects', ['session']);
  readonly #resends = this.#counter('fix_resends_total', 'Resend requests that were answered', ['session']);
  readonly #logons = this.#counter('fix_logons_total', 'Logons by their outcome', ['outcome']);
  readonly #slow = this.#counter('fix_slow_readers_total', 'Peers that were cut because they do not read', ['session']);
  readonly #commits = new Histogram({
    name: 'fix_commit_seconds',
    help: 'Time that a transaction of the store takes',
    buckets: [0.0001, 0.001, 0.005, 0.02, 0.1, 1],
    registers: [this.registry],
  });

  /** @param sessions read at each scrape */
  constructor(sessions: () => Iterable<{ name: string; isConnected: boolean; unsent: number; inbox: number }>) {
    const gauge = (
      name: string,
      help: string,
      value: (one: { isConnected: boolean; unsent: number; inbox: number }) => number,
    ) => {
      const metric: Gauge<'session'> = new Gauge({
        name,
        help,
        labelNames: ['session'],
        registers: [this.registry],
        collect: () => {
          for (const one of sessions()) metric.set({ session: one.name }, value(one));
        },
      });
    };
    gauge('fix_session_connected', '1 while the peer is logged on', (one) => Number(one.isConnected));
    gauge('fix_session_unsent_messages', 'Numbers that were not sent yet', (one) => one.unsent);
    gauge('fix_session_unfinished_messages', 'Received messages without an outcome yet', (one) => one.inbox);
    const received = this.#counter('fix_messages_received_total', 'Messages received', ['session', 'type'], () => {
      received.reset();
      for (const [session, types] of this.#received) {
        for (const [type, count] of types) received.inc({ session, type }, count);
      }
    });
    const sent = this.#counter('fix_messages_sent_total', 'Messages sent, resent ones included', ['session'], () => {
      sent.reset();
      for (const [session, count] of this.#sent) sent.inc({ session }, count);
    });
    for (const outcome of ['accepted', 'refused']) this.#logons.inc({ outcome }, 0);
  }

  /** Counters of a session begin at 0, so that an alert sees the first of each kind. */
  add(session: string): void {
    this.#received.set(session, new Map());
    this.#sent.set(session, 0);
    for (const counter of [this.#garbled, this.#rejected, this.#resends, this.#slow]) {
      counter.inc({ session }, 0);
    }
  }

  received(session: string, msgType: string): void {
    const type = DICTIONARY.messages.has(msgType) ? msgType : 'unknown';
    const types = this.#received.get(session);
    types?.set(type, (types.get(type) ?? 0) + 1);
  }

  sent(session: string, count: number): void {
    this.#sent.set(session, (this.#sent.get(session) ?? 0) + count);
  }

  garbled(session: string): void {
    this.#garbled.inc({ session });
  }

  rejected(session: string): void {
    this.#rejected.inc({ session });
  }

  resend(session: string): void {
    this.#resends.inc({ session });
  }

  logon(outcome: 'accepted' | 'refused'): void {
    this.#logons.inc({ outcome });
  }

  slowReader(session: string): void {
    this.#slow.inc({ session });
  }

  commit(seconds: number): void {
    this.#commits.observe(seconds);
  }

  /** @param collect called at a scrape */
  #counter<L extends string>(name: string, help: string, labelNames: L[], collect = () => {}): Counter<L> {
    return new Counter({ name, help, labelNames, registers: [this.registry], collect });
  }
}
