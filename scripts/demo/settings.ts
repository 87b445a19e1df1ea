/** Settings of the sandbox that the demo needs, checked before it makes a record. */
import { type ApiSession, Refused } from './api-session.ts';

export const WEBHOOKS_HINT =
  'the sandbox sends to this machine with WEBHOOK_ALLOW_HTTP=true and WEBHOOK_ALLOW_LOOPBACK=true';
export const MARKET_HINT = 'start the sandbox with MARKET_ALWAYS_OPEN=true';

export async function requireSettings(api: ApiSession): Promise<void> {
  console.log('The settings of the sandbox');
  const { securities } = await api.call('getSecurities', {}, 'what trades?');
  for (const { securityId, securityStatus } of securities as Readonly<Record<string, string>>[]) {
    if (securityStatus !== 'Trading') continue;
    const { market } = await api.call('getMarketStatus', { securityId }, 'is the market open?');
    if (market === 'closed') throw new Refused(`the market is closed; ${MARKET_HINT}`);
    break;
  }
  const fields = { method: 'createTrade', url: 'http://127.0.0.1:49151/createTrade', retries: 'No' };
  try {
    const { webhook } = await api.call('registerWebhook', fields, 'may webhooks come here?');
    await api.call('unregisterWebhook', { id: (webhook as { id: string }).id }, 'they may');
  } catch (error) {
    throw error instanceof Refused ? new Refused(`${error.message}\n${WEBHOOKS_HINT}`) : error;
  }
}
