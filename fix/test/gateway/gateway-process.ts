/**
 * A gateway to be killed: reports each order once, and of a feed each event once. Its data folder is the argument; it
 * writes its port.
 */
import { pino } from 'pino';
import type { OutgoingMessage, SessionApplication, SessionPort } from '../../src/application/index.ts';
import { fieldValue, type Message } from '../../src/codec/index.ts';
import { Gateway } from '../../src/gateway/index.ts';
import { report } from '../support/reports.ts';
import { testSettings } from '../support/test-settings.ts';

/** Events of a feed that a turn brings. */
const EVENTS_OF_A_TURN = 3;

class Reporter implements SessionApplication {
  readonly #port: SessionPort;
  #isClosed = false;

  constructor(port: SessionPort) {
    this.#port = port;
    this.#follow(Number(port.cursor ?? '0'));
  }

  receive(id: number, message: Message): void {
    // As a call of the venue does, the outcome comes later.
    setTimeout(() => this.#port.append([report(fieldValue(message, 11) ?? '')], { inbox: [id] }), Math.random() * 5);
  }

  refusal(_: number, message: Message, text: string): OutgoingMessage {
    return report(`${text}: ${fieldValue(message, 11)}`);
  }

  connected(): void {}
  disconnected(): void {}

  async close(): Promise<void> {
    this.#isClosed = true;
  }

  #follow(from: number): void {
    if (this.#isClosed) return;
    const events = Array.from({ length: EVENTS_OF_A_TURN }, (_, at) => report(`F${from + at}`));
    const cursor = from + EVENTS_OF_A_TURN;
    this.#port.append(events, { cursor: String(cursor) });
    setTimeout(() => this.#follow(cursor), 1);
  }
}

const gateway = new Gateway({
  settings: testSettings(process.argv[2] as string),
  log: pino({ level: 'silent' }),
  open: async (port) => new Reporter(port),
  onFailure: (error) => {
    throw error;
  },
});
const { port } = await gateway.listen();
console.log(port);
