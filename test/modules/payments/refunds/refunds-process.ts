/**
 * Gives back by card once, in a separate process that a test kills. Its one argument is JSON: where the database is,
 * where Stripe's API is, and the time (microseconds). Says `ready` when it begins.
 */
import pino from 'pino';
import { openDatabase } from '../../../../src/database/open-database.ts';
import { Secrets } from '../../../../src/database/secrets/index.ts';
import { CardRefunds } from '../../../../src/modules/payments/refunds/index.ts';
import { StripeProcessor } from '../../../../src/providers/cards/stripe-processor.ts';
import { undeliveredOutbox } from '../../shared/undelivered-outbox.ts';

const { location, url, now } = JSON.parse(process.argv[2]!);
const { db, ...database } = await openDatabase(location).then((opened) => ({
  db: opened.db,
  close: () => opened.close(),
}));
const secrets = new Secrets([Buffer.alloc(32, 7)]);
const nowUs = () => now as number;
const outbox = undeliveredOutbox(db, secrets, nowUs);
const cards = new StripeProcessor({ secretKey: 'sk_test_example', webhookSecret: null, url, timeoutMs: 60_000 });
process.stdout.write('ready\n');
await new CardRefunds({ db, nowUs, secrets, outbox, cards }, pino({ level: 'silent' })).run();
outbox.stop();
await database.close();
