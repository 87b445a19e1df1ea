/** Settings of the sandbox that the demo needs, checked before it makes a record. */
import { type ApiSession, type Fields, Refused } from './api-session.ts';

const WEBHOOKS_HINT = 'the sandbox sends to this machine with WEBHOOK_ALLOW_HTTP=true and WEBHOOK_ALLOW_LOOPBACK=true';
export const MARKET_HINT = 'start the sandbox with MARKET_ALWAYS_OPEN=true';

/** Registers a webhook; its id. Where that is refused, it says which settings allow it. */
export async function registered(api: ApiSession, fields: Fields, note: string): Promise<string> {
  try {
    const { webhook } = await api.call('registerWebhook', fields, note);
    return (webhook as { id: string }).id;
  } catch (error) {
    throw error instanceof Refused ? new Refused(`${error.message}\n${WEBHOOKS_HINT}`) : error;
  }
}

export async function requireSettings(api: ApiSession): Promise<void> {
  await requireMarket(api);
  const fields = { method: 'createTrade', url: 'http://127.0.0.1:49151/createTrade', retries: 'No' };
  const id = await registered(api, fields, 'may webhooks come here?');
  await api.call('unregisterWebhook', { id }, 'they may');
}

export async function requireMarket(api: ApiSession): Promise<void> {
  console.log('The settings of the sandbox');
  const { securities } = await api.call('getSecurities', {}, 'what trades?');
  for (const { securityId, securityStatus } of securities as Readonly<Record<string, string>>[]) {
    if (securityStatus !== 'Trading') continue;
    const { market } = await api.call('getMarketStatus', { securityId }, 'is the market open?');
    if (market === 'closed') throw new Refused(`the market is closed; ${MARKET_HINT}`);
    break;
  }
}
