import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Validator } from '../../src/http/body/validation.ts';
import { entrancesOf } from '../../src/http/methods/entrances.ts';
import { numericId } from '../../src/http/parameters/numbers.ts';
import { optional, required, requiredWhen } from '../../src/http/parameters/presence.ts';
import { text } from '../../src/http/parameters/text.ts';
import { byPermission, echo, method, patchWidget, twoMissing, widget } from './methods.ts';
import { call, client, startHosts, type TestHosts } from './support.ts';

let hosts: TestHosts;
beforeAll(async () => {
  const known = client({ scopes: new Set(['widget.read']) });
  hosts = await startHosts([echo, twoMissing, byPermission, widget, patchWidget], { known });
});
afterAll(() => hosts.close());

describe('method-style', () => {
  const refused = (errors: string) => ({
    http: 200,
    body: { statusCode: '106', statusDesc: 'Data or parameter missing or malformed', 'Error(s)': errors },
  });

  test('names every missing field in its declared order, in the fragments of C3', async () => {
    const both = '<br />first&nbsp;&nbsp;: Missing<br />second&nbsp;&nbsp;: Missing';
    expect(await call(`${hosts.url}/v3/twoMissing`, {})).toMatchObject(refused(both));
    expect(await call(`${hosts.url}/v3/twoMissing`)).toMatchObject(refused(both));
    expect(await call(`${hosts.url}/v3/twoMissing`, { first: null, second: '' })).toMatchObject(refused(both));
    expect(await call(`${hosts.url}/v3/twoMissing`, { first: '  ', second: '1' })).toMatchObject(
      refused('<br />first&nbsp;&nbsp;: Missing'),
    );
  });

  test('names missing and malformed fields together', async () => {
    expect(await call(`${hosts.url}/v3/twoMissing`, { second: 'abc' })).toMatchObject(
      refused('<br />first&nbsp;&nbsp;: Missing<br />second&nbsp;&nbsp;: only numbers are allowed'),
    );
  });

  test.each([
    ['securityid', 'abc'],
    ['quantity', '1e3'],
    ['quantity', true],
    ['quantity', 10.5],
    ['quantity', [1]],
    ['quantity', '0'],
    ['price', '10.0000001'],
    ['price', { amount: 1 }],
    ['action', 'Hold'],
    ['solicited', 'maybe'],
    ['deleted', 'yes'],
    ['expirationDate', '2023-02-29'],
    ['opens', '25:00'],
    ['name', 'x'.repeat(21)],
    ['name', true],
  ])('names the malformed field %s: %j', async (name, value) => {
    const { http, body } = await call(`${hosts.url}/v3/echo`, { name: 'a', [name]: value });
    expect(http).toBe(200);
    expect(body.statusCode).toBe('106');
    expect(body['Error(s)']).toMatch(new RegExp(`^<br />${name}&nbsp;&nbsp;: (?!Missing)[^<]+$`));
  });

  test('takes null for absent', async () => {
    const sent = { name: 'a', quantity: null, price: null, action: '' };
    expect((await call(`${hosts.url}/v3/echo`, sent)).body.values).toEqual({ name: 'a' });
  });

  test('refuses what it does not know, with the nearest of its fields, at most twenty', async () => {
    const unknown = await call(`${hosts.url}/v3/echo`, { name: 'a', values: { name: 'b' }, soliciteed: 'Yes' });
    const near = 'soliciteed&nbsp;&nbsp;: is not known; the nearest is solicited';
    expect(unknown).toMatchObject(refused(`<br />values&nbsp;&nbsp;: is not known<br />${near}`));
    const many = Object.fromEntries(Array.from({ length: 100 }, (_, at) => [`unknown${at}`, 1]));
    const { body } = await call(`${hosts.url}/v3/echo`, { name: 'a', ...many });
    expect(String(body['Error(s)']).split('<br />').length).toBe(21);
  });

  test('hands over canonical values', async () => {
    const sent = {
      name: 'a',
      securityid: '00202',
      quantity: '5',
      price: '10.50',
      action: 'buy',
      solicited: 'YES',
      deleted: '0',
      expirationDate: '12/31/2030',
      opens: '09:30',
      field1: '',
    };
    expect((await call(`${hosts.url}/v3/echo`, sent)).body.values).toEqual({
      name: 'a',
      securityid: 202,
      quantity: 5,
      price: '10.5',
      action: 'Buy',
      solicited: 'Yes',
      deleted: false,
      expirationDate: '2030-12-31',
      opens: 570,
      field1: '',
    });
  });

  test.each([['[1]'], ['"text"'], ['null'], ['1'], ['{"name":'], ["{'name':1}"], ['\u0000']])(
    'names the body %s, which is no JSON object',
    async (body) => {
      expect(await call(`${hosts.url}/v3/echo`, body)).toMatchObject(
        refused('<br />body&nbsp;&nbsp;: must be a JSON object'),
      );
    },
  );
});

