import { expect, test } from 'vitest';
import { Sender } from '../../../src/webhooks/delivery/sender.ts';
import { closeAfterTest } from '../../support/cleanup.ts';
import { keptBytes } from '../../support/kept-bytes.ts';
import { PATIENT, Receiver, SANDBOX_POLICY } from '../receiver.ts';

test('a delivery leaves neither request nor answer to a collection of the whole heap', async () => {
  const receiver = await Receiver.start();
  closeAfterTest(() => receiver.close());
  const settings = { policy: SANDBOX_POLICY, ...PATIENT, additionalAuthorities: [] };
  const sender = new Sender(settings, async () => ['127.0.0.1']);
  const sent = { headers: {}, body: 'a'.repeat(10_000) };
  const kept = await keptBytes(300, 6000, () => {
    receiver.inbox.all.length = 0;
    return sender.send(receiver.url(), async () => sent, new AbortController().signal);
  });
  expect(kept).toBeLessThan(6000);
});
