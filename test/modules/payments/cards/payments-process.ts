/**
 * Processes the payments by card once, in a separate process that a test kills. Its one argument is JSON: where the
 * database is, where Stripe's API is, and the time (microseconds). Says `ready` when it begins.
 */
import pino from 'pino';
import { type DatabaseLocation, openDatabase } from '../../../../src/database/open-database.ts';
import { Secrets } from '../../../../src/database/secrets/index.ts';
import { CardPayments } from '../../../../src/modules/payments/cards/index.ts';
import { StripeProcessor } from '../../../../src/providers/cards/stripe-processor.ts';
import { undeliveredOutbox } from '../../shared/undelivered-outbox.ts';

const { location, url, now } = JSON.parse(process.argv[2]!) as {
  location: DatabaseLocation;
  url: string;
  now: number;
};

const { db, close } = await openDatabase(location).then((database) => ({
  db: database.db,
  close: () => database.close(),
}));
const secrets = new Secrets([Buffer.alloc(32, 7)]);
const nowUs = () => now;
const outbox = undeliveredOutbox(db, secrets, nowUs);
// What is not answered is asked again at a later time only, which the last run does not come to.
const cards = new StripeProcessor({ secretKey: 'sk_test_example', webhookSecret: null, url, timeoutMs: 60_000 });
process.stdout.write('ready\n');
await new CardPayments({ db, nowUs, secrets, outbox, cards }, pino({ level: 'silent' })).run();
outbox.stop();
await close();
