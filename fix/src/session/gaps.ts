import { MSG, TAG } from '../dictionary/index.ts';
import type { Turn } from './turn.ts';

/** A peer that answers a resend request with another gap is asked again, but not more often than this. */
const ASK_AGAIN_MS = 5000;

/**
 * Asks for everything from the expected number on. Messages above it are dropped: the peer sends them again too, so
 * nothing needs to be kept. While a request is unanswered no other is sent, because each would bring all of them again.
 */
export function requestResend(turn: Turn, received: number) {
  const { phase, resend, nextIn } = turn.state;
  if (phase !== 'active') return;
  if (resend !== undefined && turn.at - resend.askedAt < ASK_AGAIN_MS) return;
  turn.log('warn', `MsgSeqNum too high, expecting ${nextIn}: asking for a resend`, received);
  turn.set({ resend: { upTo: Math.max(received, resend?.upTo ?? 0), askedAt: turn.at } });
  turn.send(MSG.ResendRequest, [
    [TAG.BeginSeqNo, String(nextIn)],
    [TAG.EndSeqNo, '0'],
  ]);
}
