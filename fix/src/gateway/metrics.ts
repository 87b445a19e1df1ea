import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { DICTIONARY } from '../dictionary/index.ts';

/** Names of sessions are in labels; keys and contents of messages are not. */
export class Metrics {
  readonly registry = new Registry();
  readonly #received = this.#counter('fix_messages_received_total', 'Messages received', ['session', 'type']);
  readonly #sent = this.#counter('fix_messages_sent_total', 'Messages sent, resent ones included', ['session']);
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
    for (const outcome of ['accepted', 'refused']) this.#logons.inc({ outcome }, 0);
  }

  /** Counters of a session begin at 0, so that an alert sees the first of each kind. */
  add(session: string): void {
    for (const counter of [this.#sent, this.#garbled, this.#rejected, this.#resends, this.#slow]) {
      counter.inc({ session }, 0);
    }
  }

  received(session: string, msgType: string): void {
    this.#received.inc({ session, type: DICTIONARY.messages.has(msgType) ? msgType : 'unknown' });
  }

  sent(session: string): void {
    this.#sent.inc({ session });
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

  #counter<L extends string>(name: string, help: string, labelNames: L[]): Counter<L> {
    return new Counter({ name, help, labelNames, registers: [this.registry] });
  }
}
