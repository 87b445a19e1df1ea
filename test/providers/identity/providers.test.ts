import { describe, expect, test } from 'vitest';
import {
  type Individual,
  ListScreening,
  ProviderFailed,
  ProviderTimedOut,
  type Question,
  ScreeningOnlyProvider,
  WatchListFolders,
} from '../../../src/providers/identity/index.ts';
import { SANDBOX_QUESTIONS } from '../../../src/providers/identity/sandbox-questions.ts';
import { IDENTITY_LIMIT_MS, identityChecks } from '../../support/identity-checks.ts';

const SIGNAL = new AbortController().signal;

const ADA: Individual = {
  firstName: 'Ada',
  middleInitial: '',
  lastName: 'Example',
  taxId: '123-45-6789',
  birthDate: '01-31-1980',
  address: '1 Example Street',
  city: 'Example City',
  state: 'NY',
  zip: '10001',
  country: 'USA',
};

describe('the sandbox provider', () => {
  test.each([
    [{}, 'pass', 'id.success', []],
    [{ lastName: 'Questions' }, 'unsure', 'id.partial', ['address.no.match']],
    [{ lastName: 'FAIL' }, 'fail', 'id.failure', ['name.no.match']],
    [{ taxId: '123-45-0000' }, 'fail', 'id.failure', ['taxid.no.match']],
    [{ birthDate: '01-01-1900' }, 'fail', 'id.failure', ['birthdate.no.match']],
  ])('answers %j with %s', async (fields, outcome, summary, qualifiers) => {
    const { identity } = await identityChecks();
    const basic = await identity.check({ ...ADA, ...fields }, 'Basic', SIGNAL);
    expect(basic).toMatchObject({ outcome, response: { 'summary-result': { key: summary } } });
    expect(basic.response.qualifiers.qualifier.map(({ key }) => key)).toEqual(qualifiers);
    expect(basic.response['id-number']).toBe(basic.idNumber);
    expect(basic.response).not.toHaveProperty('questions');
    const enhanced = await identity.check({ ...ADA, ...fields }, 'Enhanced', SIGNAL);
    expect(enhanced.idNumber).not.toBe(basic.idNumber);
    expect(enhanced.response.questions?.question ?? []).toHaveLength(outcome === 'fail' ? 0 : 5);
  });

  test('offers the right answer among others', async () => {
    const { identity } = await identityChecks();
    const { response } = await identity.check(ADA, 'Enhanced', SIGNAL);
    const questions = response.questions?.question as readonly Question[];
    for (const [index, { type, answer }] of questions.entries()) {
      expect(type).toBe(SANDBOX_QUESTIONS[index]?.type);
      expect(answer).toHaveLength(5);
      expect(answer).toContain(SANDBOX_QUESTIONS[index]?.right);
    }
  });

  test.each([
    [5, true],
    [3, true],
    [2, false],
    [0, false],
  ])('with %i right answers passes: %s', async (right, passed) => {
    const { identity } = await identityChecks();
    const answers = SANDBOX_QUESTIONS.map(({ type, right: answer }, index) => ({
      type,
      answer: index < right ? ` ${answer.toUpperCase()}` : 'no',
    }));
    expect(await identity.checkAnswers('100000000000', answers, SIGNAL)).toMatchObject({ passed });
  });

  test('counts a question once, however often it is answered', async () => {
    const { identity } = await identityChecks();
    const { type = '', right: answer = '' } = SANDBOX_QUESTIONS[0] ?? {};
    const answers = Array.from({ length: 5 }, () => ({ type, answer }));
    expect(await identity.checkAnswers('100000000000', answers, SIGNAL)).toMatchObject({ passed: false });
  });

  test('screens against its list', async () => {
    const { identity } = await identityChecks();
    const subject = {
      kind: 'individual',
      name: 'Example Blocked Person',
      birthDate: '',
      country: '',
      taxId: '',
    } as const;
    const blocked = await identity.screen(subject, SIGNAL);
    expect(blocked.matches[0]).toMatchObject({ uid: '9000001', score: 100, countries: ['Exampleland'] });
    expect(blocked.response).toMatchObject({ restriction: { score: 100 } });
    const clear = await identity.screen({ ...subject, name: 'Ada Example' }, SIGNAL);
    expect(clear.matches).toEqual([]);
    expect(clear.response).not.toHaveProperty('restriction');
  });

  test.each([
    ['individual', '9000001', `${'x'.repeat(500)} ${'y'.repeat(500)} Example Blocked Person`],
    ['individual', '9000001', `${'a b c d e f g '.repeat(8)} Example Blocked Person`],
    ['entity', '9000002', `${'Investment Vehicle of the Pension Plan '.repeat(8)} Example Blocked Company LLC`],
  ] as const)('finds an %s, %s, whose listed name comes late in a long one', async (kind, uid, name) => {
    const { identity } = await identityChecks();
    const { matches } = await identity.screen({ kind, name, birthDate: '', country: '', taxId: '' }, SIGNAL);
    expect(matches[0]).toMatchObject({ uid });
  });

  test.each([
    ['individual', '\u2026 \u2026'],
    ['individual', 'E x a m p l e B l o c k e d P e r s o n'],
    ['individual', `${'Ann '.repeat(60)} Example Blocked Person`],
    ['entity', '\ue000'],
    ['entity', `${'of '.repeat(60)} Example Blocked Company`],
    ['entity', `${'x'.repeat(2_000)} Example Blocked Company`],
  ] as const)('calls no %s clear whose name it cannot compare as a whole (%#)', async (kind, name) => {
    const { identity } = await identityChecks();
    const screened = identity.screen({ kind, name, birthDate: '', country: '', taxId: '' }, SIGNAL);
    await expect(screened).rejects.toThrow(ProviderFailed);
  });

  test('fails and hangs when it is asked to, the latter until the time is over', async () => {
    const { identity, time } = await identityChecks();
    await expect(identity.check({ ...ADA, lastName: 'ProviderError' }, 'Basic', SIGNAL)).rejects.toThrow(
      ProviderFailed,
    );
    const hanging = identity.screen(
      { kind: 'entity', name: 'Example TIMEOUT', birthDate: '', country: '', taxId: '' },
      SIGNAL,
    );
    const ended = expect(hanging).rejects.toThrow(ProviderTimedOut);
    time.advanceMs(IDENTITY_LIMIT_MS);
    await ended;
  });
});

