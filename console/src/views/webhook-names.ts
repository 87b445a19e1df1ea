/** Names of webhooks, as the venue describes its methods. */
import { ROOT } from '../data/index.ts';
import { type Find, findIn } from '../parts/index.ts';

export function findWebhookNames(): Find {
  let read: Promise<readonly string[]> | undefined;
  return async (text) => {
    read ??= readNames();
    const names = await read;
    return findIn(() => names.map((name) => ({ id: name, name })))(text);
  };
}

async function readNames(): Promise<readonly string[]> {
  const { components } = await (await fetch(new URL('openapi.json', ROOT))).json();
  return components.schemas.WebhookName.enum;
}
