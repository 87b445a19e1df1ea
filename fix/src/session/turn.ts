import { encodeFields, type Field, fieldValue, type Message } from '../codec/index.ts';
import { MSG, TAG } from '../dictionary/index.ts';
import type { Fault } from './faults.ts';
import type { Output, SessionSettings, SessionState } from './state.ts';

/** One step in the making: the state so far and the outputs so far. */
export class Turn {
  state: SessionState;
  readonly outputs: Output[] = [];
  readonly settings: SessionSettings;
  readonly now: number;

  constructor(state: SessionState, settings: SessionSettings, now: number) {
    this.state = state;
    this.settings = settings;
    this.now = now;
  }

  set(change: Partial<SessionState>): void {
    this.state = { ...this.state, ...change };
  }

  send(msgType: string, fields: readonly Field[]): void {
    this.sendBody(msgType, encodeFields(fields), false);
  }

  sendBody(msgType: string, body: string, isStored: boolean): void {
    this.outputs.push({ type: 'send', message: { seq: this.state.nextOut, msgType, body }, isStored });
    this.set({ nextOut: this.state.nextOut + 1, lastOut: this.now });
  }

  /** The expected message is taken. */
  received(): void {
    const nextIn = this.state.nextIn + 1;
    const { resend } = this.state;
    this.set({ nextIn, resend: resend !== undefined && nextIn > resend.upTo ? undefined : resend });
  }

  reject(message: Message, { reason, tag, text }: Fault): void {
    const seq = fieldValue(message, TAG.MsgSeqNum) ?? '';
    this.log('warn', `rejected: ${text}${tag === undefined ? '' : ` (tag ${tag})`}`, Number(seq));
    this.send(MSG.Reject, [
      [TAG.RefSeqNum, seq],
      ...(tag === undefined ? [] : [[TAG.RefTagID, String(tag)] as const]),
      [TAG.RefMsgType, message.msgType],
      [TAG.SessionRejectReason, String(reason)],
      [TAG.Text, text],
    ]);
  }

  /** Sends a Logout and cuts the connection. */
  logoutAndDisconnect(text: string): void {
    this.send(MSG.Logout, [[TAG.Text, text]]);
    this.disconnect(text);
  }

  disconnect(text: string): void {
    this.outputs.push({ type: 'disconnect', text });
    this.off();
  }

  off(): void {
    const { nextIn, nextOut } = this.state;
    this.set({
      phase: 'off',
      nextIn,
      nextOut,
      testRequestAt: undefined,
      endAt: undefined,
      resend: undefined,
      logon: undefined,
    });
  }

  log(level: 'info' | 'warn', text: string, seq?: number): void {
    this.outputs.push({ type: 'log', level, text, ...(seq === undefined ? {} : { seq }) });
  }
}
