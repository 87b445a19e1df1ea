import Type from 'typebox';
import { describe, expect, test } from 'vitest';
import { defineMethod } from '../../src/http/methods/method.ts';
import { required } from '../../src/http/parameters/presence.ts';
import { text } from '../../src/http/parameters/text.ts';
import { AnswerCheck } from './answer-check.ts';

const common = { group: 'Widgets', summary: 'Reads a widget', handler: () => ({}) };
const widget = Type.Object({ id: Type.String(), size: Type.Optional(Type.Integer()) });
const methods = [
  defineMethod({ ...common, name: 'getWidget', verb: 'POST', parameters: {}, response: Type.Object({ widget }) }),
  defineMethod({
    ...common,
    name: 'readWidget',
    verb: 'GET',
    path: '/v3/widgets/:widgetId',
    scope: 'account.read',
    style: 'resource',
    parameters: { widgetId: required(text()) },
    response: Type.Object({ widgets: Type.Array(widget) }),
  }),
];

describe('answers held against the document', () => {
  const check = new AnswerCheck(methods);
  const ok = { statusCode: '101', statusDesc: 'Ok' };
  const post = (body: object) => () => check.require('POST', '/v3/getWidget', body as Record<string, unknown>);
  const get = (body: object) => () => check.require('GET', '/v3/widgets/a%20b', body as Record<string, unknown>);

  test('pass when they are as declared, and when they are refusals', () => {
    post({ ...ok, widget: { id: '1' } })();
    post({ ...ok, widget: { id: '1', size: 2 } })();
    get({ ...ok, widgets: [{ id: '1' }] })();
    post({ statusCode: '106', statusDesc: 'wrong', more: 1 })();
    check.require('POST', '/v3/getWidget', { statusCode: '103' }, 401);
    check.require('GET', '/v3/widgets/a', { statusCode: '1403' }, 403);
    check.require('POST', '/v3/other', { statusCode: '104' }, 404);
  });

  test('fail for a field that is missing, of another type, or not declared, at any depth', () => {
    expect(post(ok)).toThrow('POST /v3/getWidget answers what it does not declare');
    expect(post({ ...ok, widget: { id: 1 } })).toThrow('/widget/id');
    expect(post({ ...ok, widget: { id: '1' }, more: 1 })).toThrow('more');
    expect(post({ ...ok, widget: { id: '1', more: 1 } })).toThrow('more');
    expect(get({ ...ok, widgets: [{ id: '1', more: 1 }] })).toThrow('more');
    expect(post({ statusCode: '101', widget: { id: '1' } })).toThrow('statusDesc');
  });

  test('fail for a refusal that is not declared, or not with this HTTP status', () => {
    expect(post({ statusCode: '148' })).toThrow('add it to "refusals"');
    expect(() => check.require('POST', '/v3/getWidget', { statusCode: '106' }, 400)).toThrow('106 (HTTP 400)');
    expect(() => check.require('GET', '/v3/widgets/a', { statusCode: '1404' }, 404)).toThrow('1404 (HTTP 404)');
  });

  test('fail where no method is documented', () => {
    expect(() => check.require('PUT', '/v3/getWidget', ok)).toThrow('not in the OpenAPI document');
    expect(() => check.require('GET', '/v3/other', ok)).toThrow('not in the OpenAPI document');
  });
});
