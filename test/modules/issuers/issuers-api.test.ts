import { expect, test } from 'vitest';
import { issuersModule } from '../../../src/modules/issuers/index.ts';
import { describeOnEachDatabase } from '../../support/database.ts';
import { ENCODINGS, errorOf, fieldsOf, startApi } from '../shared/api.ts';

const ISSUER = {
  issuerName: 'Example Issuer & Söhne',
  firstName: 'Ada',
  lastName: "O'Example",
  email: 'ada@example.com',
  phoneNumber: '5551234567',
  createdIpAddress: '192.0.2.1',
};
const PERMISSIONS = ['issuerName', 'firstName', 'lastName', 'email'].map((field) => `createIssuer.${field}`);

describeOnEachDatabase('issuers', (open) => {
  const start = async () => startApi(await open(), [issuersModule], { strictPermissions: PERMISSIONS });

  test.each(ENCODINGS)('are created and read (%s)', async (encoding) => {
    const api = await start();
    expect(fieldsOf(await api.call('PUT', 'createIssuer', ISSUER, { encoding }))).toEqual({
      issuerDetails: [true, [{ issuerId: '1001', issuerStatus: 'Pending' }]],
    });
    const { createdIpAddress: _, ...read } = ISSUER;
    expect(fieldsOf(await api.call('POST', 'getIssuer', { issuerId: '1001' }, { encoding }))).toEqual({
      issuerDetails: [{ issuerId: '1001', ...read, issuerStatus: 'Pending' }],
    });
    expect(api.fired).toEqual([]);
  });

  test('may leave out what only a field permission requires', async () => {
    const api = await start();
    fieldsOf(await api.call('PUT', 'createIssuer', { issuerName: 'Bare' }));
    expect(fieldsOf(await api.call('POST', 'getIssuer', { issuerId: 1001 }))).toEqual({
      issuerDetails: [
        {
          issuerId: '1001',
          issuerName: 'Bare',
          firstName: '',
          lastName: '',
          email: '',
          phoneNumber: null,
          issuerStatus: 'Pending',
        },
      ],
    });
  });

  test('need every required field of a key that has the permission', async () => {
    const api = await start();
    const strict = { as: 'STRICT' };
    const { firstName: _first, email: _email, ...incomplete } = ISSUER;
    const error = errorOf(await api.call('PUT', 'createIssuer', { ...incomplete, firstName: ' ' }, strict), '106');
    expect(error).toContain('firstName');
    expect(error).toContain('email');
    expect(error).not.toContain('lastName');
    fieldsOf(await api.call('PUT', 'createIssuer', ISSUER, strict));
  });

  test('have a telephone number, not a text', async () => {
    const api = await start();
    for (const phoneNumber of ['call me', true, { number: 5 }]) {
      const error = errorOf(await api.call('PUT', 'createIssuer', { ...ISSUER, phoneNumber }), '106');
      expect(error).toContain('phoneNumber');
    }
    fieldsOf(await api.call('PUT', 'createIssuer', { ...ISSUER, phoneNumber: 5551234567 }));
    expect(fieldsOf(await api.call('POST', 'getIssuer', { issuerId: 1001 }))).toMatchObject({
      issuerDetails: [{ phoneNumber: '5551234567' }],
    });
  });

  test('are not found when unknown or another client’s, and no difference shows', async () => {
    const api = await start();
    fieldsOf(await api.call('PUT', 'createIssuer', ISSUER));
    const foreign = await api.call('POST', 'getIssuer', { issuerId: '1001' }, { as: 'C2' });
    const unknown = await api.call('POST', 'getIssuer', { issuerId: '1002' }, { as: 'C2' });
    errorOf(foreign, '136');
    expect(foreign).toEqual(unknown);
    for (const issuerId of ['123.4', '0', '99999999999999999999']) {
      errorOf(await api.call('POST', 'getIssuer', { issuerId }), '136');
    }
  });

  test('are read by a numeric id only', async () => {
    const api = await start();
    for (const issuerId of [undefined, null, '', 'abc', '-1', '1001 or 1=1', true]) {
      expect(errorOf(await api.call('POST', 'getIssuer', { issuerId }), '106')).toContain('issuerId');
    }
  });
});
