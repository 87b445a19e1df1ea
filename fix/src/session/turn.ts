import { encodeFields, type Field, type Message } from '../codec/index.ts';
import { MSG, TAG } from '../dictionary/index.ts';
import type { Fault } from './faults.ts';
import { msgSeqNum } from './header.ts';
import { routeBack } from './route.ts';
import type { Clocks, Output, SessionSettings, SessionState } from './state.ts';

/** One step in the making: the state so far and the outputs so far. */
export class Turn {
  state: SessionState;
  readonly outputs: Output[] = [];
  readonly settings: SessionSettings;
  readonly now: number;
  readonly at: number;

  constructor(state: SessionState, settings: SessionSettings, { now, at }: Clocks) {
    this.state = state;
    this.settings = settings;
    this.now = now;
    this.at = at;
  }

  set(change: Partial<SessionState>): void {
    this.state = { ...this.state, ...change };
  }

  send(msgType: string, fields: readonly Field[]): void {
    this.sendBody(msgType, encodeFields(fields), false);
  }

  /** Without a peer that is logged on, a message that is stored gets its number and waits; any other is dropped. */
  sendBody(msgType: string, body: string, isStored: boolean): void {
    const { phase, nextOut } = this.state;
    const message = { seq: nextOut, msgType, body };
    if (phase === 'active') {
      this.outputs.push({ type: 'send', message, isStored });
      this.set({ nextOut: nextOut + 1, lastOut: this.at });
    } else if (isStored) {
      this.outputs.push({ type: 'store', message });
      this.set({ nextOut: nextOut + 1 });
    }
  }

  /** The expected message is taken. */
  received(): void {
    const nextIn = this.state.nextIn + 1;
    const { resend } = this.state;
    this.set({ nextIn, resend: resend !== undefined && nextIn > resend.upTo ? undefined : resend });
  }

  reject(message: Message, { reason, tag, text }: Fault): void {
    const seq = msgSeqNum(message) ?? this.state.nextIn;
    this.log('warn', `rejected: ${text}${tag === undefined ? '' : ` (tag ${tag})`}`, seq);
    this.send(MSG.Reject, [
      ...routeBack(message),
      [TAG.RefSeqNum, String(seq)],
      ...(tag === undefined ? [] : [[TAG.RefTagID, String(tag)] as const]),
      [TAG.RefMsgType, message.msgType],
      [TAG.SessionRejectReason, String(reason)],
      [TAG.Text, text],
    ]);
  }

  /** Sends a Logout and cuts the connection. */
  logoutAndDisconnect(text: string, logout?: 'own' | 'peer'): void {
    this.send(MSG.Logout, [[TAG.Text, text]]);
    this.disconnect(text, logout);
  }

  disconnect(text: string, logout?: 'own' | 'peer'): void {
    this.outputs.push({ type: 'disconnect', text, logout });
    this.off();
  }

  off(): void {
    this.set({ phase: 'off', testRequestAt: undefined, endAt: undefined, resend: undefined });
  }

  log(level: 'info' | 'warn', text: string, seq?: number): void {
    this.outputs.push({ type: 'log', level, text, ...(seq === undefined ? {} : { seq }) });
  }
}
