/** A gateway whose application sends each order back, as the acceptance tests of QuickFIX expect it. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import type { OutgoingMessage, SessionApplication, SessionPort } from '../../src/application/index.ts';
import { type Field, fieldValue, type Message } from '../../src/codec/index.ts';
import { DICTIONARY } from '../../src/dictionary/index.ts';
import { Gateway } from '../../src/gateway/index.ts';
import { routeBack } from '../../src/session/index.ts';
import { testSettings } from '../support/test-settings.ts';
import type { Acceptor } from './definition.ts';

class Echo implements SessionApplication {
  readonly #port: SessionPort;
  readonly #seen = new Set<string>();

  constructor(port: SessionPort) {
    this.#port = port;
  }

  receive(id: number, message: Message): void {
    const name = fieldValue(message, 11) ?? '';
    const isKnown = fieldValue(message, 97) === 'Y' && this.#seen.has(name);
    this.#seen.add(name);
    const isEchoed = message.msgType === 'D' || message.msgType === 'd';
    const echo = { msgType: message.msgType, body: bodyOf(message) };
    const answer = isEchoed ? echo : this.refusal(id, message, 'Unsupported');
    this.#port.append(isKnown ? [] : [answer], { inbox: [id] });
  }

  refusal(_: number, message: Message, text: string): OutgoingMessage {
    const seq = fieldValue(message, 34) ?? '';
    return {
      msgType: 'j',
      body: [
        [45, seq],
        [372, message.msgType],
        [380, '3'],
        [58, text],
      ],
    };
  }

  connected(): void {}
  disconnected(): void {}
  async close(): Promise<void> {}
}

/** The body of a message, and of its header PossResend and the route back. */
function bodyOf(message: Message): OutgoingMessage['body'] {
  const isBody = ([tag]: Field) => tag === 97 || !(DICTIONARY.header.has(tag) || DICTIONARY.trailer.has(tag));
  return [...routeBack(message), ...message.fields.filter(isBody)];
}

/** Runs something with a separate gateway, on a free port. */
export async function withEchoGateway<T>(run: (acceptor: Acceptor) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'fix-certify-'));
  const options = { dropCopy: false, cancelOnDisconnect: undefined };
  const gateway = new Gateway({
    settings: testSettings(folder, { compId: 'ISLD', sessions: [{ compId: 'TW44', clientID: 'id', options }] }),
    log: pino({ level: 'silent' }),
    open: async (port) => new Echo(port),
    onFailure: (error) => {
      throw error;
    },
  });
  const { port } = await gateway.listen();
  try {
    const session = gateway.sessions.get('TW44') as NonNullable<ReturnType<typeof gateway.sessions.get>>;
    const reset = async () => {
      // The end of the connection before may not have arrived yet; another connection keeps its numbers.
      for (let turn = 0; turn < 20 && session.isTaken; turn++) await new Promise((resolve) => setTimeout(resolve, 5));
      if (!session.isTaken) session.setNumbers(1, 1, 'a definition connects');
    };
    return await run({ port, reset, key: ['553=id', '554=key'] });
  } finally {
    await gateway.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
