/** A session of a peer over all its connections, and what it received on them. */
import { expect } from 'vitest';
import type { SessionKey } from '../../src/application/index.ts';
import { TAG } from '../../src/application/tags.ts';
import { type Field, fieldValue, type Message } from '../../src/codec/index.ts';
import { FixPeer } from './fix-peer.ts';
import type { GatewayProgram } from './gateway-program.ts';

/** Until a session must be logged on. */
const PATIENCE_MS = 240_000;

export const isOfApplication = ({ msgType }: Message) => !['0', '1', '2', '3', '4', '5', 'A'].includes(msgType);

/** ClOrdIDs of messages, with the messages of each. */
export function namesIn(messages: readonly Message[]): Map<string | undefined, Message[]> {
  return Map.groupBy(messages, (message) => fieldValue(message, TAG.ClOrdID));
}

export class ReconnectingSession {
  readonly #program: GatewayProgram;
  readonly #compId: string;
  readonly #key: SessionKey;
  readonly #peers: FixPeer[] = [];
  /** ClOrdIDs of all requests. */
  readonly #names: string[] = [];
  #peer!: FixPeer;

  constructor(program: GatewayProgram, compId: string, key: SessionKey) {
    this.#program = program;
    this.#compId = compId;
    this.#key = key;
  }

  /** Logs on, as often as it takes: the venue that checks the key may be down. */
  async connect(): Promise<void> {
    await expect.poll(() => this.#isLoggedOn(), { timeout: PATIENCE_MS }).toBe(true);
  }

  async #isLoggedOn(): Promise<boolean> {
    const { clientID, developerAPIKey: key } = this.#key;
    const previous = this.#peers.at(-1);
    const options = { port: this.#program.port, compId: this.#compId, clientID, key };
    const peer = await FixPeer.connect(previous === undefined ? options : { ...options, previous });
    this.#peers.push(peer);
    this.#peer = peer;
    peer.logOn();
    return peer
      .until(({ msgType }) => msgType === 'A')
      .then(
        () => true,
        () => false,
      );
  }

  /** After a cut, or the end of the gateway. */
  async reconnect(): Promise<void> {
    await this.#peer.closed();
    await this.connect();
  }

  /** What cannot be sent now is sent when the gateway asks for the gap. */
  send(msgType: string, ...fields: Field[]): void {
    this.#names.push(fieldValue({ msgType, fields }, TAG.ClOrdID) as string);
    this.#peer.send(msgType, fields);
  }

  get messages(): Message[] {
    return this.#peers.flatMap(({ received }) => received);
  }

  /** What the gateway has sent so far, by a request to send all of it again. */
  async sentAgain(): Promise<Message[]> {
    const first = this.#peer.repeated.length;
    this.#peer.send('2', [
      [7, '1'],
      [16, '0'],
    ]);
    const again = () => this.#peer.repeated.slice(first).filter(isOfApplication);
    await expect.poll(() => again().length).toBe(this.messages.filter(isOfApplication).length);
    return again();
  }

  get reports(): Message[] {
    return this.messages.filter(({ msgType }) => msgType === '8');
  }

  /** The next message where one must come, as a request has no answer; or the end of the connection. */
  async next(): Promise<void> {
    const answered = namesIn(this.messages);
    if (this.#names.every((name) => answered.has(name))) return;
    const count = this.#peer.received.length;
    await this.#peer.until((_, at) => at >= count).catch(() => {});
  }
}