describe('resource-style', () => {
  test('names the parameter in double quotes', async () => {
    const missing = await call(`${hosts.url}/v3/widgets/7`, {}, { method: 'PATCH' });
    expect(missing).toMatchObject({
      http: 400,
      body: { statusCode: '1400', statusDesc: 'The parameter "colour" is missing.' },
    });
    const malformed = await call(`${hosts.url}/v3/widgets/7?limit=0`, undefined, { method: 'GET' });
    expect(malformed.body.statusDesc).toBe('The parameter "limit" must be at least 1.');
  });

  test('refuses unknown fields of the body and of the query', async () => {
    const body = await call(`${hosts.url}/v3/widgets/7`, { colour: 'red', 'sh<a>pe': 1 }, { method: 'PATCH' });
    expect(body).toMatchObject({ http: 400, body: { statusCode: '1400' } });
    expect(body.body.statusDesc).toBe('The parameter "sh?a?pe" is not known.');
    const query = await call(`${hosts.url}/v3/widgets/7?colour=red`, undefined, { method: 'GET' });
    expect(query).toMatchObject({ http: 400, body: { statusCode: '1400' } });
  });

  test('names no more than a bounded number of them', async () => {
    const many = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`field_${index}`, 1]));
    const { body } = await call(`${hosts.url}/v3/widgets/7`, many, { method: 'PATCH' });
    expect(String(body.statusDesc).length).toBeLessThan(2000);
  });

  test('refuses a body that is no JSON object', async () => {
    const reply = await call(`${hosts.url}/v3/widgets/7`, '[]', { method: 'PATCH' });
    expect(reply).toMatchObject({ http: 400, body: { statusCode: '1400' } });
    expect(reply.body.statusDesc).toBe('The parameter "body" must be a JSON object.');
  });

  test('reads the path before all else, and leaves bracket forms to the method', async () => {
    const patched = await call(`${hosts.url}/v3/widgets/A%207`, { colour: 'red', widgetId: 'B' }, { method: 'PATCH' });
    expect(patched.body.values).toEqual({ widgetId: 'A 7', colour: 'red' });
    const read = await call(`${hosts.url}/v3/widgets/7?filter[a]=b&filter[a]=c&limit=5`, undefined, { method: 'GET' });
    expect(read.body).toMatchObject({ values: { widgetId: '7', limit: 5 }, filters: ['b', 'c'] });
  });
});

describe('field permissions', () => {
  test('without one, a required parameter is skipped without validation', async () => {
    const { body } = await call(`${hosts.url}/v3/createIssuer`, { phone: 'abc' });
    expect(body).toMatchObject({ statusCode: '101', values: {} });
    const sent = await call(`${hosts.url}/v3/createIssuer`, { issuerName: 'Example Issuer', phone: 5 });
    expect(sent.body.values).toEqual({ issuerName: 'Example Issuer', phone: 5 });
  });

  test('with one, it is enforced', async () => {
    const known = client({ fieldPermissions: new Set(['createIssuer.issuerName', 'createIssuer.phone']) });
    const enforcing = await startHosts([byPermission], { known });
    const { body } = await call(`${enforcing.url}/v3/createIssuer`, { phone: 'abc' });
    expect(body['Error(s)']).toBe(
      '<br />issuerName&nbsp;&nbsp;: Missing<br />phone&nbsp;&nbsp;: must be a whole number',
    );
    await enforcing.close();
  });
});

describe('one of two parameters', () => {
  const id = requiredWhen(numericId(), (sent) => sent('token') === undefined);
  const note = requiredWhen(text(), (sent) => sent('remark') === undefined);
  const parameters = { id, token: optional(text()), note, remark: optional(text({ keepEmpty: true })) };
  const validator = new Validator(method({ name: 'cancelWidget', parameters, handler: () => ({}) }));
  const read = (body: Record<string, unknown>, denied: string[] = []) =>
    validator.read({ path: undefined, query: undefined, body }, client({ deniedMethods: new Set(denied) }));

  test.each([undefined, null, '', ' ', '\n', '\u00a0'])('is required without the other, which is %j', (token) => {
    expect(() => read({ token, remark: '' })).toThrow(
      expect.objectContaining({ detail: '<br />id&nbsp;&nbsp;: Missing' }),
    );
    const denied = () => read({ token, remark: '' }, ['cancelWidget.id']);
    expect(denied).toThrow(expect.objectContaining({ statusCode: 110, detail: 'id' }));
  });

  test('is not required where the other may be empty and is', () => {
    expect(read({ token: 'a', remark: '' }).values).toEqual({ token: 'a', remark: '' });
    expect(() => read({ token: 'a' })).toThrow(expect.objectContaining({ detail: '<br />note&nbsp;&nbsp;: Missing' }));
  });
});

describe('declarations', () => {
  const named = (name: string, path?: string) =>
    method({ name, parameters: { id: required(text()) }, handler: () => ({}), ...(path ? { path } : {}) });

  test('that contradict each other stop the start', () => {
    expect(() => entrancesOf([named('a'), named('a')], 'v3')).toThrow('POST /v3/a is declared twice');
    expect(() => entrancesOf([named('a', '/v3/x/:id'), named('b', '/v3/x/:id')], 'v3')).toThrow('declared twice');
    expect(() => entrancesOf([named('a', '/v3/x/:other')], 'v3')).toThrow('path parameter other is not declared');
  });

  test('cannot take the names of inherited properties', async () => {
    const odd = method({ name: 'odd', parameters: { constructor: required(text()) }, handler: () => ({}) });
    await expect(startHosts([odd])).rejects.toThrow('a parameter cannot be named constructor');
  });
});
