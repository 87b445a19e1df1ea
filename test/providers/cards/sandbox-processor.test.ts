import { expect, test } from 'vitest';
import {
  type CardDetails,
  CardRefused,
  ProcessorFailed,
  SandboxProcessor,
} from '../../../src/providers/cards/index.ts';

const processor = new SandboxProcessor();

const card = (number: string): CardDetails => ({
  holder: 'First Last',
  number,
  expiryMonth: 12,
  expiryYear: 2035,
  securityCode: '123',
  billingZip: '10001',
});

async function paymentBy(number: string) {
  const { token } = await processor.store(card(number));
  expect(token).not.toContain(number.slice(-6));
  return { key: `key of ${number}`, token, cents: 12_345, reference: '600001' };
}

test('the sandbox takes any card, and pays the same payment with the same result', async () => {
  const payment = await paymentBy('4242424242424242');
  const result = await processor.pay(payment);
  expect(result).toMatchObject({ accepted: true, message: 'Payment complete' });
  expect(await processor.pay(payment)).toEqual(result);
  expect(await processor.find(payment)).toEqual(result);
});

test.each([
  ['4000000000000341', 'The card was declined'],
  ['4000000000009995', 'Insufficient funds'],
  ['4000000000000069', 'The card has expired'],
])('the sandbox refuses payments by %s: %s', async (number, message) => {
  expect(await processor.pay(await paymentBy(number))).toMatchObject({ accepted: false, message });
});

test('the sandbox loses the first answer about one card, and gives none about another', async () => {
  const lost = await paymentBy('4000000000000259');
  await expect(processor.pay(lost)).rejects.toThrow(ProcessorFailed);
  expect(await processor.pay(lost)).toMatchObject({ accepted: true });
  const silent = await paymentBy('4000000000000226');
  for (let time = 0; time < 3; time++) await expect(processor.pay(silent)).rejects.toThrow(ProcessorFailed);
  expect(await processor.find(silent)).toBe('none');
});

test('the sandbox refuses one card, and cannot be reached with another', async () => {
  await expect(processor.store(card('4000000000000002'))).rejects.toThrow(CardRefused);
  await expect(processor.store(card('4000000000000119'))).rejects.toThrow(ProcessorFailed);
});
