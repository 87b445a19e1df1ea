import { createHmac } from 'node:crypto';

/** As a provider of signatures signs a callback: the header for a body. */
export function signCallback(secret: string, body: string, seconds: number): string {
  const mac = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex');
  return `t=${seconds},v1=${mac}`;
}