describe('a time limit', () => {
  test('is shorter when the program stops, and for nobody who was answered', async () => {
    const { identity, time } = await identityChecks();
    const hanging = identity.check({ ...ADA, lastName: 'Timeout' }, 'Basic', SIGNAL);
    const ended = expect(hanging).rejects.toThrow(ProviderTimedOut);
    expect(await identity.check(ADA, 'Basic', SIGNAL)).toMatchObject({ outcome: 'pass' });
    // No timer is left after a response.
    expect(time.waiting).toBe(1);
    identity.endAllAfter(4000);
    time.advanceMs(4_000);
    await ended;
    expect(time.waiting).toBe(0);
  });
});

describe('without an identity service', () => {
  test('names are screened and nobody passes', async () => {
    const { watchLists } = await identityChecks();
    const provider = new ScreeningOnlyProvider({ screening: new ListScreening({ lists: watchLists, threshold: 85 }) });
    await expect(provider.check()).rejects.toThrow(ProviderFailed);
    await expect(provider.checkAnswers()).rejects.toThrow(ProviderFailed);
    const subject = { kind: 'entity', name: 'Example Blocked Company', birthDate: '', country: '', taxId: '' } as const;
    expect((await provider.screen(subject)).matches[0]).toMatchObject({ uid: '9000002', score: 100 });
  });

  test('and without a list nothing is said to be clear', async () => {
    const lists = new WatchListFolders({ folders: [], nowUs: () => 0 });
    const provider = new ScreeningOnlyProvider({ screening: new ListScreening({ lists, threshold: 85 }) });
    await expect(
      provider.screen({ kind: 'entity', name: 'Example', birthDate: '', country: '', taxId: '' }),
    ).rejects.toThrow(ProviderFailed);
  });
});
